package io.kvbench.reports;

import io.kvbench.core.host.HostSample;
import io.kvbench.core.host.HostSample.CpuFigures;
import io.kvbench.core.host.HostSample.DirectoryFigures;
import io.kvbench.core.host.HostSample.DiskFigures;
import io.kvbench.core.host.HostSample.InterfaceFigures;
import io.kvbench.core.host.HostSample.LoadFigures;
import io.kvbench.core.host.HostSample.MemoryFigures;
import io.kvbench.core.host.ProcessFigures;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.result.HostsResult;
import io.kvbench.core.result.HostsResult.SamplerResult;
import io.kvbench.core.result.HostsResult.Span;
import io.kvbench.core.result.IntervalResult;
import io.kvbench.core.result.OperationResult;
import io.kvbench.core.result.ProcessUse;
import io.kvbench.core.result.RunResult;
import io.kvbench.core.result.ServerEvent;
import io.kvbench.core.result.ServerEventKind;
import io.kvbench.core.result.ServerEvents;
import io.kvbench.core.result.TimeResult;
import io.kvbench.reports.files.HistogramLog;
import io.kvbench.reports.files.HostCsv;
import io.kvbench.reports.files.IntervalsCsv;
import io.kvbench.reports.files.ResultDirectory;
import io.kvbench.reports.files.ResultDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
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
                each -> ResultFixtures.lognormal(IN_AN_INTERVAL, 2_000_000 + 200_000L * each, 0.8))
            .toList();
    List<IntervalResult> intervals =
        IntStream.range(0, seconds).mapToObj(second -> interval(second, times)).toList();
    RunResult result = result(system, seconds, text, intervals);
    ResultDirectory directory =
        ResultDirectory.create(parent, ResultFixtures.START, "write", system);
    directory.writePlan(builder(system, seconds, text, intervals).plan());
    try (IntervalsCsv csv = directory.openIntervals();
        HistogramLog log = directory.openHistograms(ResultFixtures.START)) {
      for (IntervalResult interval : intervals) {
        csv.append(interval);
        log.append(interval);
      }
    }
    for (String target : targets(text)) {
      try (HostCsv csv = directory.openHost(target)) {
        for (int second = 0; second < seconds; second++) {
          if (second != GAP) {
            csv.append(sample(target, second), Optional.empty(), OptionalLong.of(100));
          }
        }
      }
    }
    directory.writeResult(result);
    return directory.path();
  }

  private static IntervalResult interval(int second, List<TimeResult> times) {
    Map<OperationType, OperationResult> operations =
        second == GAP
            ? Map.of()
            : Map.of(OperationType.INSERT, operation(second, times.get(second % times.size())));
    return ResultFixtures.interval(second, operations, ResultFixtures.none());
  }

  private static OperationResult operation(int second, TimeResult times) {
    if (second % 10 != 5) {
      return ResultFixtures.ok(IN_AN_INTERVAL, times);
    }
    return new OperationResult(
        IN_AN_INTERVAL + TIMED_OUT,
        Map.of(Outcome.OK, (long) IN_AN_INTERVAL),
        Map.of(ErrorKind.TIMEOUT, (long) TIMED_OUT),
        times,
        times,
        Map.of("TIMEOUT", ResultFixtures.both(times)));
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
        .used(wall -> hosts(wall, text));
  }

  private static RunResult result(
      String system, int seconds, String text, List<IntervalResult> intervals) {
    RunResult whole = builder(system, seconds, text, intervals).result();
    RunResult.ClusterResult cluster = whole.cluster();
    return new RunResult(
        whole.schema(),
        whole.status(),
        whole.statusReason(),
        whole.workload(),
        whole.startedAt(),
        whole.seed(),
        whole.system(),
        new RunResult.ClusterResult(
            cluster.kind(),
            cluster.nodes(),
            cluster.description(),
            cluster.endpoints(),
            cluster.servers(),
            cluster.elections(),
            Optional.of(events(text))),
        whole.environment(),
        whole.verdict(),
        whole.slos(),
        whole.client(),
        whole.clientTime(),
        whole.storeCheck(),
        whole.hosts(),
        whole.phases());
  }

  private static ServerEvents events(String text) {
    List<ServerEvent> list =
        Stream.of(ServerEventKind.SNAPSHOT, ServerEventKind.ELECTION)
            .map(
                kind ->
                    new ServerEvent(
                        ResultFixtures.START.plusSeconds(kind == ServerEventKind.ELECTION ? 3 : 5),
                        "node-1" + text,
                        kind,
                        kind.title() + text,
                        OptionalLong.of(SECOND / 5)))
            .toList();
    return new ServerEvents(
        Map.of(ServerEventKind.SNAPSHOT, 1L, ServerEventKind.ELECTION, 1L), 0, list, List.of());
  }

  private static List<String> targets(String text) {
    return List.of("node-1" + text, "node-2" + text, "node-3" + text, "client");
  }

  private static HostsResult hosts(long wallNanos, String text) {
    List<ProcessUse> uses = targets(text).stream().map(PageFixtures::use).toList();
    Span span =
        new Span(
            Optional.of(PhaseName.RUN),
            Optional.empty(),
            ResultFixtures.START,
            wallNanos,
            uses.subList(0, 3),
            Optional.of(uses.getLast()),
            Optional.empty(),
            List.of());
    SamplerResult sidecar =
        new SamplerResult(
            "local",
            "sidecar",
            Optional.of("host" + text),
            Optional.of("Linux" + text),
            1_000,
            wallNanos / SECOND,
            OptionalLong.empty(),
            Optional.empty(),
            Optional.empty());
    return new HostsResult(List.of(sidecar), List.of(span));
  }

  private static ProcessUse use(String name) {
    OptionalLong some = OptionalLong.of(1L << 28);
    return new ProcessUse(
        name,
        "local",
        10,
        10 * SECOND,
        some,
        OptionalDouble.of(50),
        OptionalDouble.of(90),
        some,
        some,
        some,
        some,
        some,
        some,
        some,
        some,
        some,
        some,
        some);
  }

  /** A sample of a host whose figures go up and down. */
  private static HostSample sample(String target, int second) {
    OptionalLong no = OptionalLong.empty();
    long wave = second * 1_000L + (second % 17) * 37L;
    List<ProcessFigures> processes = new ArrayList<>();
    processes.add(
        new ProcessFigures(
            target,
            42,
            0,
            no,
            "server",
            "sleeping",
            1,
            OptionalLong.of(wave / 2),
            OptionalLong.of((200L + second % 29) << 20),
            no,
            no,
            no,
            no,
            no,
            OptionalLong.of(wave),
            OptionalLong.of(wave * 1_024)));
    return new HostSample(
        second,
        ResultFixtures.START.plusSeconds(second),
        second * SECOND,
        new LoadFigures(OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty()),
        new CpuFigures(2, no, no, no, no, no, no, no, no),
        new MemoryFigures(no, no, no),
        processes,
        List.of(
            new DiskFigures(
                "vda", no, OptionalLong.of(wave), no, no, OptionalLong.of(wave * 20), no, no)),
        List.of(new InterfaceFigures("eth0", wave * 4_000, wave, wave * 3_000, wave)),
        List.<DirectoryFigures>of(),
        second);
  }
}
