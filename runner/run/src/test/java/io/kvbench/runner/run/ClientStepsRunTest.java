package io.kvbench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.BindingException;
import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.measure.Interval;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.plan.ClientStep;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.runner.cluster.Clusters;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of runs whose number of clients changes: their bindings, their requests and their remains.
 */
@Timeout(60)
final class ClientStepsRunTest {
  private static final Bindings.Reachable MEMORY = Bindings.load().find("memory").orElseThrow();
  private static final String[] INSERTS = {
    "readproportion=0", "updateproportion=0", "insertproportion=1", "operationcount=600"
  };

  @TempDir private Path results;
  private final StopSignal stop = new StopSignal();
  private final List<String> stages = new ArrayList<>();
  private final Clusters clusters =
      new Clusters(List.of(new Fakes.Servers(Path.of("no-log"), () -> {})));

  @Test
  void everyStepHasNewConnectionsAndThoseBeforeAreClosed() throws Exception {
    List<Integer> openBefore = new ArrayList<>();
    Fakes.Behind[] behind = new Fakes.Behind[1];
    behind[0] = behind(number -> openBefore.add(open(behind[0])));

    RunResult result =
        run(behind[0], inserts("clientsteps=2,9,9", "connections=4", "storecheck.timeout=0s"));

    assertThat(result.status()).isEqualTo(RunStatus.COMPLETE);
    assertThat(behind[0].opened).extracting(each -> each.connections).containsExactly(2, 4, 4);
    assertThat(behind[0].opened).extracting(each -> each.sessions.get()).containsExactly(2, 9, 9);
    assertThat(behind[0].opened).allMatch(each -> each.closed);
    assertThat(openBefore).as("bindings open when another is opened").containsExactly(0, 0, 0);
    assertThat(stages)
        .contains("connecting 9 clients on 4 connections")
        .doesNotContain("connecting 2 clients on 2 connections");
  }

  @Test
  void nothingIsInsertedTwiceAndNothingIsLeftOut() throws Exception {
    RunResult result = run(behind(number -> {}), inserts("clientsteps=3,1,20,7"));

    assertThat(result.phases())
        .extracting(PhaseResult::step)
        .containsExactly(step(1, 4), step(2, 4), step(3, 4), step(4, 4));
    assertThat(result.phases())
        .extracting(phase -> phase.load().clients())
        .containsExactly(3, 1, 20, 7);
    assertThat(result.phases()).extracting(phase -> phase.rates().requests()).containsOnly(150L);
    assertThat(result.phases())
        .allSatisfy(
            phase ->
                assertThat(phase.operations().get(OperationType.INSERT).outcomes())
                    .containsOnlyKeys(Outcome.OK));
    assertThat(result.store().storeCheck().orElseThrow().keysFound()).isEqualTo(600);
    assertThat(result.store().storeCheck().orElseThrow().agrees()).isTrue();
  }

  @Test
  void theClientTimeIsThatOfAllSteps() throws Exception {
    RunResult result = run(behind(number -> {}), inserts("clientsteps=3,1", "warmupcount=50"));

    ClientTime steps =
        result.phases().stream()
            .filter(phase -> phase.name() == PhaseName.RUN)
            .map(phase -> phase.client().clientTime())
            .reduce(ClientTime.none(), ClientTime::plus);
    assertThat(result.phases()).hasSize(3);
    assertThat(result.use().clientTime()).isEqualTo(steps);
    assertThat(result.use().clientTime())
        .isNotEqualTo(result.phases().getLast().client().clientTime());
  }

  @Test
  void loadAndWarmupShareConnectionsWithTheFirstStepWhereTheyCan() throws Exception {
    Fakes.Behind behind = behind(number -> {});

    RunResult result =
        run(
            behind,
            plan(
                "recordcount=100",
                "operationcount=100",
                "warmupcount=20",
                "clientsteps=2,5",
                "connections=3"));

    assertThat(result.phases())
        .extracting(PhaseResult::name)
        .containsExactly(PhaseName.LOAD, PhaseName.WARMUP, PhaseName.RUN, PhaseName.RUN);
    assertThat(result.phases())
        .extracting(phase -> phase.load().connections())
        .containsExactly(3, 2, 2, 3);
    assertThat(behind.opened).extracting(each -> each.connections).containsExactly(3, 2, 3);
    assertThat(result.status()).isEqualTo(RunStatus.COMPLETE);
  }

  @Test
  void withoutStepsOneBindingServesAll() throws Exception {
    Fakes.Behind behind = behind(number -> {});

    run(
        behind,
        plan("recordcount=10", "operationcount=10", "warmupcount=5", "clients=2", "connections=3"));

    assertThat(behind.opened).extracting(each -> each.connections).containsExactly(3);
  }

