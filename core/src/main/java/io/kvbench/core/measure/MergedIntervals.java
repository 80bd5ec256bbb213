package io.kvbench.core.measure;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The merge of the intervals of several parts of one phase, as they arrive: those of the same
 * second are merged as soon as no running part can have another in it. If a part has several in a
 * second, as when sending ends in it, so does the merged phase. For one thread at a time.
 */
public final class MergedIntervals {
  /** Shorter intervals give no rate per second. */
  private static final double FULL = 0.9;

  private final long lengthNanos;
  private final List<UnmergedIntervals> parts = new ArrayList<>();
  private final List<Rate> rates = new ArrayList<>();
  private Instant phaseStart = Instant.MAX;

  /** The intervals of one part that are not merged yet, by the second of its own phase. */
  private static final class UnmergedIntervals {
    private final SortedMap<Long, List<Interval>> waiting = new TreeMap<>();
    private final LostPart ifLost = new LostPart();
    private long untilNanos;
    private boolean ended;

    /** The number of requests that had ended in merged intervals. */
    private long requests;

    boolean isPast(long nanos) {
      return ended || untilNanos >= nanos;
    }

    List<Interval> take(long second) {
      List<Interval> taken = waiting.remove(second);
      return taken == null ? List.of() : taken;
    }
  }

  private record Rate(long phaseNanos, long wallNanos, long okCount) {
    double perSecond() {
      return okCount * 1e9 / wallNanos;
    }
  }

  /**
   * Creates an empty merge.
   *
   * @param parts the number of parts
   * @param lengthNanos the planned length of an interval
   */
  public MergedIntervals(int parts, long lengthNanos) {
    for (int index = 0; index < parts; index++) {
      this.parts.add(new UnmergedIntervals());
    }
    this.lengthNanos = lengthNanos;
  }

  /**
   * Adds the next interval of a part, with a corrected clock ({@link Interval#shifted}).
   *
   * @return the merged intervals that are complete with it, in their order
   * @throws IllegalArgumentException if parts began a minute or more apart by their clocks
   */
  public List<Interval> add(int part, Interval interval) {
    UnmergedIntervals of = parts.get(part);
    of.waiting
        .computeIfAbsent(interval.phaseNanos() / lengthNanos, absent -> new ArrayList<>())
        .add(interval);
    of.ifLost.add(interval);
    of.untilNanos = Math.max(of.untilNanos, interval.endNanos());
    return complete();
  }

  /**
   * Notes that a part, ended or lost, has no more intervals.
   *
   * @return the merged intervals that are complete with it, in their order
   */
  public List<Interval> ended(int part) {
    parts.get(part).ended = true;
    return complete();
  }

  private List<Interval> complete() {
    List<Interval> merged = new ArrayList<>();
    for (OptionalLong next = next(); next.isPresent(); next = next()) {
      long second = next.getAsLong();
      if (!parts.stream().allMatch(part -> part.isPast((second + 1) * lengthNanos))) {
        break;
      }
      merge(second, merged);
    }
    return merged;
  }

  private OptionalLong next() {
    return parts.stream()
        .filter(part -> !part.waiting.isEmpty())
        .mapToLong(part -> part.waiting.firstKey())
        .min();
  }

  private void merge(long second, List<Interval> merged) {
    List<List<Interval>> taken = parts.stream().map(part -> part.take(second)).toList();
    if (phaseStart.equals(Instant.MAX)) {
      phaseStart = earliestStart(taken);
    }
    int most = taken.stream().mapToInt(List::size).max().orElse(0);
    for (int turn = 0; turn < most; turn++) {
      List<Interval> same = new ArrayList<>();
      long others = 0;
      for (int index = 0; index < taken.size(); index++) {
        UnmergedIntervals part = parts.get(index);
        if (turn < taken.get(index).size()) {
          same.add(taken.get(index).get(turn));
          part.requests = same.getLast().requests();
        } else {
          others += part.requests;
        }
      }
      Interval whole = Interval.merged(same, phaseStart, others);
      rates.add(new Rate(whole.phaseNanos(), whole.wallNanos(), whole.recorded().okCount()));
      merged.add(whole);
    }
  }

  private static Instant earliestStart(List<List<Interval>> taken) {
    return taken.stream()
        .flatMap(List::stream)
        .map(interval -> interval.startedAt().minusNanos(interval.phaseNanos()))
        .min(Comparator.naturalOrder())
        .orElseThrow();
  }

  /**
   * Returns the merged measurement ({@link MergedPhase#of}), with the max and min OK answers per
   * second of the merged intervals. The intervals of a lost part count, so the intervals are still
   * those of the phase: all other time of its clients is idle time, and its messages, scans, locks
   * and counts of single clients are missing. To be called when all parts have ended.
   *
   * @param measured by part; empty where it was lost
   * @throws IllegalArgumentException if all were lost before their first interval
   */
  public PhaseMeasurement measurement(List<Optional<PhaseMeasurement>> measured) {
    List<PhaseMeasurement> known = new ArrayList<>();
    for (int index = 0; index < parts.size(); index++) {
      measured.get(index).or(parts.get(index).ifLost::measurement).ifPresent(known::add);
    }
    PhaseMeasurement merged = MergedPhase.of(known);
    DoubleSummaryStatistics full =
        full(merged.sendingNanos()).mapToDouble(Rate::perSecond).summaryStatistics();
    return full.getCount() == 0
        ? merged
        : merged.withOkPerSecond(
            OptionalDouble.of(full.getMax()), OptionalDouble.of(full.getMin()));
  }

  /** Full intervals before the end of sending, as in a run of one process. */
  private Stream<Rate> full(long sendingNanos) {
    return rates.stream()
        .filter(rate -> rate.wallNanos >= lengthNanos * FULL)
        .filter(rate -> sendingNanos - rate.phaseNanos >= rate.wallNanos * FULL);
  }
}
