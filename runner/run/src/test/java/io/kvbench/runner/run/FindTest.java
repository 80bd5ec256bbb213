package io.kvbench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.result.FindResult;
import io.kvbench.core.result.FindResult.Outcome;
import io.kvbench.core.result.FindResult.Range;
import io.kvbench.core.result.FindResult.Status;
import io.kvbench.core.result.PhaseResult;
import io.kvbench.core.result.RunResult;
import io.kvbench.core.search.Bounds;
import io.kvbench.runner.cluster.Clusters;
import io.kvbench.runner.run.find.Find;
import io.kvbench.runner.run.find.FindListener;
import io.kvbench.runner.run.find.Load;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Searches through whole runs against a queue whose capacity is known. */
final class FindTest {
  private static final double CAPACITY = 800;
  private static final int TRIES = 10;
  private static final int AT_A_TIME = 5;

  /** A search that ended. */
  private record Ended(FindResult found, RunResult run) {}

  /** Stops a run after so many probes. */
  private record StopAfter(int probes, StopSignal stop) implements FindListener {
    @Override
    public void probing(int number, Load load, Bounds estimate, Duration left) {}

    @Override
    public void probed(FindResult.Probe probe, FindResult soFar) {
      assertThat(soFar.status()).as(soFar::toString).isEqualTo(Status.RUNNING);
      assertThat(soFar.probes()).hasSize(probe.number());
      if (probe.number() == probes) {
        stop.give();
      }
    }
  }

  /** The queue serves on schedule, however busy the machine is: its client is not the limit. */
  private static final List<String> ANY_CLIENT =
      List.of(
          "verdict.cpu=100%",
          "verdict.busythread=100%",
          "verdict.throttled=100%",
          "verdict.gc.share=100%",
          "verdict.pinned.share=100%",
          "verdict.lag.p99=1h",
          "verdict.gc.longest=1h",
          "verdict.hiccup.p99=1h",
          "verdict.hiccup.longest=1h",
          "verdict.pinned.longest=1h",
          "verdict.rundelay=100%",
          "verdict.floor=1h");

  private static Ended search(ScriptedStore.Script script, int stopAfter, String... more) {
    Bindings.Reachable memory = Bindings.load().find("memory").orElseThrow();
    String[] settings =
        Stream.of(
                ANY_CLIENT.stream(),
                Stream.of(
                    "recordcount=100",
                    "readproportion=1",
                    "updateproportion=0",
                    "target=1",
                    "operationcount=0",
                    "maxexecutiontime=4",
                    "find.settle=1s",
                    "find.duration=3s",
                    "clients=200",
                    "hosts.every=off"),
                Stream.of(more))
            .flatMap(each -> each)
            .toArray(String[]::new);
    Clusters clusters = Clusters.load();
    RunPlan plan = Find.prepared(Plans.of(memory.system(), clusters, settings));
    StopSignal stop = new StopSignal();
    Find find = new Find(plan, NanoClock.system(), new StopAfter(stopAfter, stop));
    RunResult run =
        new BenchmarkRun(
                plan,
                new ScriptedStore(memory, script, (number, honest) -> honest),
                clusters,
                stop,
                RunListener.NONE,
                List.of(),
                true)
            .with(find)
            .executeWithoutFiles();
    return new Ended(find.result(run), run);
  }

  private static void assertFound(FindResult found) {
    Range range = found.ratePerSecond().orElseThrow();
    assertThat(found.status()).as(found.reason()).isEqualTo(Status.FOUND);
    double middle = (range.low().orElseThrow() + range.high().orElseThrow()) / 2;
    assertThat(middle).as(found::toString).isCloseTo(CAPACITY, within(0.03 * CAPACITY));
  }

