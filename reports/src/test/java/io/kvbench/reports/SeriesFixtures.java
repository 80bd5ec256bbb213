package io.kvbench.reports;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.plan.ClientStep;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.server.ServerEvent;
import io.kvbench.core.server.ServerEventKind;
import io.kvbench.results.directory.HistogramLog;
import io.kvbench.results.directory.HostCsv;
import io.kvbench.results.directory.IntervalsCsv;
import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.directory.ResultDirectoryException;
import io.kvbench.results.format.IntervalResult;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.PhaseSpan;
import io.kvbench.results.format.ServerEvents;
import io.kvbench.results.format.TimeResult;
import io.kvbench.results.host.HostSample;
import io.kvbench.results.host.HostSample.DirectoryFigures;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Result directories whose seconds are known: in second {@code n} of a run {@code 500 n} inserts
 * are answered, one half in {@code n} and the other in {@code 3 n} milliseconds.
 */
public final class SeriesFixtures {
  public static final int SECONDS = 6;

  /** The second in which nothing is answered. */
  public static final int SILENT = 3;

  /** The second that was not sampled. */
  public static final int UNSEEN = 5;

  private static final long SECOND = 1_000_000_000L;
  private static final long MILLI = 1_000_000L;
  private static final Instant START = PhaseFixtures.START;

  private SeriesFixtures() {}

  /** Writes a run with two servers, an error, a snapshot and a pause. */
  public static Path write(Path parent, String system) throws ResultDirectoryException {
    return write(parent, system, new RunBuilder(system));
  }

  /** Writes the same of a run whose last two seconds are its drain. */
  public static Path writeDrained(Path parent, String system) throws ResultDirectoryException {
    return write(parent, system, new RunBuilder(system).drained(2 * 1.001, 500 * (5 + 6)));
  }

  private static Path write(Path parent, String system, RunBuilder builder)
      throws ResultDirectoryException {
    RunBuilder run =
        builder
            .nodes(2)
            .disk(1_500_000_000)
            .lasting(SECONDS * 1.001, 0, 0)
            .events(events())
            .answered(Outcome.OK, sum(1, SECONDS))
            .failed(ErrorKind.TIMEOUT, "=late, \"quoted\"", 2);
    ResultDirectory directory = directory(parent, system, run);
    try (IntervalsCsv csv = directory.openIntervals();
        HistogramLog log = directory.openHistograms(START)) {
      for (int second = 1; second <= SECONDS; second++) {
        IntervalResult interval = interval(second, Optional.empty(), second == SECONDS);
        csv.append(interval);
        log.append(interval);
      }
    }
    hosts(directory);
    directory.writeResult(run.result());
    return directory.path();
  }

  /** Writes a run of one second in which nothing was answered, and a drain of 0.1 s. */
  public static Path writeLateDrain(Path parent, String system) throws ResultDirectoryException {
    TimeResult late = TimeResult.of(TimeHistogram.ofNanos(1_100 * MILLI));
    RunBuilder run =
        new RunBuilder(system).lasting(1.101, 0, 0).answered(Outcome.OK, late).drained(0.1, 1);
    ResultDirectory directory = directory(parent, system, run);
    IntervalResult silent = PhaseFixtures.interval(0, Map.of(), TimeFixtures.none());
    IntervalResult drain =
        new IntervalResult(
            1,
            silent.phase(),
            silent.step(),
            silent.startedAt().plusNanos(silent.wallNanos()),
            silent.phaseNanos() + silent.wallNanos(),
            100 * MILLI,
            silent.clients(),
            silent.offeredPerSecond(),
            Map.of(OperationType.INSERT, TimeFixtures.ok(1, late)),
            TimeFixtures.none(),
            silent.inFlight(),
            silent.noneFreeNanos());
    try (IntervalsCsv csv = directory.openIntervals();
        HistogramLog log = directory.openHistograms(START)) {
      for (IntervalResult interval : List.of(silent, drain)) {
        csv.append(interval);
        log.append(interval);
      }
    }
    directory.writeResult(run.result());
    return directory.path();
  }

