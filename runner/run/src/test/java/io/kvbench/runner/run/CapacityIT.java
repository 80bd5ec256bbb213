package io.kvbench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kvbench.core.plan.PhaseName;
import io.kvbench.results.format.FindResult;
import io.kvbench.results.format.FindResult.Outcome;
import io.kvbench.results.format.FindResult.Range;
import io.kvbench.results.format.FindResult.Status;
import io.kvbench.results.format.PhaseResult;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests that searches find the capacity of a queue for which it is known. They mostly wait. */
@Execution(ExecutionMode.CONCURRENT)
@Tag("matrix")
final class CapacityIT {
  private static final int TRIES = 10;

  private static void assertFound(FindResult found) {
    Range range = found.ratePerSecond().orElseThrow();
    assertThat(found.status()).as(found.reason()).isEqualTo(Status.FOUND);
    double middle = (range.low().orElseThrow() + range.high().orElseThrow()) / 2;
    assertThat(middle)
        .as(found::toString)
        .isCloseTo(FindTest.CAPACITY, within(0.03 * FindTest.CAPACITY));
  }

  @Test
  void theCapacityOfAQueueIsFound() {
    try (QueueStore queue = new QueueStore(FindTest.CAPACITY, 0, 1)) {
      FindTest.Ended ended = FindTest.search(queue, Integer.MAX_VALUE, "find.from=700");

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
          .allSatisfy(
              probe -> assertThat(probe.rates().requests()).isEqualTo(probe.operationCount()));
      assertThat(ended.run().slos()).as("thresholds are of probes").isEmpty();
      assertThat(ended.run().verdict().reasons())
          .extracting(reason -> reason.check())
          .as("that probes fail is no reason to doubt them")
          .doesNotContain("achieved rate", "lag", "errors");
    }
  }

  @Test
  void theCapacityIsFoundWithinThreePerCentInTenOfTenTries() throws Exception {
    List<Callable<FindResult>> calls = new ArrayList<>();
    for (double noise : new double[] {0, 0.1}) {
      for (int index = 0; index < TRIES; index++) {
        long seed = index;
        calls.add(
            () -> {
              try (QueueStore queue = new QueueStore(FindTest.CAPACITY, noise, seed)) {
                return FindTest.search(queue, Integer.MAX_VALUE).found();
              }
            });
      }
    }
    // A queue hardly needs a processor, so all tries take the time of one.
    try (ExecutorService tries = Executors.newFixedThreadPool(calls.size())) {
      for (Future<FindResult> found : tries.invokeAll(calls)) {
        assertFound(found.get());
      }
    }
  }

  @Test
  void aCurveHasItsKnee() {
    try (QueueStore queue = new QueueStore(FindTest.CAPACITY, 0, 1)) {
      FindResult found =
          FindTest.search(queue, Integer.MAX_VALUE, "find.what=curve", "find.points=4").found();

      assertThat(found.status()).as(found::toString).isEqualTo(Status.FOUND);
      assertThat(found.probes()).hasSize(5);
      assertThat(found.capacityPerSecond().orElseThrow())
          .isCloseTo(FindTest.CAPACITY, within(0.2 * FindTest.CAPACITY));
      assertThat(found.kneePerSecond().orElseThrow()).isLessThanOrEqualTo(FindTest.CAPACITY * 1.02);
      assertThat(found.ratePerSecond().orElseThrow().high().orElseThrow())
          .isGreaterThan(FindTest.CAPACITY);
    }
  }

  @Test
  void theNumberOfClientsThatSaturatesIsFound() {
    // Each client waits for 20 ms, so 16 of them keep a queue of 800/s busy.
    try (QueueStore queue = new QueueStore(FindTest.CAPACITY, 0, 1)) {
      FindResult found =
          FindTest.search(
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
