package io.kvbench.runner.junit;

import static io.kvbench.runner.junit.KvbenchAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.results.figure.Metric;
import io.kvbench.runner.embed.Kvbench;
import io.kvbench.runner.embed.WorkloadSpec;
import io.kvbench.runner.run.RunOutcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests with concurrent runs of eleven seconds, compared with an earlier run. */
final class BaselineIT {
  @TempDir private static Path results;

  private static ExecutorService runs;
  private static Future<RunOutcome> baseline;
  private static Future<RunOutcome> same;
  private static Future<RunOutcome> slower;
  private static Future<RunOutcome> busier;
  private static Future<RunOutcome> brief;

  @BeforeAll
  static void startAll() {
    runs = Executors.newVirtualThreadPerTaskExecutor();
    baseline = start("baseline", 20, 4, 11);
    same = start("same", 20, 4, 11);
    slower = start("slower", 200, 4, 11);
    busier = start("busier", 20, 16, 11);
    brief = start("brief", 20, 4, 2);
  }

  @AfterAll
  static void endAll() {
    runs.close();
  }

  private static Future<RunOutcome> start(String name, int millis, int clients, int seconds) {
    return runs.submit(
        () ->
            Kvbench.run(
                Kvbench.plan(new Slow(Duration.ofMillis(millis), false), Slow.NAME)
                    .workload(WorkloadSpec.mix("inserts").inserts(1))
                    .clients(clients)
                    .duration(Duration.ofSeconds(seconds))
                    .build(),
                results.resolve(name)));
  }

  @Test
  void aRunLikeTheBaselinePasses() throws Exception {
    Path directory = baseline.get().directory();

    // Ten times as long is far beyond the effect of a busy machine on two concurrent runs.
    assertThat(same.get())
        .comparedWith(directory)
        .isNotWorse(Metric.THROUGHPUT, 0.8)
        .isNotWorse(Metric.P50, 1)
        .and()
        .hasNoErrors();
    assertThat(same.get())
        .comparedWith(slower.get().directory())
        .isNotWorse(Metric.THROUGHPUT, 0)
        .isNotWorse(Metric.MEAN, 0)
        .isNotWorse(Metric.P50, 0);
  }

  @Test
  void aPercentileOfAFewOperationsFails() throws Exception {
    BaselineAssert compared = assertThat(same.get()).comparedWith(slower.get().directory());

    assertThatThrownBy(() -> compared.isNotWorse(Metric.P99, 1))
        .as("two hundred operations are not enough")
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("for a percentile 10 operations beyond it");
  }

  @Test
  void aSlowerRunFails() throws Exception {
    BaselineAssert compared = assertThat(slower.get()).comparedWith(baseline.get().directory());

    assertThatThrownBy(() -> compared.isNotWorseByMoreThan(0.1))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("Expected the throughput not to be worse than that of")
        .hasMessageContaining("by more than 10")
        .hasMessageMatching("(?s).* but it went from [0-9.]+/s to [0-9.]+/s .*")
        .hasMessageContaining("The result is in " + slower.get().directory());
    assertThatThrownBy(() -> compared.isNotWorse(Metric.P50, 1))
        .hasMessageContaining("the p50 response time");
    for (double tolerance : new double[] {Double.NaN, 10, -0.1}) {
      assertThatThrownBy(() -> compared.isNotWorseByMoreThan(tolerance))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void whatCannotBeComparedFails() throws Exception {
    Path directory = baseline.get().directory();
    BaselineAssert ofBusier = assertThat(busier.get()).comparedWith(directory);
    BaselineAssert ofBrief = assertThat(brief.get()).comparedWith(directory);

    assertThatThrownBy(() -> ofBusier.isNotWorse(Metric.P50, 1))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("they differ in requests in flight");
    assertThatThrownBy(() -> ofBrief.isNotWorse(Metric.THROUGHPUT, 1))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("a run is too short");
    assertThatThrownBy(() -> assertThat(same.get()).comparedWith(results.resolve("nowhere")))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("there is no directory");
    assertThatThrownBy(() -> assertThat(same.get().result()).comparedWith(directory))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("nothing is known of a directory");
  }
}