  /** Writes a run of two steps, of 10 clients and of 20, without samples of servers. */
  public static Path writeSteps(Path parent, String system) throws ResultDirectoryException {
    int half = SECONDS / 2;
    RunBuilder first =
        new RunBuilder(system)
            .clients(10, 1)
            .lasting(3.003, 0, 0)
            .answered(Outcome.OK, sum(1, half));
    RunBuilder second =
        new RunBuilder(system)
            .clients(20, 1)
            .lasting(3.003, 0, 0)
            .answered(Outcome.OK, sum(half + 1, SECONDS));
    ResultDirectory directory = directory(parent, system, first);
    try (IntervalsCsv csv = directory.openIntervals();
        HistogramLog log = directory.openHistograms(START)) {
      for (int number = 1; number <= SECONDS; number++) {
        ClientStep step = new ClientStep(number <= half ? 1 : 2, 2);
        IntervalResult interval = interval(number, Optional.of(step), false);
        csv.append(interval);
        log.append(interval);
      }
    }
    PhaseResult one = step(first.result().phases().getFirst(), 1, START);
    PhaseResult two = step(second.result().phases().getFirst(), 2, START.plusSeconds(half));
    directory.writeResult(new ChangedResult(first.result()).phases(List.of(one, two)).result());
    return directory.path();
  }

  private static ResultDirectory directory(Path parent, String system, RunBuilder run)
      throws ResultDirectoryException {
    ResultDirectory directory =
        ResultDirectory.create(parent, START, "write1m", system, FilePermissions.OWNER);
    directory.writePlan(run.plan());
    return directory;
  }

  private static TimeResult sum(int from, int to) {
    TimeHistogram sum = TimeHistogram.empty();
    for (int second = from; second <= to; second++) {
      sum = sum.plus(times(second));
    }
    return TimeResult.of(sum);
  }

  private static TimeHistogram times(int second) {
    long[] nanos = new long[second == SILENT ? 0 : 500 * second];
    for (int at = 0; at < nanos.length; at++) {
      nanos[at] = second * MILLI * (at % 2 == 0 ? 1 : 3);
    }
    return TimeHistogram.ofNanos(nanos);
  }

  private static IntervalResult interval(int second, Optional<ClientStep> step, boolean failing) {
    TimeResult times = TimeResult.of(times(second));
    Map<OperationType, OperationResult> operations =
        second == SILENT
            ? Map.of()
            : Map.of(
                OperationType.INSERT,
                failing ? failing(times) : TimeFixtures.ok(times.count(), times));
    return PhaseFixtures.interval(second - 1, step, operations, TimeFixtures.none());
  }

  private static OperationResult failing(TimeResult times) {
    return new OperationResult(
        times.count() + 2,
        Map.of(Outcome.OK, times.count()),
        Map.of(ErrorKind.TIMEOUT, 2L),
        times,
        times,
        Map.of("TIMEOUT", TimeFixtures.both(TimeResult.of(TimeHistogram.ofNanos(SECOND, SECOND)))));
  }

  private static ServerEvents events() {
    return new ServerEvents(
        Map.of(ServerEventKind.SNAPSHOT, 1L, ServerEventKind.GC_PAUSE, 1L),
        0,
        List.of(
            event(-500, ServerEventKind.SNAPSHOT, "saved a snapshot before the run"),
            event(1_500, ServerEventKind.SNAPSHOT, "saved a snapshot"),
            event(2_250, ServerEventKind.GC_PAUSE, "=stood still")),
        List.of());
  }

  private static ServerEvent event(long millis, ServerEventKind kind, String text) {
    return new ServerEvent(START.plusMillis(millis), "node-1", kind, text, OptionalLong.empty());
  }

  /** Samples a tenth of a second after each second, the first of them before the run. */
  private static void hosts(ResultDirectory directory) throws ResultDirectoryException {
    for (String target : List.of("node-1", "node-2", "client")) {
      try (HostCsv csv = directory.openHost(target)) {
        for (int number = 0; number < SECONDS; number++) {
          if (number + 1 != UNSEEN) {
            HostSample sample = sample(target, number);
            Optional<DirectoryFigures> data = sample.directories().stream().findFirst();
            csv.append(sample, data, OptionalLong.of(100));
          }
        }
      }
    }
  }

  private static HostSample sample(String target, int number) {
    HostSample known = HostFixtures.sample(number);
    int faster = target.equals("node-2") ? 3 : 1;
    return known.placed(
        number,
        START.plusSeconds(number).plusMillis(100),
        known.sinceStartNanos(),
        List.of(HostFixtures.process(target, 0, (long) number * faster)));
  }

  private static PhaseResult step(PhaseResult phase, int index, Instant startedAt) {
    return phase.with(
        copy -> {
          copy.name = PhaseName.RUN;
          copy.step = Optional.of(new ClientStep(index, 2));
          copy.span = new PhaseSpan(startedAt, phase.span().wallNanos(), Optional.empty());
        });
  }
}
