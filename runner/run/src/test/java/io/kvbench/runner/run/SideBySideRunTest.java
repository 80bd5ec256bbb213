package io.kvbench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.measure.Interval;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.results.directory.MixInterval;
import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.directory.ResultFormatException;
import io.kvbench.results.directory.StoredRun;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.PhaseResult.MixResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.runner.cluster.Clusters;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of mixes that run side by side, on the store in memory. */
@Timeout(120)
class SideBySideRunTest {
  private static final Bindings.Reachable MEMORY = Bindings.load().find("memory").orElseThrow();
  private static final String[] MIXES = {
    "recordcount=100",
    "dataintegrity=true",
    "valuesize=100",
    "mix.readers.readproportion=1",
    "mix.readers.clients=3",
    "mix.readers.operationcount=500",
    "mix.readers.thinktime=1us..100us",
    "mix.readers.slo=READ.errors<1,throughput<1",
    "mix.writers.updateproportion=1",
    "mix.writers.insertproportion=1",
    "mix.writers.clients=2",
    "mix.writers.arrivals=stages",
    "mix.writers.target.stages=100..300 for 1s, 0 for 500ms, 400 for 500ms"
  };

  @TempDir private Path results;
  private final StopSignal stop = new StopSignal();
  private final Clusters clusters =
      new Clusters(List.of(new Fakes.Servers(Path.of("no-log"), () -> {})));

  @Test
  void eachMixSendsItsRequestsAndThePhaseIsTheirSum() throws Exception {
    List<Interval> intervals = new ArrayList<>();
    RunListener listener =
        new RunListener() {
          @Override
          public void interval(PhasePlan phase, Interval interval) {
            if (!phase.lanes().isEmpty()) {
              intervals.add(interval);
            }
          }
        };
    RunOutcome outcome = run(listener, MIXES).execute(results);
    RunResult result = outcome.result();
    PhaseResult phase = result.phases().getLast();

    assertThat(result.status()).isEqualTo(RunStatus.COMPLETE);
    Map<String, PhaseResult> mixes =
        Map.of(
            "readers", mix(phase, 0, "readers"),
            "writers", mix(phase, 1, "writers"));
    assertThat(mixes.get("readers").operations()).containsOnlyKeys(OperationType.READ);
    assertThat(mixes.get("readers").rates().requests()).isEqualTo(500);
    assertThat(mixes.get("readers").rates().offeredPerSecond()).isEmpty();
    assertThat(mixes.get("writers").operations())
        .containsOnlyKeys(OperationType.UPDATE, OperationType.INSERT);
    // Every arrival of the schedule: 200 in the ramp, none in the pause, 200 in the last stage.
    assertThat(mixes.get("writers").rates().requests()).isEqualTo(400);
    assertThat(mixes.get("writers").lag().count()).isEqualTo(400);
    assertThat(phase.rates().requests()).isEqualTo(900);
    assertThat(phase.load().clients()).isEqualTo(5);
    assertThat(phase.operationCount()).isEqualTo(900);
    assertThat(phase.rates().offeredPerSecond()).isPresent();
    assertThat(intervals.stream().mapToLong(each -> each.recorded().okCount()).sum())
        .isEqualTo(900);
    // No key twice, every value as written: one mix does not disturb the records of the other.
    assertThat(phase.operations().values())
        .allSatisfy(operation -> assertThat(operation.outcomes()).containsOnlyKeys(Outcome.OK));
    assertThat(result.store().storeCheck().orElseThrow().agrees()).isTrue();
    assertThat(result.store().keyCheck().orElseThrow().keysMissing()).isZero();
    assertThat(phase.incidents().events().orElseThrow())
        .extracting(event -> event.message())
        .containsExactly(
            "mix writers: rate 0/s by schedule", "mix writers: rate 400/s by schedule");
    assertThat(ResultDirectory.readResult(outcome.directory()).phases().getLast().mixes())
        .isEqualTo(phase.mixes());
    assertThat(Files.readAllLines(outcome.directory().resolve("intervals.csv")).getFirst())
        .contains("offeredPerSecond");
    assertThat(result.slos().orElseThrow())
        .extracting(slo -> slo.text() + " " + slo.met())
        .containsExactly("mix readers: READ.errors<1 true", "mix readers: throughput<1 false");
    checkIntervals(outcome.directory(), phase);
  }