  @Test
  void intervalsKnowTheirStep() throws Exception {
    Path directory = execute(behind(number -> {}), inserts("clientsteps=3,1")).directory();

    List<String> rows = Files.readAllLines(directory.resolve("intervals.csv"));
    int step = List.of(rows.getFirst().split(",", -1)).indexOf("step");
    assertThat(rows.stream().skip(1).map(row -> row.split(",", -1)[step]).distinct())
        .containsExactly("1", "2");
    assertThat(Files.readString(directory.resolve("histograms.hlog")))
        .contains("Tag=run-1.INSERT.response", "Tag=run-2.INSERT.response");
    assertThat(Files.readString(directory.resolve("plan.json")))
        .containsPattern("\"step\": \\{\\s+\"index\": 2,\\s+\"of\": 2");
  }

  @Test
  void aStepThatCannotConnectEndsTheRunWithWhatWasMeasured() throws Exception {
    Fakes.Behind behind =
        behind(
            number -> {
              if (number == 2) {
                throw new BindingException("too many connections from this address");
              }
            });

    RunOutcome outcome = execute(behind, inserts("clientsteps=1,2,3"));

    RunResult result = ResultDirectory.readResult(outcome.directory());
    assertThat(result).isEqualTo(outcome.result());
    assertThat(result.status()).isEqualTo(RunStatus.FAILED);
    assertThat(result.statusReason().orElseThrow())
        .isEqualTo("before the run phase, step 2 of 3: too many connections from this address");
    assertThat(result.phases()).singleElement().matches(phase -> phase.okCount() == 200);
    assertThat(result.store().storeCheck()).as("nobody is left to ask").isEmpty();
    assertThat(behind.opened).singleElement().matches(each -> each.closed);
  }

  @Test
  void aStopWhileAStepConnectsLeavesAPartialResultAndNoInterruption() throws Exception {
    Fakes.Behind behind =
        behind(
            number -> {
              if (number == 2) {
                stop.give();
                Thread.sleep(Duration.ofMinutes(10));
              }
            });

    RunResult result = run(behind, inserts("clientsteps=1,2,3"));

    assertThat(result.status()).isEqualTo(RunStatus.PARTIAL);
    assertThat(result.statusReason()).contains("interrupted before the run phase, step 2 of 3");
    assertThat(result.phases()).hasSize(1);
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void aStopInAStepLeavesTheOthersOut() throws Exception {
    RunListener listener =
        new RunListener() {
          @Override
          public void interval(PhasePlan phase, Interval interval) {
            if (phase.isFollowingStep()) {
              stop.give();
            }
          }
        };
    RunPlan plan = plan("recordcount=1", "maxexecutiontime=3", "clientsteps=1,2,3");

    RunResult result = benchmark(behind(number -> {}), plan, listener).execute(results).result();

    assertThat(result.status()).isEqualTo(RunStatus.PARTIAL);
    assertThat(result.phases()).hasSizeBetween(2, 3);
    assertThat(result.phases())
        .allMatch(phase -> phase.step().map(ClientStep::index).orElse(0) < 3);
  }

  @Test
  void aStoreInsideKvbenchKeepsItsRecordsOverAllSteps() throws Exception {
    Clusters none = Clusters.load();
    RunPlan plan =
        Plans.of(
            MEMORY.system(),
            none,
            "readproportion=0",
            "updateproportion=0",
            "insertproportion=1",
            "operationcount=600",
            "clientsteps=2,9");

    RunResult result =
        new BenchmarkRun(plan, MEMORY.provider(), none, stop, RunListener.NONE, List.of(), false)
            .execute(results)
            .result();

    assertThat(result.status()).isEqualTo(RunStatus.COMPLETE);
    assertThat(result.store().storeCheck().orElseThrow().keysFound()).isEqualTo(600);
  }

  private RunPlan plan(String... assignments) {
    return Plans.of(Plans.remote(MEMORY.system()), clusters, assignments);
  }

  /** Six hundred inserts. */
  private RunPlan inserts(String... more) {
    return plan(INSERTS, more);
  }

  private RunPlan plan(String[] some, String... more) {
    return plan(Stream.concat(Stream.of(some), Stream.of(more)).toArray(String[]::new));
  }

  private static Fakes.Behind behind(Fakes.Behind.Opening opening) {
    return new Fakes.Behind(MEMORY, opening);
  }

  private RunResult run(Fakes.Behind behind, RunPlan plan) throws Exception {
    return execute(behind, plan).result();
  }

  private RunOutcome execute(Fakes.Behind behind, RunPlan plan) throws Exception {
    RunListener listener =
        new RunListener() {
          @Override
          public void stage(String what) {
            stages.add(what);
          }
        };
    return benchmark(behind, plan, listener).execute(results);
  }

  private BenchmarkRun benchmark(Fakes.Behind behind, RunPlan plan, RunListener listener) {
    return new BenchmarkRun(plan, behind, clusters, stop, listener, List.of(), false);
  }

  private static int open(Fakes.Behind behind) {
    return (int) behind.opened.stream().filter(each -> !each.closed).count();
  }

  private static Optional<ClientStep> step(int index, int of) {
    return Optional.of(new ClientStep(index, of));
  }
}
