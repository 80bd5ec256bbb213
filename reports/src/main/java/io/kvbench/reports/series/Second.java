package io.kvbench.reports.series;

import io.kvbench.core.measure.IntervalRate;
import io.kvbench.results.directory.IntervalTrack;
import io.kvbench.results.directory.IntervalTrack.Responses;
import io.kvbench.results.directory.StoredInterval;
import io.kvbench.results.directory.StoredRun;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.PrimaryOperations;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The client figures of about one second of the measured phases.
 *
 * @param number from 1, the first second of the phase
 * @param step which part of a run with changing numbers of clients
 * @param startsAnew whether it does not go on from the second before: a pause, or another step,
 *     lies between them
 * @param clients how many were at work in it
 * @param wallNanos its true length without a drain: what is left at the end of a phase may belong
 *     to the second before
 * @param offered arrivals that were meant for that time, which need not be whole; empty in a closed
 *     loop
 * @param okCount operations answered OK in that time
 * @param drainedOkCount operations answered OK in a drain
 * @param okBefore how many there were in the seconds before
 * @param times how long they took; empty where there were none
 */
public record Second(
    int number,
    OptionalInt step,
    boolean startsAnew,
    int clients,
    long wallNanos,
    OptionalDouble offered,
    long okCount,
    long drainedOkCount,
    long okBefore,
    Optional<Times> times) {
  private static final double NANOS = 1e9;

  /** An interval that ends so little before a full second ends with it. */
  private static final double EARLY = 0.1;

  /**
   * A sum of response times of operations answered OK. Percentiles are not included, as they do not
   * add.
   *
   * @param count how many there were, at least one
   */
  public record Times(long count, double minNanos, double meanNanos, double maxNanos) {
    static Times of(Responses times) {
      return new Times(times.count(), times.minNanos(), times.meanNanos(), times.maxNanos());
    }

    Times plus(Times other) {
      long sum = count + other.count;
      return new Times(
          sum,
          Math.min(minNanos, other.minNanos),
          (meanNanos * count + other.meanNanos * other.count) / sum,
          Math.max(maxNanos, other.maxNanos));
    }
  }

  /** Returns this second with what followed it in the same one. */
  Second plus(Second rest) {
    return new Second(
        number,
        step,
        startsAnew,
        clients,
        wallNanos + rest.wallNanos,
        sum(offered, rest.offered),
        okCount + rest.okCount,
        drainedOkCount + rest.drainedOkCount,
        okBefore,
        times.isEmpty() ? rest.times : times.map(each -> rest.times.map(each::plus).orElse(each)));
  }

  private static OptionalDouble sum(OptionalDouble one, OptionalDouble other) {
    return one.isPresent() && other.isPresent()
        ? OptionalDouble.of(one.getAsDouble() + other.getAsDouble())
        : one.isPresent() ? one : other;
  }

  public long okAfter() {
    return okBefore + okCount + drainedOkCount;
  }

  /** Returns the intervals of phases as seconds by their numbers: their primary operations. */
  static SortedMap<Integer, Second> of(StoredRun run, List<PhaseResult> phases, Instant start) {
    IntervalTrack track = run.get(IntervalTrack.READING);
    Map<String, List<PhaseResult>> byName =
        phases.stream().collect(Collectors.groupingBy(phase -> phase.name().toString()));
    SortedMap<Integer, Second> seconds = new TreeMap<>();
    StoredInterval before = null;
    long okBefore = 0;
    for (StoredInterval interval : run.intervals()) {
      List<PhaseResult> of = byName.getOrDefault(interval.phase(), List.of());
      if (!of.isEmpty()) {
        // The rest at the end of a phase has no rate. Answers in the drain are not shown beside a
        // rate at which they were not sent.
        boolean drain = run.isDrain(interval);
        boolean rest =
            before != null
                && before.step().equals(interval.step())
                && run.isDrain(before) == drain
                && !IntervalRate.isFull(interval.wallNanos());
        int last = seconds.isEmpty() ? 0 : seconds.lastKey();
        double end = Duration.between(start, interval.endedAt()).toNanos() / NANOS;
        int number = rest ? last : Math.max(last + 1, (int) Math.floor(end + EARLY));
        OptionalDouble offered = drain ? OptionalDouble.empty() : run.offeredPerSecond(interval);
        long ok = interval.okCount(PrimaryOperations.of(of));
        Second second =
            new Second(
                number,
                interval.step(),
                before == null || !interval.follows(before),
                interval.clients(),
                drain ? 0 : interval.wallNanos(),
                offered.isEmpty()
                    ? offered
                    : OptionalDouble.of(offered.getAsDouble() * interval.wallNanos() / NANOS),
                drain ? 0 : ok,
                drain ? ok : 0,
                okBefore,
                track.at(interval).map(Times::of));
        okBefore += ok;
        seconds.merge(number, second, Second::plus);
        before = interval;
      }
    }
    return seconds;
  }
}