  private static void checkIntervals(Path directory, PhaseResult phase) {
    StoredRun run =
        StoredRun.read(
                directory,
                problem -> {
                  throw new AssertionError(problem);
                })
            .orElseThrow();
    Map<String, List<MixInterval>> mixes;
    try {
      mixes = run.mixIntervals().stream().collect(Collectors.groupingBy(MixInterval::mix));
    } catch (ResultFormatException e) {
      throw new AssertionError(e);
    }
    assertThat(mixes).containsOnlyKeys("readers", "writers");
    assertThat(mixes.get("readers").stream().mapToLong(MixInterval::okCount).sum()).isEqualTo(500);
    assertThat(mixes.get("writers").stream().mapToLong(MixInterval::okCount).sum()).isEqualTo(400);
    assertThat(mixes.get("writers").getFirst().offeredPerSecond()).isPresent();
    assertThat(mixes.get("readers").getFirst().offeredPerSecond()).isEmpty();
    assertThat(mixes.get("writers"))
        .allSatisfy(
            interval -> {
              assertThat(interval.phase()).isEqualTo("run");
              assertThat(interval.startedAt()).isAfterOrEqualTo(phase.span().startedAt());
            });
  }

  /** A store that takes 100 ms needs ten clients for 100 requests per second. */
  @Test
  void aMixWithARateStartsClientsOfItsOwn() throws Exception {
    RunResult result =
        run(
                new RunListener() {},
                "recordcount=10",
                "memory.latency=100ms",
                "mix.readers.readproportion=1",
                "mix.readers.clients=2",
                "mix.readers.operationcount=4",
                "mix.writers.insertproportion=1",
                "mix.writers.target=100",
                "mix.writers.operationcount=50",
                "mix.checkers.updateproportion=1",
                "mix.checkers.target=100",
                "mix.checkers.clients.max=3",
                "mix.checkers.operationcount=10")
            .execute(results)
            .result();
    PhaseResult phase = result.phases().getLast();
    PhaseResult writers = mix(phase, 1, "writers");
    PhaseResult checkers = mix(phase, 2, "checkers");

    assertThat(writers.load().clients()).isEqualTo(1);
    assertThat(writers.mostClients()).isBetween(5, 50);
    assertThat(writers.pool().orElseThrow().wasShort()).isFalse();
    assertThat(checkers.mostClients()).isEqualTo(3);
    assertThat(checkers.pool().orElseThrow().wasShort()).isTrue();
    assertThat(phase.load().clients()).isEqualTo(4);
    assertThat(phase.mostClients()).isEqualTo(2 + writers.mostClients() + 3);
    assertThat(phase.operations().values())
        .allSatisfy(operation -> assertThat(operation.outcomes()).containsOnlyKeys(Outcome.OK));
    assertThat(result.store().storeCheck().orElseThrow().agrees()).isTrue();
  }

  @Test
  void aThresholdOfOneMixEndsTheRun() throws Exception {
    RunResult result =
        run(
                new RunListener() {},
                "recordcount=10",
                "maxexecutiontime=1h",
                "slo.abort=true",
                "slo.grace=0s",
                "mix.a.readproportion=1",
                "mix.a.target=50",
                "mix.a.slo=READ.response.max>1ns",
                "mix.b.readproportion=1",
                "mix.b.target=50",
                "mix.b.slo=READ.response.max<1ns")
            .execute(results)
            .result();

    assertThat(result.status()).isEqualTo(RunStatus.PARTIAL);
    assertThat(result.slos().orElseThrow())
        .extracting(slo -> slo.text() + " " + slo.met() + " " + slo.endedRun().isPresent())
        .containsExactly(
            "mix a: READ.response.max>1ns true false", "mix b: READ.response.max<1ns false true");
  }

  @Test
  void aStopEndsAllMixes() throws Exception {
    RunListener listener =
        new RunListener() {
          @Override
          public void phaseBegan(PhasePlan phase) {
            if (!phase.lanes().isEmpty()) {
              stop.give();
            }
          }
        };
    RunResult result =
        run(
                listener,
                "recordcount=10",
                "maxexecutiontime=1h",
                "mix.a.clients=2",
                "mix.b.target=1",
                "mix.c.thinktime=1h")
            .execute(results)
            .result();

    assertThat(result.status()).isEqualTo(RunStatus.PARTIAL);
    assertThat(result.phases().getLast().mixes().orElseThrow())
        .extracting(MixResult::mix)
        .containsExactly("a", "b", "c");
  }

  private static PhaseResult mix(PhaseResult phase, int index, String name) {
    MixResult mix = phase.mixes().orElseThrow().get(index);
    assertThat(mix.mix()).isEqualTo(name);
    return mix.phase();
  }

  private BenchmarkRun run(RunListener listener, String... assignments) {
    RunPlan plan = Plans.of(MEMORY.system(), clusters, assignments);
    return new BenchmarkRun(plan, MEMORY.provider(), clusters, stop, listener, List.of(), false);
  }
}
