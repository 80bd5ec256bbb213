package io.kvbench.results.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * The coincidence of events of one kind with spans of time, and its probability by chance: an event
 * coincides with a span if they overlap.
 *
 * <p>By chance means that every event begins at a time of its own, uniformly distributed over the
 * time that was observed, and lasts as long as it did; the spans are taken as they are. This is the
 * event coincidence analysis of J. F. Donges, C.-F. Schleussner, J. F. Siegmund and R. V. Donner,
 * "Event coincidence analysis for quantifying statistical interrelationships between event time
 * series", European Physical Journal Special Topics 225 (2016), 471-487, for events and spans with
 * lengths of their own.
 *
 * <p>What is judged is how many spans are met by an event, not how many events meet one: several
 * events at one span say no more than one, and all spans met by half of the events say much. That
 * is an occupancy problem: each event falls on one of the spans, all equally likely, or on none.
 * Spans that one event can meet together are one. With unequal spans the probability is too high
 * rather than too low: C. K. Wong and P. C. Yue, "A majorization theorem for the number of distinct
 * outcomes in N independent trials", Discrete Mathematics 6 (1973), 391-398.
 *
 * @param events how many events there are
 * @param eventsWith how many of them coincide with a span
 * @param spans how many spans there are
 * @param spansWith how many of them coincide with an event
 * @param expected how many events would coincide by chance, on average
 * @param chance the probability that so many spans or more are met by chance; 1 where there are no
 *     events
 * @param leastChance the lowest that it could have been, with each event at a span of its own:
 *     where this is large, there are too few to tell anything
 */
public record Coincidences(
    int events,
    int eventsWith,
    int spans,
    int spansWith,
    double expected,
    double chance,
    double leastChance) {

  /** A time from one second to another, which may be the same. */
  public record Span(double from, double to) {
    public Span {
      if (!(from <= to)) {
        throw new IllegalArgumentException("from " + from + " to " + to);
      }
    }

    /** Returns whether two have at least one moment in common. */
    public boolean overlaps(Span other) {
      return from <= other.to && other.from <= to;
    }

    double length() {
      return to - from;
    }
  }

  /**
   * Counts.
   *
   * @param observed the time in which events and spans could be seen, longer than nothing
   * @param events those that began in it
   * @param spans those that overlap with it
   */
  public static Coincidences of(Span observed, List<Span> events, List<Span> spans) {
    if (!(observed.length() > 0)) {
      throw new IllegalArgumentException("nothing was observed");
    }
    double[] chances =
        events.stream().mapToDouble(event -> chance(observed, event.length(), spans)).toArray();
    List<List<Span>> apart =
        apart(spans, events.stream().mapToDouble(Span::length).max().orElse(0));
    int met = (int) apart.stream().filter(group -> group.stream().anyMatch(metBy(events))).count();
    return new Coincidences(
        events.size(),
        (int) events.stream().filter(metBy(spans)).count(),
        spans.size(),
        (int) spans.stream().filter(metBy(events)).count(),
        Arrays.stream(chances).sum(),
        tail(chances, apart.size(), met),
        tail(chances, apart.size(), Math.min(events.size(), apart.size())));
  }

  private static Predicate<Span> metBy(List<Span> others) {
    return span -> others.stream().anyMatch(span::overlaps);
  }

  /** Spans in groups, of which an event of some length or a shorter one meets one at most. */
  private static List<List<Span>> apart(List<Span> spans, double length) {
    List<List<Span>> groups = new ArrayList<>();
    double until = Double.NEGATIVE_INFINITY;
    for (Span span : spans.stream().sorted(Comparator.comparingDouble(Span::from)).toList()) {
      if (span.from - length > until) {
        groups.add(new ArrayList<>());
      }
      groups.getLast().add(span);
      until = Math.max(until, span.to);
    }
    return groups;
  }

  /** The share of the observed time in which an event of some length may begin to coincide. */
  private static double chance(Span observed, double length, List<Span> spans) {
    List<Span> reached =
        spans.stream()
            .map(span -> new Span(span.from - length, span.to))
            .sorted(Comparator.comparingDouble(Span::from))
            .toList();
    double covered = 0;
    double until = observed.from;
    for (Span span : reached) {
      double from = Math.max(span.from, until);
      double to = Math.min(span.to, observed.to);
      covered += Math.max(0, to - from);
      until = Math.max(until, to);
    }
    return covered / observed.length();
  }

  /** The probability that independent events meet so many of equally likely groups or more. */
  private static double tail(double[] chances, int groups, int count) {
    double[] ways = new double[groups + 1];
    ways[0] = 1;
    for (double chance : chances) {
      double each = chance / Math.max(1, groups);
      for (int met = groups; met >= 0; met--) {
        ways[met] =
            ways[met] * (1 - each * (groups - met))
                + (met > 0 ? ways[met - 1] * each * (groups - met + 1) : 0);
      }
    }
    return Math.min(1, Arrays.stream(ways, count, ways.length).sum());
  }

  /**
   * Returns which of several kinds of events coincide more often than by chance. The probability
   * that any of those is there by chance is at most {@code falseAlarms}, however many kinds there
   * are: S. Holm, "A Simple Sequentially Rejective Multiple Test Procedure", Scandinavian Journal
   * of Statistics 6 (1979), 65-70.
   *
   * @return for each of them, in their order
   */
  public static List<Boolean> moreThanChance(List<Coincidences> kinds, double falseAlarms) {
    List<Integer> order = new ArrayList<>();
    for (int index = 0; index < kinds.size(); index++) {
      order.add(index);
    }
    order.sort(Comparator.comparingDouble(index -> kinds.get(index).chance));
    boolean[] more = new boolean[kinds.size()];
    for (int rank = 0; rank < order.size(); rank++) {
      if (kinds.get(order.get(rank)).chance > falseAlarms / (kinds.size() - rank)) {
        break;
      }
      more[order.get(rank)] = true;
    }
    List<Boolean> result = new ArrayList<>();
    for (boolean each : more) {
      result.add(each);
    }
    return List.copyOf(result);
  }
}