  @Test
  void theCapacityOfAQueueIsFound() {
    try (QueueStore queue = new QueueStore(CAPACITY, 0, 1)) {
      Ended ended = search(queue, Integer.MAX_VALUE, "find.from=700");

      FindResult found = ended.found();
      assertFound(found);
      assertThat(found.confidence()).hasValue(0.95);
      assertThat(found.thresholds())
          .containsExactly("achieved>=99% of the offered rate", "errors<1");
      assertThat(found.probes()).extracting(FindResult.Probe::outcome).contains(Outcome.PASSED);
      assertThat(found.probes()).extracting(FindResult.Probe::outcome).contains(Outcome.FAILED);
      List<PhaseResult> probes =
          ended.run().phases().stream().filter(phase -> phase.name() == PhaseName.PROBE).toList();
      assertThat(probes).hasSameSizeAs(found.probes());
      assertThat(probes)
          .as("no probe leaves a backlog to the next one")
          .allSatisfy(probe -> assertThat(probe.requests()).isEqualTo(probe.operationCount()));
      assertThat(ended.run().slos()).as("thresholds are of probes").isEmpty();
      assertThat(ended.run().verdict().reasons())
          .extracting(reason -> reason.check())
          .as("that probes fail is no reason to doubt them")
          .doesNotContain("achieved rate", "lag", "errors");
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.1})
  @Tag("matrix")
  void theCapacityIsFoundWithinThreePerCentInTenOfTenTries(double noise) throws Exception {
    try (ExecutorService tries = Executors.newFixedThreadPool(AT_A_TIME)) {
      List<Callable<FindResult>> calls = new ArrayList<>();
      for (int index = 0; index < TRIES; index++) {
        long seed = index;
        calls.add(
            () -> {
              try (QueueStore queue = new QueueStore(CAPACITY, noise, seed)) {
                return search(queue, Integer.MAX_VALUE, "find.precision=3%").found();
              }
            });
      }
      for (Future<FindResult> found : tries.invokeAll(calls)) {
        assertFound(found.get());
      }
    }
  }

  @Test
  void aSearchThatIsInterruptedKeepsWhatItKnows() {
    try (QueueStore queue = new QueueStore(CAPACITY, 0, 1)) {
      FindResult found = search(queue, 2, "find.from=50").found();

      assertThat(found.status()).isEqualTo(Status.INTERRUPTED);
      assertThat(found.reason()).contains("interrupted");
      assertThat(found.probes()).hasSize(2);
      assertThat(found.ratePerSecond()).isPresent();
    }
  }

  @Test
  void theTimeOfASearchIsLimited() {
    try (QueueStore queue = new QueueStore(CAPACITY, 0, 1)) {
      FindResult found =
          search(queue, Integer.MAX_VALUE, "find.from=400", "find.max.time=1s").found();

      assertThat(found.status()).isEqualTo(Status.TIME_UP);
      assertThat(found.reason()).contains("find.max.time");
      assertThat(found.probes()).hasSize(1);
    }
  }

  @Test
  void aThresholdOfTheUsersOwnIsKept() {
    try (QueueStore queue = new QueueStore(CAPACITY, 0, 1)) {
      FindResult found = search(queue, 1, "find.from=100", "slo=response.p50<1us").found();

      assertThat(found.thresholds())
          .containsExactly("achieved>=99% of the offered rate", "response.p50<1us");
      assertThat(found.probes().getFirst().reason().orElseThrow())
          .contains("response.p50 is", "expected below 1 µs");
    }
  }

  @Test
  void aCurveHasItsKnee() {
    try (QueueStore queue = new QueueStore(CAPACITY, 0, 1)) {
      FindResult found =
          search(queue, Integer.MAX_VALUE, "find.what=curve", "find.points=4").found();

      assertThat(found.status()).as(found::toString).isEqualTo(Status.FOUND);
      assertThat(found.probes()).hasSize(5);
      assertThat(found.capacityPerSecond().orElseThrow())
          .isCloseTo(CAPACITY, within(0.2 * CAPACITY));
      assertThat(found.kneePerSecond().orElseThrow()).isLessThanOrEqualTo(CAPACITY * 1.02);
      assertThat(found.ratePerSecond().orElseThrow().high().orElseThrow()).isGreaterThan(CAPACITY);
    }
  }

  @Test
  void theNumberOfClientsThatSaturatesIsFound() {
    // Each client waits for 20 ms, so 16 of them keep a queue of 800/s busy.
    try (QueueStore queue = new QueueStore(CAPACITY, 0, 1)) {
      FindResult found =
          search(
                  (number, operation, honest, completion) -> {
                    Thread.ofVirtual()
                        .start(
                            () -> {
                              sleep(20);
                              queue.answer(number, operation, honest, completion);
                            });
                  },
                  Integer.MAX_VALUE,
                  "find.what=clients",
                  "target=0",
                  "clients=64",
                  "find.repeats=1",
                  "find.precision=30%",
                  "find.within=10%")
              .found();

      assertThat(found.status()).isEqualTo(Status.FOUND);
      Range clients = found.clients().orElseThrow();
      // On a busy machine a wait may take much longer, so more clients are needed.
      assertThat(clients.low().orElseThrow()).as(found::toString).isBetween(4.0, 63.0);
      assertThat(clients.high().orElseThrow()).isBetween(clients.low().orElseThrow() + 1, 64.0);
      assertThat(found.ratePerSecond()).isEmpty();
    }
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
