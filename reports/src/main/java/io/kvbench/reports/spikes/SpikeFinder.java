package io.kvbench.reports.spikes;

import io.kvbench.reports.run.PhasesSheet;
import io.kvbench.results.directory.IntervalTrack;
import io.kvbench.results.directory.IntervalTrack.Responses;
import io.kvbench.results.directory.StoredInterval;
import io.kvbench.results.directory.StoredRun;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.Percentile;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.statistics.Coincidences.Span;
import io.kvbench.results.statistics.Excursions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * A detector of spikes in phases: the full seconds of sending whose p99 is an {@linkplain
 * Excursions excursion} on a logarithmic scale, and at least {@value #LEAST_TIMES} times as high as
 * around them; and those whose rate of OK answers is an excursion downwards, and less than half of
 * it. The p99 of fewer than 100 operations is their maximum, and does not count where fewer than
 * ten operations are beyond it. Slow seconds at the start of a phase are warm-up. Phases with fewer
 * than {@value Excursions#FEWEST} such seconds are omitted.
 *
 * <p>Where a schedule asks for less than around a second, the OK answers are compared with what it
 * asks for, and not at all where that is less than half: a pause is no spike. Nor are they in a
 * replay, whose schedule is not known to the second.
 */
final class SpikeFinder {
  /** The probability of any spike in a run that has nothing but noise. */
  static final double FALSE_ALARMS = 0.01;

  static final double LEAST_TIMES = 1.5;

  private static final double MOST_RATE = 0.5;
  private static final double SECOND = 1e9;

  /** In place of a rate of 0, which has no logarithm. */
  private static final double HARDLY_ANY = 1e-3;

  record Found(List<Spike> spikes, long seconds) {}

  /**
   * A second of a phase.
   *
   * @param okShare its rate of OK answers as a share of what could have been sent, in any unit; not
   *     a number where that is too little or unknown
   * @param p99Nanos not a number where nothing was answered OK
   * @param isP99Known whether it has enough operations for that
   */
  private record Second(Span time, double okShare, double p99Nanos, boolean isP99Known) {}

  private final StoredRun run;
  private final Instant origin;
  private final IntervalTrack times;

  private SpikeFinder(StoredRun run, Instant origin) {
    this.run = run;
    this.origin = origin;
    times = run.get(IntervalTrack.READING);
  }

  /** Searches phases of a run; seconds are counted from {@code origin}. */
  static Found in(StoredRun run, List<PhaseResult> phases, Instant origin) {
    SpikeFinder finder = new SpikeFinder(run, origin);
    List<Series> series = new ArrayList<>();
    for (PhaseResult phase : phases) {
      List<Second> seconds = finder.seconds(phase);
      if (seconds.size() >= Excursions.FEWEST) {
        series.add(new Series(phase, since(origin, phase.span().startedAt()), seconds));
      }
    }
    // Slow seconds and those with few answers are two tests of each phase.
    return new Found(
        series.stream()
            .flatMap(each -> each.spikes(FALSE_ALARMS / 2 / series.size()).stream())
            .toList(),
        series.stream().mapToLong(each -> each.seconds.size()).sum());
  }

  private List<Second> seconds(PhaseResult phase) {
    List<StoredInterval> intervals = run.fullSeconds(List.of(phase)).toList();
    double[] meant = meant(phase, intervals);
    return IntStream.range(0, intervals.size())
        .mapToObj(index -> second(intervals.get(index), meant[index]))
        .toList();
  }

  /**
   * Returns how many answers there could be in each second: what the schedule asked for in it or in
   * the second before, as answers come later, but no more than around it, where a store may fall
   * behind; 1 where it sets the pace itself.
   */
  private double[] meant(PhaseResult phase, List<StoredInterval> intervals) {
    boolean isScheduled =
        phase.mixes().orElse(List.of()).stream()
            .allMatch(mix -> mix.phase().rates().offeredPerSecond().isPresent());
    double[] offered =
        intervals.stream()
            .mapToDouble(interval -> isScheduled ? run.offeredPerSecond(interval).orElse(1) : 1)
            .toArray();
    Excursions around = Excursions.above(offered, 0, FALSE_ALARMS);
    boolean isTimed = phase.replay().isPresent() && phase.rates().offeredPerSecond().isPresent();
    return IntStream.range(0, offered.length)
        .mapToDouble(
            index -> {
              double usual = around.usual(index);
              double least = Math.min(offered[index], offered[Math.max(0, index - 1)]);
              boolean hardlyAny = least < Math.max(HARDLY_ANY, MOST_RATE * usual);
              return isTimed || hardlyAny ? Double.NaN : Math.min(least, usual);
            })
        .toArray();
  }

  private Second second(StoredInterval interval, double meantPerSecond) {
    double from = since(origin, interval.startedAt());
    Optional<Responses> known = times.at(interval);
    double okPerSecond = interval.okCount() * SECOND / interval.wallNanos();
    return new Second(
        new Span(from, from + interval.wallNanos() / SECOND),
        Math.max(HARDLY_ANY, okPerSecond) / meantPerSecond,
        known.map(each -> (double) each.p99Nanos()).orElse(Double.NaN),
        known.isEmpty() || Percentile.P99.isKnown(known.get().count()));
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
              seconds.stream().mapToDouble(second -> -Math.log(second.okShare)).toArray(),
              -Math.log(MOST_RATE),
              falseAlarms);
      int[] beyond =
          IntStream.range(0, seconds.size())
              .filter(index -> slow.isBeyond(index) || few.isBeyond(index))
              .toArray();
      List<Spike> spikes = new ArrayList<>();
      int begin = 0;
      for (int next = 1; next <= beyond.length; next++) {
        // A single second just below the limit does not split a spike.
        if (next == beyond.length || beyond[next] - beyond[next - 1] > 2) {
          if (beyond[begin] > 0) {
            spikes.add(spike(beyond[begin], beyond[next - 1], slow, few));
          }
          begin = next;
        }
      }
      return spikes;
    }

    private boolean isUsualP99Known() {
      return 2 * seconds.stream().filter(Second::isP99Known).count() > seconds.size();
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
              .mapToDouble(index -> seconds.get(index).okShare * Math.exp(few.usual(index)))
              .filter(Double::isFinite)
              .min()
              .orElse(1);
      Span begins = part.getFirst().time;
      // A second in which only the last operations are slow does not belong to the spike.
      double before = begins.to() - begins.from();
      double sent = Double.isNaN(part.getFirst().p99Nanos) ? 0 : part.getFirst().p99Nanos / SECOND;
      return new Spike(
          PhasesSheet.nameOf(phase)
              + " "
              + Quantities.elapsed(Math.round((begins.from() - start) * SECOND)),
          new Span(begins.from(), part.getLast().time.to()),
          new Span(begins.from() - Math.max(before, sent), begins.to()),
          highest,
          part.stream().allMatch(Second::isP99Known) && isUsualP99Known(),
          Math.round(Math.exp(slow.usual(first))),
          share,
          IntStream.rangeClosed(first, last).anyMatch(few::isBeyond));
    }
  }
}
