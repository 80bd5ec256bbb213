package io.kvbench.reports.series;

import io.kvbench.core.measure.IntervalRate;
import io.kvbench.results.directory.IntervalTrack;
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
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The intervals of the phases that a run was about as seconds: their primary operations. */
final class Seconds {
  private static final double NANOS = 1e9;

  /** An interval that ends so little before a full second ends with it. */
  private static final double EARLY = 0.1;

  private final Instant start;
  private final SortedMap<Integer, Second> seconds = new TreeMap<>();
  private long ok;

  private Seconds(Instant start) {
    this.start = start;
  }

  static SortedMap<Integer, Second> of(StoredRun run, List<PhaseResult> phases, Instant start) {
    IntervalTrack track = run.get(IntervalTrack.READING);
    Map<String, List<PhaseResult>> byName =
        phases.stream().collect(Collectors.groupingBy(phase -> phase.name().toString()));
    Seconds seconds = new Seconds(start);
    StoredInterval before = null;
    for (StoredInterval interval : run.intervals()) {
      List<PhaseResult> of = byName.getOrDefault(interval.phase(), List.of());
      if (!of.isEmpty()) {
        // The rest at the end of a phase has no rate. Answers in the drain are not shown beside a
        // rate at which they were not sent.
        boolean rest =
            before != null
                && before.step().equals(interval.step())
                && run.isDrain(before) == run.isDrain(interval)
                && !IntervalRate.isFull(interval.wallNanos());
        boolean startsAnew = before == null || !interval.follows(before);
        Optional<Times> responses = track.at(interval).map(Times::of);
        long ok = interval.okCount(PrimaryOperations.of(of));
        seconds.add(run, interval, ok, startsAnew, responses, rest);
        before = interval;
      }
    }
    return seconds.seconds;
  }

  private void add(
      StoredRun run,
      StoredInterval interval,
      long count,
      boolean startsAnew,
      Optional<Times> times,
      boolean rest) {
    int last = seconds.isEmpty() ? 0 : seconds.lastKey();
    double end =
        (Duration.between(start, interval.startedAt()).toNanos() + interval.wallNanos()) / NANOS;
    int number = rest ? last : Math.max(last + 1, (int) Math.floor(end + EARLY));
    boolean drain = run.isDrain(interval);
    OptionalDouble offered = run.offeredPerSecond(interval);
    Second second =
        new Second(
            number,
            interval.step(),
            startsAnew,
            interval.clients(),
            drain ? 0 : interval.wallNanos(),
            drain || offered.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(offered.getAsDouble() * interval.wallNanos() / NANOS),
            drain ? 0 : count,
            drain ? count : 0,
            ok,
            times);
    ok += count;
    seconds.merge(number, second, Second::plus);
  }
}
