package io.kvbench.reports.spikes;

import io.kvbench.core.directory.ResultFormatException;
import io.kvbench.core.directory.StoredInterval;
import io.kvbench.core.directory.StoredRun;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.result.PhaseResult;
import io.kvbench.core.statistics.Coincidences.Span;
import io.kvbench.core.statistics.Excursions;
import io.kvbench.reports.run.PhasesSheet;
import io.kvbench.reports.table.Quantities;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * Finds the spikes of phases: the full seconds of sending whose p99 is an {@linkplain Excursions
 * excursion} on a logarithmic scale, and at least {@value #LEAST_TIMES} times as high as around
 * them; and those whose rate of OK answers is an excursion downwards, and less than half of it. The
 * p99 of fewer than 100 operations is the longest time. The slow seconds with which a phase begins
 * are its warm-up. Phases with fewer than {@value Excursions#FEWEST} such seconds are left out.
 */
final class SpikeFinder {
  /** The probability of any spike in a run that has nothing but noise. */
  static final double FALSE_ALARMS = 0.01;

  static final double LEAST_TIMES = 1.5;

  private static final double MOST_RATE = 0.5;
  private static final double SECOND = 1e9;

  /** In place of a rate of 0, which has no logarithm. */
  private static final double HARDLY_ANY = 1e-3;

  /** What was found, and in how many seconds it was looked for. */
  record Found(List<Spike> spikes, long seconds) {}

  /**
   * One second of a phase.
   *
   * @param p99Nanos not a number where nothing was answered OK
   */
  private record Second(Span time, double okPerSecond, double p99Nanos) {}

  private final Instant origin;
  private final Map<Integer, TimeHistogram> pending = new HashMap<>();
  private final Map<Integer, Long> p99Nanos = new HashMap<>();

  private SpikeFinder(Instant origin) {
    this.origin = origin;
  }

  /**
   * Reads the response times of a run.
   *
   * @param phases those to look at
   * @param origin where seconds are counted from
   * @throws ResultFormatException if its histograms are damaged
   */
  static Found in(StoredRun run, List<PhaseResult> phases, Instant origin)
      throws ResultFormatException {
    SpikeFinder finder = new SpikeFinder(origin);
    run.forEachPrimaryResponse(finder::take);
    finder.keep();
    List<Series> series = new ArrayList<>();
    for (PhaseResult phase : phases) {
      List<Second> seconds = run.fullSeconds(List.of(phase)).map(finder::second).toList();
      if (seconds.size() >= Excursions.FEWEST) {
        series.add(new Series(phase, since(origin, phase.startedAt()), seconds));
      }
    }
    // Slow seconds and those with few answers are two tests of each phase.
    return new Found(
        series.stream()
            .flatMap(each -> each.spikes(FALSE_ALARMS / 2 / series.size()).stream())
            .toList(),
        series.stream().mapToLong(each -> each.seconds.size()).sum());
  }

  /** The histograms of an interval follow one another, and those of an hour fit in no memory. */
  private void take(StoredInterval interval, TimeHistogram times) {
    if (!pending.containsKey(interval.index())) {
      keep();
    }
    pending.merge(interval.index(), times, TimeHistogram::plus);
  }

  private void keep() {
    pending.forEach(
        (index, times) -> {
          if (times.count() > 0) {
            p99Nanos.put(index, times.percentileNanos(99));
          }
        });
    pending.clear();
  }

  private Second second(StoredInterval interval) {
    double from = since(origin, interval.startedAt());
    long p99 = p99Nanos.getOrDefault(interval.index(), 0L);
    return new Second(
        new Span(from, from + interval.wallNanos() / SECOND),
        interval.okCount() * SECOND / interval.wallNanos(),
        p99 == 0 ? Double.NaN : p99);
  }

  static double since(Instant origin, Instant at) {
    return Duration.between(origin, at).toNanos() / SECOND;
  }

  /** The seconds of one phase that began at some time, in order. */
  private record Series(PhaseResult phase, double start, List<Second> seconds) {

    List<Spike> spikes(double falseAlarms) {
      Excursions slow =
          Excursions.above(
              seconds.stream().mapToDouble(second -> Math.log(second.p99Nanos)).toArray(),
              Math.log(LEAST_TIMES),
              falseAlarms);
      Excursions few =
          Excursions.above(
              seconds.stream()
                  .mapToDouble(second -> -Math.log(Math.max(HARDLY_ANY, second.okPerSecond)))
                  .toArray(),
              -Math.log(MOST_RATE),
              falseAlarms);
      int[] beyond =
          IntStream.range(0, seconds.size())
              .filter(index -> slow.isBeyond(index) || few.isBeyond(index))
              .toArray();
      List<Spike> spikes = new ArrayList<>();
      int begin = 0;
      for (int next = 1; next <= beyond.length; next++) {
        // One second in between that is just below the limit does not make two of one.
        if (next == beyond.length || beyond[next] - beyond[next - 1] > 2) {
          if (beyond[begin] > 0) {
            spikes.add(spike(beyond[begin], beyond[next - 1], slow, few));
          }
          begin = next;
        }
      }
      return spikes;
    }

    private Spike spike(int first, int last, Excursions slow, Excursions few) {
      List<Second> part = seconds.subList(first, last + 1);
      OptionalLong highest =
          part.stream()
              .filter(second -> !Double.isNaN(second.p99Nanos))
              .mapToLong(second -> (long) second.p99Nanos)
              .max();
      double share =
          IntStream.rangeClosed(first, last)
              .mapToDouble(index -> seconds.get(index).okPerSecond * Math.exp(few.usual(index)))
              .min()
              .orElse(1);
      Span begins = part.getFirst().time;
      // A second in which only the last operations are slow is none of the spike.
      double before = begins.to() - begins.from();
      double sent = Double.isNaN(part.getFirst().p99Nanos) ? 0 : part.getFirst().p99Nanos / SECOND;
      return new Spike(
          PhasesSheet.nameOf(phase)
              + " "
              + Quantities.elapsed(Math.round((begins.from() - start) * SECOND)),
          new Span(begins.from(), part.getLast().time.to()),
          new Span(begins.from() - Math.max(before, sent), begins.to()),
          highest,
          Math.round(Math.exp(slow.usual(first))),
          share,
          IntStream.rangeClosed(first, last).anyMatch(few::isBeyond));
    }
  }
}
