package io.kvbench.reports.series;

import io.kvbench.core.directory.ResultFormatException;
import io.kvbench.core.directory.StoredInterval;
import io.kvbench.core.directory.StoredRun;
import io.kvbench.core.result.PhaseResult;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Puts the intervals of the phases that a run was about into seconds. */
final class Seconds {
  private static final double NANOS = 1e9;

  /** An interval that ends so little before a full second ends with it. */
  private static final double EARLY = 0.1;

  /** What is left at the end of a phase is a second of its own from this length on. */
  private static final long OF_ITS_OWN_NANOS = 500_000_000L;

  private final Instant start;
  private final SortedMap<Integer, Second> seconds = new TreeMap<>();
  private long ok;

  private Seconds(Instant start) {
    this.start = start;
  }

  static SortedMap<Integer, Second> of(StoredRun run, List<PhaseResult> phases, Instant start)
      throws ResultFormatException {
    Map<Integer, Times> times = new HashMap<>();
    run.forEachResponse(
        (interval, histogram) -> times.merge(interval.index(), Times.of(histogram), Times::plus));
    List<String> names = phases.stream().map(phase -> phase.name().toString()).toList();
    Seconds seconds = new Seconds(start);
    StoredInterval before = null;
    for (StoredInterval interval : run.intervals()) {
      if (names.contains(interval.phase())) {
        boolean rest =
            before != null
                && before.step().equals(interval.step())
                && interval.wallNanos() < OF_ITS_OWN_NANOS;
        boolean startsAnew = before == null || !interval.follows(before);
        Optional<Times> responses = Optional.ofNullable(times.get(interval.index()));
        seconds.add(run, interval, startsAnew, responses, rest);
        before = interval;
      }
    }
    return seconds.seconds;
  }

  private void add(
      StoredRun run,
      StoredInterval interval,
      boolean startsAnew,
      Optional<Times> times,
      boolean rest) {
    int last = seconds.isEmpty() ? 0 : seconds.lastKey();
    double end =
        (Duration.between(start, interval.startedAt()).toNanos() + interval.wallNanos()) / NANOS;
    int number = rest ? last : Math.max(last + 1, (int) Math.floor(end + EARLY));
    Second second =
        Second.of(
            number,
            interval,
            startsAnew,
            run.isDrain(interval),
            run.offeredPerSecond(interval),
            ok,
            times);
    ok += interval.okCount();
    seconds.merge(number, second, Second::plus);
  }
}
