package io.kvbench.runner.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.Interval;
import io.kvbench.core.measure.Snapshot;
import io.kvbench.core.measure.StatusSnapshot;
import io.kvbench.core.measure.Ticks;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LiveMetricsTest {
  private static final long SECOND = 1_000_000_000L;
  private static final PhasePlan RUN =
      new PhasePlan(PhaseName.RUN, 7, new LoadModel.ClosedLoop(), 100, Optional.empty(), false);

  private final TurnedClock clock = new TurnedClock();
  private final AtomicLong cpu = new AtomicLong();
  private final LiveMetrics metrics = new LiveMetrics("memory", "smoke", cpu::get, clock);

  private static StatusSnapshot times(long... nanos) {
    TimeHistogram histogram = TimeHistogram.ofNanos(nanos);
    return new StatusSnapshot(histogram, histogram);
  }

  private static Interval interval(Map<Status, StatusSnapshot> reads) {
    return interval(reads, 2 * SECOND);
  }

  private static Interval interval(Map<Status, StatusSnapshot> reads, long wallNanos) {
    return new Interval(
        Instant.EPOCH,
        SECOND,
        wallNanos,
        5,
        3,
        new Snapshot(Map.of(OperationType.READ, reads), TimeHistogram.ofNanos(4_000_000)),
        Ticks.sum(List.of()),
        1.5,
        0);
  }

  @Test
  void anIntervalIsToldAndItsCountsAreAdded() {
    metrics.phaseStarted(RUN, Set.of(OperationType.READ));
    Map<Status, StatusSnapshot> reads =
        Map.of(Outcome.OK, times(1_000_000, 3_000_000), ErrorKind.TIMEOUT, times(SECOND));
    metrics.interval(interval(reads));
    metrics.interval(interval(reads));

    String labels = "system=\"memory\",workload=\"smoke\"";
    assertThat(Samples.text(metrics).lines())
        .contains(
            "kvbench_operations_total{operation=\"READ\",outcome=\"OK\"," + labels + "} 4.0",
            "kvbench_errors_total{kind=\"TIMEOUT\",operation=\"READ\"," + labels + "} 2.0",
            "kvbench_errors_total{kind=\"OTHER\",operation=\"READ\"," + labels + "} 0.0",
            "kvbench_throughput_per_second{operation=\"READ\"," + labels + "} 1.0",
            "kvbench_clients_active{" + labels + "} 5.0",
            "kvbench_operations_in_flight{" + labels + "} 1.5",
            "kvbench_clients_free{" + labels + "} 3.5",
            "kvbench_phase{phase=\"run\",step=\"\"," + labels + "} 1.0",
            "kvbench_phase_elapsed_seconds{" + labels + "} 3.0");
    assertThat(Samples.text(metrics))
        .containsPattern(
            "kvbench_response_percentile_seconds\\{operation=\"READ\",percentile=\"100\","
                + labels
                + "} 0\\.0030")
        .containsPattern(
            "kvbench_service_percentile_seconds\\{operation=\"READ\",percentile=\"100\",")
        .containsPattern(
            "kvbench_lag_percentile_seconds\\{percentile=\"100\"," + labels + "} 0\\.0040");
  }

  /** The rule of tables: ten operations beyond. */
  @Test
  void aPercentileOfAFewOperationsIsAbsent() {
    metrics.phaseStarted(RUN, Set.of(OperationType.READ));
    metrics.interval(interval(Map.of(Outcome.OK, times(new long[200]))));

    assertThat(Samples.text(metrics))
        .contains("kvbench_response_percentile_seconds{operation=\"READ\",percentile=\"95\",")
        .contains("kvbench_response_percentile_seconds{operation=\"READ\",percentile=\"100\",")
        .doesNotContain(
            "percentile=\"99\"",
            "percentile=\"99.9\"",
            "kvbench_lag_percentile_seconds{percentile=\"50\"");
  }

  @Test
  void anIntervalThatWasCutShortHasNoRate() {
    metrics.phaseStarted(RUN, Set.of(OperationType.READ));
    metrics.interval(interval(Map.of(Outcome.OK, times(1_000_000)), 7_000_000));

    assertThat(Samples.text(metrics))
        .contains("kvbench_operations_total{")
        .doesNotContain("kvbench_throughput_per_second{");
  }

  /** Sessions are opened before the first interval, and answers waited for after the last. */
  @Test
  void processorTimeIsDividedByTheTimeBetweenItsReadings() {
    metrics.phaseStarted(RUN, Set.of(OperationType.READ));
    cpu.set(6 * SECOND);
    clock.turn(Duration.ofSeconds(4));
    metrics.interval(interval(Map.of(), SECOND));
    assertThat(Samples.text(metrics)).containsPattern("kvbench_client_cpu_cores\\{[^}]*} 1\\.5\n");

    cpu.set(7 * SECOND);
    clock.turn(Duration.ofSeconds(2));
    metrics.interval(interval(Map.of(), 7_000_000));
    assertThat(Samples.text(metrics)).containsPattern("kvbench_client_cpu_cores\\{[^}]*} 0\\.5\n");
  }

  @Test
  void countersOfAllOperationsBeginAtZero() {
    metrics.phaseStarted(RUN, OperationType.withParts(Set.of(OperationType.READ_MODIFY_WRITE)));

    assertThat(Samples.text(metrics))
        .containsPattern(
            "kvbench_errors_total\\{kind=\"TIMEOUT\",operation=\"UPDATE\",[^}]*} 0\\.0\n")
        .containsPattern(
            "kvbench_operations_total\\{operation=\"READ_MODIFY_WRITE\",outcome=\"OK\",[^}]*} 0\\.0\n");
  }

  @Test
  void theRunAndTheBuildAreNamed() {
    metrics.about("20260101T000000Z-smoke-memory", "nightly", "1.2");

    String run = "label=\"nightly\",run=\"20260101T000000Z-smoke-memory\",system=\"memory\"";
    assertThat(Samples.text(metrics).lines())
        .contains(
            "kvbench_run_info{" + run + ",workload=\"smoke\"} 1",
            "kvbench_build_info{" + run + ",version=\"1.2\",workload=\"smoke\"} 1");

    metrics.phaseStarted(RUN, Set.of(OperationType.READ));
    metrics.interval(interval(Map.of(Outcome.OK, times(1_000_000))));
    assertThat(Samples.text(metrics).lines().filter(line -> !line.startsWith("#")))
        .allMatch(line -> line.contains("run=\"20260101T000000Z-smoke-memory\""));
  }

  /** promtool takes a label named quantile for a summary's. */
  @Test
  void noGaugeHasALabelOfSummaries() {
    metrics.phaseStarted(RUN, Set.of(OperationType.READ));
    metrics.interval(interval(Map.of(Outcome.OK, times(1_000_000))));

    assertThat(Samples.text(metrics)).doesNotContain("quantile=");
  }

  @Test
  void histogramsOfTheWholeRunBeginAtZero() {
    metrics.phaseStarted(RUN, Set.of(OperationType.READ));
    assertThat(Samples.text(metrics))
        .containsPattern("kvbench_response_seconds_count\\{operation=\"READ\",[^}]*} 0\n")
        .doesNotContain("kvbench_lag_seconds");

    metrics.interval(interval(Map.of(Outcome.OK, times(1_000_000, 3_000_000))));
    metrics.interval(interval(Map.of(Outcome.OK, times(3_000_000), ErrorKind.TIMEOUT, times(9))));
    metrics.phaseEnded();
    assertThat(Samples.text(metrics))
        .containsPattern("kvbench_response_seconds_bucket\\{[^}]*,le=\"0.0012\"} 1\n")
        .containsPattern("kvbench_response_seconds_bucket\\{[^}]*,le=\"0.0033\"} 3\n")
        .containsPattern("kvbench_response_seconds_count\\{operation=\"READ\",[^}]*} 3\n")
        .containsPattern("kvbench_response_seconds_sum\\{operation=\"READ\",[^}]*} 0\\.0069987")
        .containsPattern("kvbench_lag_seconds_count\\{[^}]*} 2\n");
  }

  @Test
  void theReaderChoosesTheFormat() {
    assertThat(metrics.export("").contentType()).startsWith("text/plain; version=0.0.4");
    assertThat(metrics.export("application/openmetrics-text;version=1.0.0").contentType())
        .startsWith("application/openmetrics-text; version=1.0.0");
    assertThat(
            metrics
                .export(
                    "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;"
                        + "encoding=delimited")
                .contentType())
        .startsWith("application/vnd.google.protobuf");
  }

  @Test
  void aShareIsNeverAboveOne() {
    metrics.phaseStarted(RUN, Set.of(OperationType.READ));
    metrics.nodes().sampled("db", Samples.sample(0));
    metrics.nodes().sampled("db", Samples.busy(10, 41_000));

    assertThat(Samples.text(metrics)).containsPattern("kvbench_host_cpu_busy_ratio\\{[^}]*} 1\\.0");
  }

  @Test
  void whatIsOverIsNotTold() {
    metrics.phaseStarted(RUN, Set.of(OperationType.READ));
    metrics.interval(interval(Map.of(Outcome.OK, times(1_000_000))));
    metrics.interval(interval(Map.of(ErrorKind.TIMEOUT, times(SECOND))));

    assertThat(Samples.text(metrics)).doesNotContain("kvbench_response_percentile_seconds{");
    metrics.phaseEnded();
    assertThat(Samples.text(metrics))
        .doesNotContain("kvbench_clients_active{", "kvbench_phase{")
        .contains("kvbench_operations_total{");
  }

  @Test
  void whatServersUsedIsTheDifferenceBetweenLooks() {
    metrics.phaseStarted(RUN, Set.of(OperationType.READ));
    UsageMetrics nodes = metrics.nodes();
    nodes.sampled("local", Samples.sample(0, Samples.process("etcd-1", 0, 5_000)));
    assertThat(Samples.text(metrics))
        .contains("kvbench_node_resident_bytes{node=\"etcd-1\",")
        .doesNotContain("kvbench_node_cpu_cores{");

    nodes.sampled("local", Samples.sample(2, Samples.process("etcd-1", 0, 8_000)));
    assertThat(Samples.text(metrics))
        .containsPattern("kvbench_node_cpu_cores\\{node=\"etcd-1\",[^}]*} 1\\.5");
  }

  @Test
  void aServerThatWasStartedAgainCountsAnewAndOneThatIsGoneIsForgotten() {
    metrics.phaseStarted(RUN, Set.of(OperationType.READ));
    UsageMetrics nodes = metrics.nodes();
    nodes.sampled("local", Samples.sample(0, Samples.process("etcd-1", 0, 5_000)));
    nodes.sampled("local", Samples.sample(1, Samples.process("etcd-1", 1, 7_000)));
    assertThat(Samples.text(metrics)).doesNotContain("kvbench_node_cpu_cores{");

    nodes.sampled("local", Samples.sample(2, Samples.process("etcd-2", 0, 1)));
    assertThat(Samples.text(metrics)).contains("node=\"etcd-2\"").doesNotContain("node=\"etcd-1\"");
  }

  @Test
  void hostsAreToldOfAsRates() {
    metrics.phaseStarted(RUN, Set.of(OperationType.READ));
    UsageMetrics nodes = metrics.nodes();
    nodes.sampled("db", Samples.sample(0, Samples.process("etcd-1", 0, 0)));
    nodes.sampled("db", Samples.sample(10, Samples.process("etcd-1", 0, 0)));

    String labels = "{host=\"db\",system=\"memory\",workload=\"smoke\"} ";
    assertThat(Samples.text(metrics).lines())
        .contains(
            "kvbench_host_load" + labels + "1.5",
            "kvbench_host_cpu_busy_ratio" + labels + "0.25",
            "kvbench_host_cpu_steal_ratio" + labels + "0.1",
            "kvbench_host_memory_available_bytes" + labels + "1048576.0",
            "kvbench_host_disk_read_bytes_per_second" + labels + "1024.0",
            "kvbench_host_disk_written_bytes_per_second" + labels + "2048.0",
            "kvbench_host_network_received_bytes_per_second" + labels + "3000.0",
            "kvbench_host_network_sent_bytes_per_second" + labels + "5000.0")
        .anyMatch(line -> line.startsWith("kvbench_node_open_files{") && line.endsWith(" 12.0"))
        .anyMatch(line -> line.startsWith("kvbench_node_threads{") && line.endsWith(" 11.0"));
  }

  @Test
  void ratesAreOfTheLastSecondHoweverOftenSomebodyLooks() {
    metrics.phaseStarted(RUN, Set.of(OperationType.READ));
    long[] cpuMillis = {0, 0, 0, 500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 500};
    for (int n = 0; n < cpuMillis.length; n++) {
      metrics
          .nodes()
          .sampled("db", Samples.sampleAt(n, 100L * n, Samples.process("etcd", 0, cpuMillis[n])));
      boolean inLastSecond = n >= 3 && n <= 12;
      assertThat(Samples.text(metrics).contains("kvbench_node_cpu_cores{node=\"etcd\","))
          .isEqualTo(n > 0);
      if (n >= 10) {
        assertThat(Samples.text(metrics))
            .containsPattern(
                "cpu_cores\\{node=\"etcd\",[^}]*} " + (inLastSecond ? "0\\.5" : "0\\.0"));
      }
    }
  }

  @Test
  void nodesAndHostsGoAwayWhenNoMoreSamplesComeAndBetweenPhases() {
    UsageMetrics nodes = metrics.nodes();
    nodes.sampled("db", Samples.sample(0, Samples.process("etcd-1", 0, 0)));
    assertThat(Samples.text(metrics))
        .as("before")
        .doesNotContain("kvbench_node_", "kvbench_host_load");
    metrics.phaseStarted(RUN, Set.of(OperationType.READ));
    assertThat(Samples.text(metrics))
        .contains("kvbench_node_resident_bytes{", "kvbench_host_load{");

    clock.turn(Duration.ofSeconds(3));
    assertThat(Samples.text(metrics)).contains("kvbench_node_resident_bytes{");
    clock.turn(Duration.ofMillis(1));
    assertThat(Samples.text(metrics)).doesNotContain("kvbench_node_", "kvbench_host_");

    nodes.sampled("db", Samples.sample(0, Samples.process("etcd-1", 0, 0)));
    nodes.sampled("db", Samples.sample(1, Samples.process("etcd-1", 0, 0)));
    metrics.phaseEnded();
    assertThat(Samples.text(metrics)).doesNotContain("kvbench_node_", "kvbench_host_");
  }

  @Test
  void whoIsSampledSeldomIsWaitedForLonger() {
    metrics.phaseStarted(RUN, Set.of(OperationType.READ));
    metrics.nodes().sampled("db", Samples.sampleAt(0, 0));
    metrics.nodes().sampled("db", Samples.sampleAt(1, 10_000));
    clock.turn(Duration.ofSeconds(29));
    assertThat(Samples.text(metrics)).contains("kvbench_host_load{");
    clock.turn(Duration.ofSeconds(2));
    assertThat(Samples.text(metrics)).doesNotContain("kvbench_host_load{");
  }
}
