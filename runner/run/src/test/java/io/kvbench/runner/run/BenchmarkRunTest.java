package io.kvbench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.measure.Interval;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.trace.SessionTrace;
import io.kvbench.core.trace.TraceHeader;
import io.kvbench.core.trace.TraceWriter;
import io.kvbench.core.trace.TracedPart;
import io.kvbench.core.trace.TracedRequest;
import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.directory.ResultDirectoryException;
import io.kvbench.results.format.ClientCondition;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunResult.StoreCheck;
import io.kvbench.results.format.RunStatus;
import io.kvbench.results.format.Verdict.Validity;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.Clusters;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of whole runs over the memory binding, and over servers and bindings that fail. */
@Timeout(60)
final class BenchmarkRunTest {
  private static final Bindings.Reachable MEMORY = Bindings.load().find("memory").orElseThrow();

  @TempDir private Path results;
  private final Clusters clusters = Clusters.load();
  private final StopSignal stop = new StopSignal();

  @Test
  void leavesACompleteResultDirectory() throws Exception {
    RunOutcome outcome =
        run(plan("recordcount=500", "operationcount=2000", "clients=4"), RunListener.NONE);

    RunResult result = ResultDirectory.readResult(outcome.directory());
    assertThat(result).isEqualTo(outcome.result());
    assertThat(result.status()).isEqualTo(RunStatus.COMPLETE);
    assertThat(result.phases())
        .extracting(PhaseResult::name)
        .containsExactly(PhaseName.LOAD, PhaseName.RUN);
    assertThat(result.store().storeCheck().orElseThrow().keysFound()).isEqualTo(500);
    assertThat(result.store().storeCheck().orElseThrow().agrees()).isTrue();
    assertThat(result.verdict().validity()).as("memory is no store").isEqualTo(Validity.SUSPECT);
    assertThat(result.use().client().cpuNanos()).isNotNegative();
    assertThat(result.use().client().peakResidentBytes()).isPositive();
    assertThat(outcome.unwritten()).isEmpty();
    try (var files = Files.list(outcome.directory())) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .contains("plan.json", "result.json", "intervals.csv", "histograms.hlog", "logs");
    }
  }

  @Test
  void aRunAloneOnAnEmptyStoreSaysSoBeforeItStarts() throws Exception {
    List<String> told = new ArrayList<>();

    RunOutcome outcome =
        run(plan("recordcount=50", "operationcount=200", "dotransactions=true"), into(told));

    assertThat(told).hasSize(2).last().isEqualTo("started");
    assertThat(told.getFirst())
        .startsWith("the store is empty, and -t loads nothing: run -load first, or omit -t.")
        .contains("the 50 records");
    assertThat(outcome.result().store().storeCheck().orElseThrow().keysBefore()).isZero();
  }

  @Test
  void aReplayThatFoundNoRecordsExpectsNone() throws Exception {
    Path trace = results.resolve("trace.kvt");
    TraceHeader header = new TraceHeader("test", Instant.EPOCH, false);
    try (TraceWriter writer =
        TraceWriter.create(trace, header, UnaryOperator.identity(), FilePermissions.OWNER)) {
      SessionTrace session = writer.session("one");
      TracedRequest read = TracedRequest.read(Key.of("absent"), ReadConsistency.DEFAULT);
      session.end(session.begin(read, 0), Outcome.NOT_FOUND, TracedPart.NONE, 1);
    }
    List<String> told = new ArrayList<>();

    run(plan("trace=" + trace), into(told));

    assertThat(told).containsExactly("started");
  }

  private static RunListener into(List<String> told) {
    return new RunListener() {
      @Override
      public void note(String note) {
        told.add(note);
      }

      @Override
      public void phaseStarted(PhasePlan phase) {
        told.add("started");
      }
    };
  }

  @Test
  void anEndpointThatRefusesIsNamedBeforeTheClientsWaitForIt() throws Exception {
    List<String> told = new ArrayList<>();
    RunListener listener =
        new RunListener() {
          @Override
          public void note(String note) {
            told.add(note);
          }
        };
    int closed;
    try (ServerSocket soonClosed = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      closed = soonClosed.getLocalPort();
    }

    run(
        plan(
            Plans.remote(MEMORY.system()),
            "endpoints=127.0.0.1:" + closed,
            "connect.timeout=7s",
            "recordcount=1",
            "operationcount=1"),
        listener);

    assertThat(told)
        .contains(
            "127.0.0.1:"
                + closed
                + ": connection refused; retrying for up to 7 s (connect.timeout)");
  }

  @Test
  void whatARunAloneDoesNotNeedIsNotMissed() throws Exception {
    List<String> told = new ArrayList<>();
    RunListener listener =
        new RunListener() {
          @Override
          public void note(String note) {
            told.add(note);
          }
        };

    run(
        plan(
            "readproportion=0",
            "updateproportion=0",
            "insertproportion=1",
            "operationcount=20",
            "dotransactions=true"),
        listener);
    run(plan("recordcount=5", "operationcount=20"), listener);

    assertThat(told).isEmpty();
  }

  @Test
  void intervalsAddUpToThePhases() throws Exception {
    List<Interval> intervals = new ArrayList<>();
    RunListener listener =
        new RunListener() {
          @Override
          public void interval(PhasePlan phase, Interval interval) {
            intervals.add(interval);
          }
        };

    RunOutcome outcome = run(plan("recordcount=10", "maxexecutiontime=2", "clients=2"), listener);

    long inIntervals = intervals.stream().mapToLong(interval -> interval.recorded().count()).sum();
    long inPhases = outcome.result().phases().stream().mapToLong(PhaseResult::operationCount).sum();
    assertThat(inIntervals).isEqualTo(inPhases);
    assertThat(intervals.size()).isGreaterThanOrEqualTo(3);
    assertThat(Files.readAllLines(outcome.directory().resolve("intervals.csv")).size())
        .isGreaterThan(intervals.size());
  }

  @Test
  void everyPhaseTellsHowTheClientWasDoing() throws Exception {
    RunOutcome outcome =
        run(plan("recordcount=1000", "maxexecutiontime=1", "clients=4"), RunListener.NONE);

    assertThat(outcome.result().phases()).hasSize(2);
    assertThat(outcome.result().phases()).allMatch(phase -> phase.client().condition().isPresent());
    List<ClientCondition> conditions = conditions(outcome);
    ClientCondition run = conditions.getLast();
    assertThat(run.cpuNanos()).isPositive();
    assertThat(run.processors()).isPositive();
    assertThat(run.hiccups().count()).isPositive();
    assertThat(run.gcPauseNanos()).isGreaterThanOrEqualTo(run.longestGcPauseNanos());
    assertThat(run.pinnedNanos()).isGreaterThanOrEqualTo(run.longestPinnedNanos());
    assertThat(outcome.result().use().client().cpuNanos())
        .isEqualTo(conditions.stream().mapToLong(ClientCondition::cpuNanos).sum());
    assertThat(ResultDirectory.readResult(outcome.directory())).isEqualTo(outcome.result());
  }

  @Test
  void collectionsAreCountedInTheirPhase() throws Exception {
    BindingProvider littering = Fakes.Littering.inside(List.of(MEMORY.system()));
    RunPlan plan = plan("recordcount=1", "operationcount=100", "clients=3");

    RunOutcome outcome =
        new BenchmarkRun(plan, littering, clusters, stop, RunListener.NONE, List.of(), false)
            .execute(results);

    ClientCondition run = conditions(outcome).getLast();
    assertThat(run.gcPauses()).isPositive();
    assertThat(run.longestGcPauseNanos()).isPositive();
    assertThat(outcome.result().use().client().gcPauseNanos())
        .isGreaterThanOrEqualTo(run.gcPauseNanos());
  }

  @Test
  void collectionsBeforeAndAfterAPhaseAreNoneOfIt() throws Exception {
    BindingProvider littering = Fakes.Littering.around(List.of(MEMORY.system()));
    RunPlan plan = plan("recordcount=1", "operationcount=300", "clients=3");

    RunOutcome outcome =
        new BenchmarkRun(plan, littering, clusters, stop, RunListener.NONE, List.of(), false)
            .execute(results);

    ClientCondition run = conditions(outcome).getLast();
    assertThat(run.gcPauses()).as("fifteen before it and as many after it").isLessThan(10);
    assertThat(run.gcPauseNanos()).isLessThanOrEqualTo(run.watchedNanos().orElseThrow());
    assertThat(outcome.result().verdict().reasons())
        .noneMatch(reason -> reason.check().equals("gc share"));
  }

  @Test
  void warmupIsMeasuredApartAndItsInsertsAreNotRepeated() throws Exception {
    RunOutcome outcome =
        run(
            plan(
                "recordcount=0",
                "readproportion=0",
                "updateproportion=0",
                "insertproportion=1",
                "warmupcount=300",
                "operationcount=700",
                "clients=3"),
            RunListener.NONE);

    List<PhaseResult> phases = outcome.result().phases();
    assertThat(phases)
        .extracting(PhaseResult::name)
        .containsExactly(PhaseName.WARMUP, PhaseName.RUN);
    assertThat(phases.getLast().operations().get(OperationType.INSERT).outcomes())
        .containsOnlyKeys(Outcome.OK)
        .containsEntry(Outcome.OK, 700L);
    assertThat(outcome.result().store().storeCheck().orElseThrow().keysFound()).isEqualTo(1000);
  }

  @Test
  void writesThatDoNotTellWhatTheyMetLeaveTheCountOpen() throws Exception {
    String[] workload = {
      "recordcount=500",
      "operationcount=2000",
      "readproportion=0.5",
      "updateproportion=0",
      "deleteproportion=0.5"
    };
    StoreCheck told =
        run(plan(workload), RunListener.NONE).result().store().storeCheck().orElseThrow();
    assertThat(told.agrees()).isTrue();
    assertThat(told.keysUncertain()).isZero();

    RunPlan blind = plan(Plans.blind(MEMORY.system()), workload);
    StoreCheck open = run(blind, RunListener.NONE).result().store().storeCheck().orElseThrow();
    assertThat(open.keysUncertain()).isZero();
    assertThat(open.unreported().orElseThrow().more())
        .isEqualTo(500 - open.keysAcknowledged())
        .isPositive();
  }

  /** Returns a binding on the memory store whose servers give prepared answers. */
  private BindingProvider answering(Fakes.Counting counting) {
    return new Fakes.Uncountable(MEMORY, counting);
  }

  private RunResult counted(Fakes.Counting counting, RunListener listener) throws Exception {
    RunPlan plan = plan("recordcount=100", "operationcount=100");
    return new BenchmarkRun(plan, answering(counting), clusters, stop, listener, List.of(), false)
        .execute(results)
        .result();
  }

  @Test
  void aCountThatFailsAfterTheRunMakesItSuspectAndIsNamed() throws Exception {
    RunResult result =
        counted(
            (time, store) -> {
              if (time > 1) {
                throw new IllegalStateException("frozen");
              }
              return store.servers();
            },
            RunListener.NONE);

    assertThat(result.status()).isEqualTo(RunStatus.COMPLETE);
    assertThat(result.store().storeCheck()).isEmpty();
    assertThat(result.verdict().reasons())
        .filteredOn(reason -> reason.check().equals("store check"))
        .singleElement()
        .matches(reason -> reason.observed().contains("IllegalStateException: frozen"));
  }

  @Test
  void aCountThatFailsBeforeTheRunIsNoEmptyStore() throws Exception {
    List<String> notes = new ArrayList<>();
    RunListener listener =
        new RunListener() {
          @Override
          public void note(String text) {
            notes.add(text);
          }
        };

    RunResult result =
        counted(
            (time, store) -> {
              if (time == 1) {
                throw new IllegalStateException("busy");
              }
              return store.servers();
            },
            listener);

    assertThat(notes)
        .anyMatch(
            note -> note.contains("is unknown (before the first phase") && note.contains("-t"));
    assertThat(result.phases().getFirst().name()).isEqualTo(PhaseName.LOAD);
    assertThat(result.store().storeCheck()).isEmpty();
    assertThat(result.store().storeUnchecked().orElseThrow().reason())
        .startsWith("before the first phase, memory: ")
        .contains("busy");
  }

  @Test
  void updatesThatAreAcknowledgedAndNotCarriedOutMakeARunInvalid() throws Exception {
    RunPlan plan =
        plan(
            "recordcount=100",
            "operationcount=2000",
            "updateproportion=0.5",
            "readproportion=0.5",
            "valuesize=64",
            "dataintegrity=true",
            "readconsistency=linearizable",
            "clients=4");
    BindingProvider forgetful =
        new Fakes.Forgetful(MEMORY, operation -> operation instanceof Operation.Update);

    RunResult result =
        new BenchmarkRun(plan, forgetful, clusters, stop, RunListener.NONE, List.of(), false)
            .execute(results)
            .result();

    assertThat(result.verdict().validity()).isEqualTo(Validity.INVALID);
    assertThat(result.verdict().reasons())
        .anyMatch(
            reason ->
                reason.check().equals("values")
                    && reason.observed().contains("wrong or outdated value"));
    assertThat(run(plan, RunListener.NONE).result().verdict().reasons())
        .noneMatch(reason -> reason.check().equals("values"));
  }

  @Test
  void aStopLeavesAPartialResult() throws Exception {
    RunListener listener =
        new RunListener() {
          @Override
          public void interval(PhasePlan phase, Interval interval) {
            stop.give();
          }
        };

    RunOutcome outcome =
        run(plan("recordcount=10", "maxexecutiontime=3600", "memory.latency=1ms"), listener);

    RunResult result = ResultDirectory.readResult(outcome.directory());
    assertThat(result.status()).isEqualTo(RunStatus.PARTIAL);
    assertThat(result.statusReason().orElseThrow()).contains("interrupted");
    assertThat(result.phases().getLast().okCount()).isPositive();
  }

  @Test
  void aStopWhileServersStartLeavesAPartialResultAndNoInterruption() throws Exception {
    Fakes.Servers servers = new Fakes.Servers(results.resolve("log"), () -> Thread.sleep(60_000));
    Thread.ofVirtual().start(() -> stopWhenStarting(servers));

    RunOutcome outcome = remote(servers, MEMORY.provider());

    assertThat(outcome.result().status()).isEqualTo(RunStatus.PARTIAL);
    assertThat(Thread.interrupted()).isFalse();
    assertThat(outcome.directory().resolve("result.json")).exists();
  }

  @Test
  void serversThatDoNotStartAreAFailureWithAResult() throws Exception {
    Fakes.Servers servers =
        new Fakes.Servers(
            results.resolve("log"),
            () -> {
              throw new ClusterException("port 1 is in use");
            });

    RunOutcome outcome = remote(servers, MEMORY.provider());

    assertThat(outcome.result().status()).isEqualTo(RunStatus.FAILED);
    assertThat(outcome.result().statusReason()).contains("port 1 is in use");
    assertThat(ResultDirectory.readResult(outcome.directory())).isEqualTo(outcome.result());
  }

  @Test
  void aStoreThatCannotBeReachedIsAFailureAndItsServersAreClosedWithTheirLogKept()
      throws Exception {
    Path log = Files.writeString(results.resolve("node-1.log"), "it was cold");
    Fakes.Servers servers = new Fakes.Servers(log, () -> {});

    RunOutcome outcome = remote(servers, new Fakes.Unreachable(List.of(MEMORY.system())));

    assertThat(outcome.result().statusReason()).contains("nobody answers at nowhere:1");
    assertThat(servers.closed).hasValue(1);
    assertThat(outcome.directory().resolve("logs/node-1.log")).hasContent("it was cold");
  }

  @Test
  void aDefectLeavesAResultThatSaysSo() throws Exception {
    Fakes.Servers servers =
        new Fakes.Servers(
            results.resolve("log"),
            () -> {
              throw new IllegalStateException("nobody thought of this");
            });

    assertThatThrownBy(() -> remote(servers, MEMORY.provider()))
        .isInstanceOf(IllegalStateException.class);

    try (var directories = Files.list(results)) {
      RunResult result = ResultDirectory.readResult(directories.findFirst().orElseThrow());
      assertThat(result.status()).isEqualTo(RunStatus.FAILED);
      assertThat(result.statusReason().orElseThrow()).contains("nobody thought of this");
    }
  }

  @Test
  void aResultDirectoryThatCannotBeWrittenIsToldOfBeforeAnythingStarts() throws Exception {
    Path file = Files.writeString(results.resolve("occupied"), "");

    assertThatThrownBy(
            () ->
                benchmark(plan("recordcount=1", "operationcount=1"), RunListener.NONE)
                    .execute(file))
        .isInstanceOf(ResultDirectoryException.class)
        .hasMessageContaining("occupied");
  }

  @Test
  void runsInOneJvmDoNotTouchOneAnother() throws Exception {
    List<Callable<RunOutcome>> runs = new ArrayList<>();
    for (int number = 1; number <= 4; number++) {
      String records = "recordcount=" + number * 100;
      runs.add(() -> run(plan(records, "operationcount=1000", "clients=5"), RunListener.NONE));
    }
    try (ExecutorService executor = Executors.newFixedThreadPool(4)) {
      List<Long> found = new ArrayList<>();
      for (Future<RunOutcome> outcome : executor.invokeAll(runs)) {
        found.add(outcome.get().result().store().storeCheck().orElseThrow().keysFound());
      }
      assertThat(found).containsExactly(100L, 200L, 300L, 400L);
    }
  }

  private static List<ClientCondition> conditions(RunOutcome outcome) {
    return outcome.result().phases().stream()
        .flatMap(phase -> phase.client().condition().stream())
        .toList();
  }

  private void stopWhenStarting(Fakes.Servers servers) {
    try {
      servers.starting.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    stop.give();
  }

  private RunOutcome run(RunPlan plan, RunListener listener) throws Exception {
    return benchmark(plan, listener).execute(results);
  }

  private BenchmarkRun benchmark(RunPlan plan, RunListener listener) {
    return new BenchmarkRun(plan, MEMORY.provider(), clusters, stop, listener, List.of(), false);
  }

  /** The memory binding, as if it were a system that needs servers. */
  private RunOutcome remote(Fakes.Servers servers, BindingProvider provider) throws Exception {
    RunPlan plan = plan(Plans.remote(MEMORY.system()), "recordcount=1", "operationcount=1");
    return new BenchmarkRun(
            plan,
            provider,
            new Clusters(List.of(servers)),
            stop,
            RunListener.NONE,
            List.of(),
            false)
        .execute(results);
  }

  private RunPlan plan(String... assignments) {
    return plan(MEMORY.system(), assignments);
  }

  private RunPlan plan(SystemDescriptor system, String... assignments) {
    return Plans.of(system, clusters, assignments);
  }
}
