package io.kvbench.reports;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.results.directory.HistogramLog;
import io.kvbench.results.directory.IntervalsCsv;
import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.directory.ResultDirectoryException;
import io.kvbench.results.format.IntervalResult;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.TimeResult;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import java.util.function.UnaryOperator;

/** Result directories on disk, as runs leave them. */
public final class StoredFixtures {
  private static final long SECOND = 1_000_000_000L;

  private StoredFixtures() {}

  /**
   * Writes the directory of a run of a hundred clients, of which no second is quite like another.
   *
   * @param perSecond inserts answered in a second, on average
   * @return where it is
   */
  public static Path write(Path parent, String system, int seconds, int perSecond)
      throws ResultDirectoryException {
    return write(parent, system, seconds, perSecond, PhaseFixtures.START, run -> run);
  }

  /**
   * Writes the same of a run whose rate changes.
   *
   * @param perSecond inserts answered in each second, on average
   */
  public static Path writeRates(Path parent, String system, int seconds, IntUnaryOperator perSecond)
      throws ResultDirectoryException {
    return write(parent, system, seconds, perSecond, PhaseFixtures.START, run -> run);
  }

  /**
   * Writes the directory of a run that began at some time.
   *
   * @param more is done to the run before it is written
   */
  public static Path write(
      Path parent,
      String system,
      int seconds,
      int perSecond,
      Instant start,
      UnaryOperator<RunBuilder> more)
      throws ResultDirectoryException {
    return write(parent, system, seconds, second -> perSecond, start, more);
  }

  /**
   * Writes one of several runs of a benchmark of 1,500 requests.
   *
   * @param label tells it from the others
   */
  public static Path writeBenchmark(Path parent, int perSecond, Instant start, String label)
      throws ResultDirectoryException {
    return write(
        parent, "store", 12, perSecond, start, run -> run.set("label", label).planned(1_500));
  }

  private static Path write(
      Path parent,
      String system,
      int seconds,
      IntUnaryOperator perSecond,
      Instant start,
      UnaryOperator<RunBuilder> more)
      throws ResultDirectoryException {
    Duration later = Duration.between(PhaseFixtures.START, start);
    List<IntervalResult> intervals =
        intervals(system, seconds, perSecond).stream()
            .map(interval -> moved(interval, later))
            .toList();
    TimeHistogram all =
        intervals.stream()
            .flatMap(interval -> interval.operations().values().stream())
            .map(operation -> operation.response().times())
            .reduce(TimeHistogram.empty(), TimeHistogram::plus);
    RunBuilder run =
        more.apply(
            new RunBuilder(system)
                .began(start)
                .lasting(seconds * 1.001, 0, 0)
                .answered(Outcome.OK, TimeResult.of(all)));
    ResultDirectory directory =
        ResultDirectory.create(parent, start, "write1m", system, FilePermissions.OWNER);
    directory.writePlan(run.plan());
    try (IntervalsCsv csv = directory.openIntervals();
        HistogramLog log = directory.openHistograms(start)) {
      for (IntervalResult interval : intervals) {
        csv.append(interval);
        log.append(interval);
      }
    }
    directory.writeResult(run.result());
    return directory.path();
  }

  private static IntervalResult moved(IntervalResult interval, Duration later) {
    return new IntervalResult(
        interval.index(),
        interval.phase(),
        interval.step(),
        interval.startedAt().plus(later),
        interval.phaseNanos(),
        interval.wallNanos(),
        interval.clients(),
        interval.offeredPerSecond(),
        interval.operations(),
        interval.lag(),
        interval.inFlight(),
        interval.noneFreeNanos());
  }

  private static List<IntervalResult> intervals(
      String system, int seconds, IntUnaryOperator perSecond) {
    SplittableRandom random = new SplittableRandom(system.hashCode());
    List<IntervalResult> intervals = new ArrayList<>();
    for (int second = 0; second < seconds; second++) {
      int count = (int) (perSecond.applyAsInt(second) * (0.95 + 0.1 * random.nextDouble()));
      long[] nanos = new long[count];
      for (int at = 0; at < count; at++) {
        nanos[at] = (long) (100.0 * SECOND / count * (0.9 + 0.2 * random.nextDouble()));
      }
      TimeResult times = TimeResult.of(TimeHistogram.ofNanos(nanos));
      Map<OperationType, OperationResult> operations =
          second == 2 ? Map.of() : Map.of(OperationType.INSERT, TimeFixtures.ok(count, times));
      intervals.add(PhaseFixtures.interval(second, operations, TimeFixtures.none()));
    }
    return intervals;
  }
}
