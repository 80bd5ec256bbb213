package io.kvbench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.kvbench.core.engine.LoadChange;
import io.kvbench.core.engine.LoadChangeException;
import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.measure.Interval;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.results.format.EventResult;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.results.format.Verdict.Reason;
import io.kvbench.runner.cluster.Clusters;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The load of runs over the store in memory, changed while they go on. */
@Timeout(120)
class LiveLoadTest {
  private static final Bindings.Reachable MEMORY = Bindings.load().find("memory").orElseThrow();

  private interface Changing {
    void change(LiveLoad load) throws LoadChangeException;
  }

  @TempDir private Path results;
  private final Clusters clusters =
      new Clusters(List.of(new Fakes.Servers(Path.of("no-log"), () -> {})));
  private final List<String> notes = new ArrayList<>();
  private final List<String> refusals = new ArrayList<>();
  private final List<LiveLoad.Lane> seen = new ArrayList<>();

  @Test
  void everyChangeIsAnEventAndTheOfferedRateFollowsIt() throws Exception {
    RunOutcome outcome =
        run(
            load -> {
              load.rate("", 400);
              load.clients("", 2);
              load.mix("", Map.of(OperationType.READ, 1.0));
            },
            "recordcount=100",
            "clients=4",
            "clients.initial=3",
            "target=100",
            "maxexecutiontime=4");
    PhaseResult phase = outcome.result().phases().getLast();

    assertThat(outcome.result().status()).isEqualTo(RunStatus.COMPLETE);
    assertThat(refusals).isEmpty();
    assertThat(seen.getFirst().clients()).isEqualTo(3);
    assertThat(seen.getFirst().allClients()).isEqualTo(4);
    assertThat(seen.getFirst().perSecond()).hasValue(100);
    assertThat(seen.getFirst().shares()).containsOnlyKeys(OperationType.READ, OperationType.UPDATE);
    assertThat(phase.incidents().events().orElseThrow())
        .allMatch(event -> event.source().equals(EventResult.OPERATOR))
        .extracting(EventResult::kind)
        .containsExactlyInAnyOrder(EventResult.RATE, EventResult.CLIENTS, EventResult.MIX);
    assertThat(phase.incidents().events().orElseThrow())
        .extracting(EventResult::message)
        .contains("rate 400/s by hand", "2 clients by hand", "100 % READ, 0 % UPDATE by hand");
    assertThat(notes).contains("rate 400/s by hand");
    // A hundred up to the change, at the end of the first second, and 400 per second afterwards.
    long changed =
        phase.incidents().events().orElseThrow().stream()
            .filter(event -> event.kind().equals(EventResult.RATE))
            .mapToLong(EventResult::phaseNanos)
            .findFirst()
            .orElseThrow();
    double due = changed / 1e9 * 100 + (4 - changed / 1e9) * 400;
    assertThat((double) phase.rates().requests()).isBetween(due - 2, due + 2);
    assertThat(phase.rates().offeredPerSecond().orElseThrow() * 4).isBetween(due - 2, due + 2);
    assertThat(phase.load().loadModel()).endsWith("changed once during the phase");
    assertThat(outcome.result().verdict().reasons())
        .extracting(Reason::check)
        .contains("load changed");
    assertThat(Files.readAllLines(outcome.directory().resolve("intervals.csv")))
        .anyMatch(line -> line.contains(",400.0,"));
  }

  @Test
  void eachMixIsChangedByItsName() throws Exception {
    RunResult result =
        run(
                load -> {
                  load.rate("b", 300);
                  load.change(change("a", OptionalDouble.empty(), 1, Map.of()));
                  attempt(() -> load.change(change("b", OptionalDouble.of(5), 99, Map.of())));
                  attempt(
                      () ->
                          load.change(
                              change(
                                  "b", OptionalDouble.of(5), 1, Map.of(OperationType.SCAN, 1.0))));
                  attempt(() -> load.rate("a", 5));
                  attempt(() -> load.rate("c", 5));
                  attempt(() -> load.mix("b", Map.of(OperationType.UPDATE, 1.0)));
                },
                "recordcount=100",
                "maxexecutiontime=3",
                "mix.a.clients=3",
                "mix.a.thinktime=10ms",
                "mix.b.target=100",
                "mix.b.readproportion=1")
            .result();
    PhaseResult phase = result.phases().getLast();

    assertThat(refusals)
        .satisfiesExactly(
            clients -> assertThat(clients).contains("from 1 to", "not 99"),
            scan -> assertThat(scan).contains("SCAN is not in the mix that was planned"),
            closed -> assertThat(closed).contains("only a run with a rate"),
            unknown -> assertThat(unknown).isEqualTo("no mix 'c'; there are a, b"),
            kind -> assertThat(kind).contains("UPDATE is not in the mix that was planned"));
    assertThat(phase.incidents().events().orElseThrow())
        .extracting(EventResult::message)
        .as("a change that is refused changes nothing")
        .containsExactlyInAnyOrder("mix b: rate 300/s by hand", "mix a: 1 client by hand");
    assertThat(phase.mixes().orElseThrow().get(1).phase().load().loadModel())
        .isEqualTo("open loop, constant 100/s, changed once during the phase");
  }

  private static LoadChange change(
      String mix, OptionalDouble rate, int clients, Map<OperationType, Double> weights) {
    return new LoadChange(mix, rate, OptionalInt.of(clients), weights);
  }

  @Test
  void outsideOfARunPhaseNothingCanBeChanged() {
    BenchmarkRun run =
        new BenchmarkRun(
            Plans.of(MEMORY.system(), clusters, "recordcount=10", "operationcount=10"),
            MEMORY.provider(),
            clusters,
            new StopSignal(),
            RunListener.NONE,
            List.of(),
            false);

    assertThat(run.live().lanes()).isEmpty();
    assertThatExceptionOfType(LoadChangeException.class)
        .isThrownBy(() -> run.live().rate("", 5))
        .withMessage("no run phase is in progress");
    run.executeWithoutFiles();
    assertThat(run.live().lanes()).isEmpty();
    assertThatExceptionOfType(LoadChangeException.class)
        .isThrownBy(() -> run.live().clients("", 1))
        .withMessage("no run phase is in progress");
  }

  private interface Attempt {
    void change() throws LoadChangeException;
  }

  private void attempt(Attempt attempt) {
    try {
      attempt.change();
    } catch (LoadChangeException e) {
      refusals.add(String.valueOf(e.getMessage()));
    }
  }

  /** Runs, and changes the load when the first interval of the run phase has ended. */
  private RunOutcome run(Changing changing, String... assignments) throws Exception {
    BenchmarkRun[] running = new BenchmarkRun[1];
    RunListener listener =
        new RunListener() {
          private boolean changed;

          @Override
          public void note(String note) {
            notes.add(note);
          }

          @Override
          public void interval(PhasePlan phase, Interval interval) {
            if (phase.name() == PhaseName.RUN && !changed) {
              changed = true;
              seen.addAll(running[0].live().lanes());
              attempt(() -> changing.change(running[0].live()));
            }
          }
        };
    running[0] =
        new BenchmarkRun(
            Plans.of(MEMORY.system(), clusters, assignments),
            MEMORY.provider(),
            clusters,
            new StopSignal(),
            listener,
            List.of(),
            false);
    return running[0].execute(results);
  }
}
