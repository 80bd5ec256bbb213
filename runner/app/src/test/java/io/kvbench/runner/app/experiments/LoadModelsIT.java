package io.kvbench.runner.app.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.OperationType;
import io.kvbench.results.format.EventResult;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.runner.app.KvbenchThread;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of every kind of pace, from the command line to the result. */
final class LoadModelsIT {
  @TempDir private Path directory;

  @Test
  void aRampSendsWhatItIsToSendInItsTime() throws Exception {
    RunResult result =
        run("arrivals=ramp", "target.from=0", "target.to=1000", "operationcount=1000");

    assertThat(result.phases().getFirst().load().loadModel()).isEqualTo("closed loop");
    PhaseResult run = result.phases().getLast();
    assertThat(run.load().loadModel()).isEqualTo("open loop, ramp 0/s to 1,000/s over 2 s");
    assertThat(run.rates().requests()).isEqualTo(1000);
    assertThat(run.rates().offeredPerSecond()).hasValue(500);
    assertThat(run.span().wallNanos())
        .as("the last arrival is at 1.998999 s")
        .isGreaterThanOrEqualTo(1_998_000_000L);
  }

  @Test
  void stepsShareTheTime() throws Exception {
    PhaseResult run =
        run("arrivals=steps", "target.steps=100,300", "maxexecutiontime=2").phases().getLast();

    assertThat(run.load().loadModel()).isEqualTo("open loop, steps 100/s, 300/s, 1 s each");
    assertThat(run.rates().requests()).isEqualTo(400);
    assertThat(run.rates().offeredPerSecond()).hasValue(200);
  }

  @Test
  void stagesEndTheRunAndMixesRunSideBySide() throws Exception {
    PhaseResult run =
        run(
                "operationcount=0",
                "mix.a.arrivals=stages",
                "mix.a.target.stages=0..400 for 1s, 0 for 500ms, 600 for 500ms",
                "mix.b.thinktime=1ms..5ms",
                "mix.b.clients=2",
                "mix.b.operationcount=50",
                "mix.b.updateproportion=1",
                "valuesize=10*1, 100..200*1")
            .phases()
            .getLast();

    assertThat(run.rates().requests()).isEqualTo(200 + 300 + 50);
    assertThat(run.load().clients()).isEqualTo(10);
    assertThat(run.mixes().orElseThrow())
        .extracting(mix -> mix.mix() + " " + mix.phase().rates().requests())
        .containsExactly("a 500", "b 50");
    assertThat(run.incidents().events().orElseThrow())
        .extracting(EventResult::message)
        .containsExactly("mix a: rate 0/s by schedule", "mix a: rate 600/s by schedule");
  }

  @Test
  void poissonArrivalsAreRepeated() throws Exception {
    String[] settings = {"arrivals=poisson", "target=500", "maxexecutiontime=1", "seed=7"};
    PhaseResult first = run(settings).phases().getLast();
    PhaseResult second = run(settings).phases().getLast();

    assertThat(first.load().loadModel()).isEqualTo("open loop, Poisson 500/s");
    assertThat(first.rates().offeredPerSecond()).hasValue(500);
    assertThat(first.rates().requests()).isBetween(400L, 600L);
    assertThat(second.rates().requests()).isEqualTo(first.rates().requests());
  }

  @Test
  void aThinkTimeIsBookedAsSuch() throws Exception {
    PhaseResult run =
        run("thinktime=20ms", "operationcount=40", "threadcount=4").phases().getLast();

    assertThat(run.load().loadModel()).isEqualTo("closed loop, think time 20 ms");
    assertThat(run.operations().get(OperationType.READ).okCount()).isEqualTo(40);
    assertThat(run.client().clientTime().thinkNanos()).isGreaterThanOrEqualTo(4 * 9 * 20_000_000L);
  }

  @Test
  void thePlanTellsThePaceInWords() throws Exception {
    try (KvbenchThread plan =
        KvbenchThread.start(directory, "plan", "-db", "memory", "-P", "workloads/write-ramp")) {
      assertThat(plan.exitCode()).as(plan::said).isZero();
      assertThat(plan.out()).contains("open loop, ramp 100/s to 10,000/s over 120 s");
    }
    try (KvbenchThread plan =
        KvbenchThread.start(
            directory,
            "plan",
            "-db",
            "memory",
            "-P",
            "workloads/workloada",
            "-p",
            "arrivals=stages",
            "-p",
            "target.stages=0..500 for 1m, 500 for 5m")) {
      assertThat(plan.exitCode()).as(plan::err).isZero();
      assertThat(plan.out())
          .contains("open loop, stages 0/s to 500/s in 60 s, 500/s for 300 s")
          .contains("| up to 500/s, 165,000 requests in 6 min 0 s")
          .contains("Note: operationcount=1000");
    }
  }

  private RunResult run(String... settings) throws Exception {
    List<String> arguments =
        new ArrayList<>(List.of("-db", "memory", "-P", "workloads/workloadc", "-p", "clients=8"));
    for (String setting : settings) {
      arguments.addAll(List.of("-p", setting));
    }
    try (KvbenchThread kvbench = KvbenchThread.start(directory, arguments.toArray(String[]::new))) {
      // A machine too busy for the schedule causes a SUSPECT verdict, which does not matter here.
      assertThat(kvbench.exitCode()).as(kvbench::said).isIn(0, 1);
      return kvbench.result();
    }
  }
}
