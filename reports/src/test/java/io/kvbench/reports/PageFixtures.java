package io.kvbench.reports;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.server.ServerEvent;
import io.kvbench.core.server.ServerEventKind;
import io.kvbench.results.directory.HistogramLog;
import io.kvbench.results.directory.HostCsv;
import io.kvbench.results.directory.IntervalsCsv;
import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.directory.ResultDirectoryException;
import io.kvbench.results.format.IntervalResult;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.ServerEvents;
import io.kvbench.results.format.TimeResult;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Result directories with everything that a page draws: three servers, hosts, events, errors. */
public final class PageFixtures {
  private static final long SECOND = 1_000_000_000L;
  private static final int IN_AN_INTERVAL = 300;
  private static final int TIMED_OUT = 3;

  /** The second in which nothing was answered, and no sample was taken. */
  public static final int GAP = 7;

  private PageFixtures() {}

  /**
   * Writes the directory of a run at one interval and one sample a second.
   *
   * @param text at the end of whatever comes from servers, files or users
   * @return where it is
   */
  public static Path write(Path parent, String system, int seconds, String text)
      throws ResultDirectoryException {
    List<TimeResult> times =
        IntStream.range(0, 12)
            .mapToObj(
                each -> TimeFixtures.lognormal(IN_AN_INTERVAL, 2_000_000 + 200_000L * each, 0.8))
            .toList();
    List<IntervalResult> intervals =
        IntStream.range(0, seconds).mapToObj(second -> interval(second, times)).toList();
    RunBuilder run = builder(system, seconds, text, intervals);
    ResultDirectory directory =
        ResultDirectory.create(parent, PhaseFixtures.START, "write", system, FilePermissions.OWNER);
    directory.writePlan(run.plan());
    try (IntervalsCsv csv = directory.openIntervals();
        HistogramLog log = directory.openHistograms(PhaseFixtures.START)) {
      for (IntervalResult interval : intervals) {
        csv.append(interval);
        log.append(interval);
      }
    }
    for (String target : PageHosts.targets(text)) {
      try (HostCsv csv = directory.openHost(target)) {
        for (int second = 0; second < seconds; second++) {
          if (second != GAP) {
            csv.append(PageHosts.sample(target, second), Optional.empty(), OptionalLong.of(100));
          }
        }
      }
    }
    directory.writeResult(run.result());
    return directory.path();
  }

  private static IntervalResult interval(int second, List<TimeResult> times) {
    Map<OperationType, OperationResult> operations =
        second == GAP
            ? Map.of()
            : Map.of(OperationType.INSERT, operation(second, times.get(second % times.size())));
    return PhaseFixtures.interval(second, operations, TimeFixtures.none());
  }

  private static OperationResult operation(int second, TimeResult times) {
    if (second % 10 != 5) {
      return TimeFixtures.ok(IN_AN_INTERVAL, times);
    }
    return new OperationResult(
        IN_AN_INTERVAL + TIMED_OUT,
        Map.of(Outcome.OK, (long) IN_AN_INTERVAL),
        Map.of(ErrorKind.TIMEOUT, (long) TIMED_OUT),
        times,
        times,
        Map.of("TIMEOUT", TimeFixtures.both(times)));
  }

  private static RunBuilder builder(
      String system, int seconds, String text, List<IntervalResult> intervals) {
    TimeHistogram all = TimeHistogram.empty();
    long timedOut = 0;
    for (IntervalResult interval : intervals) {
      for (OperationResult operation : interval.operations().values()) {
        all = all.plus(operation.response().times());
        timedOut += operation.errorCount();
      }
    }
    return new RunBuilder(system)
        .version("1.0" + text)
        .workload("write" + text, OperationType.INSERT)
        .lasting(seconds * 1.001, 310, 290)
        .answered(Outcome.OK, TimeResult.of(all))
        .failed(ErrorKind.TIMEOUT, "no answer" + text, timedOut)
        .set("fieldnameprefix", "field" + text)
        .noting("A note" + text)
        .host("Linux" + text)
        .invalid("check" + text)
        .events(events(text))
        .used(wall -> PageHosts.used(wall, text));
  }

  private static ServerEvents events(String text) {
    List<ServerEvent> list =
        Stream.of(ServerEventKind.SNAPSHOT, ServerEventKind.ELECTION)
            .map(
                kind ->
                    new ServerEvent(
                        PhaseFixtures.START.plusSeconds(kind == ServerEventKind.ELECTION ? 3 : 5),
                        "node-1" + text,
                        kind,
                        kind.title() + text,
                        OptionalLong.of(SECOND / 5)))
            .toList();
    return new ServerEvents(
        Map.of(ServerEventKind.SNAPSHOT, 1L, ServerEventKind.ELECTION, 1L), 0, list, List.of());
  }
}
