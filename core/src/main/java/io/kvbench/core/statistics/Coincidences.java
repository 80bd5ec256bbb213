package io.kvbench.core.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * How often events of one kind coincide with spans of time, and how probable that is by chance: an
 * event coincides with a span if they overlap.
 *
 * <p>By chance means that every event begins at a time of its own, uniformly distributed over the
 * time that was observed, and lasts as long as it did; the spans are taken as they are. The number
 * of events that coincide then has a Poisson binomial distribution, whose tail is computed exactly.
 * This is the event coincidence analysis of J. F. Donges, C.-F. Schleussner, J. F. Siegmund and R.
 * V. Donner, "Event coincidence analysis for quantifying statistical interrelationships between
 * event time series", European Physical Journal Special Topics 225 (2016), 471-487, for events and
 * spans with lengths of their own. For events of equal length it is the limit of Fisher's exact
 * test, conditional on the spans.
 *
 * @param events how many events there are
 * @param eventsWith how many of them coincide with a span
 * @param spans how many spans there are
 * @param spansWith how many of them coincide with an event
 * @param expected how many events would coincide by chance, on average
 * @param chance the probability that so many events or more coincide by chance; 1 where there are
 *     no events
 * @param leastChance the same if all of them did: where this is large, there are too few events to
 *     tell anything
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
    int eventsWith =
        (int) events.stream().filter(event -> spans.stream().anyMatch(event::overlaps)).count();
    return new Coincidences(
        events.size(),
        eventsWith,
        spans.size(),
        (int) spans.stream().filter(span -> events.stream().anyMatch(span::overlaps)).count(),
        Arrays.stream(chances).sum(),
        tail(chances, eventsWith),
        tail(chances, events.size()));
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

  /** The probability that so many of independent events or more happen. */
  private static double tail(double[] chances, int count) {
    double[] ways = new double[chances.length + 1];
    ways[0] = 1;
    for (double chance : chances) {
      for (int happened = chances.length; happened >= 0; happened--) {
        ways[happened] =
            ways[happened] * (1 - chance) + (happened > 0 ? ways[happened - 1] * chance : 0);
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
