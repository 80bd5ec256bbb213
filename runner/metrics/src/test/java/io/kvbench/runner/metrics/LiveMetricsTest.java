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
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LiveMetricsTest {
  private static final long SECOND = 1_000_000_000L;
  private static final PhasePlan RUN =
      new PhasePlan(PhaseName.RUN, 7, new LoadModel.ClosedLoop(), 100, Optional.empty(), false);

  private final AtomicLong cpu = new AtomicLong();
  private final LiveMetrics metrics = new LiveMetrics("memory", "smoke", cpu::get);

  private static StatusSnapshot times(long... nanos) {
    TimeHistogram histogram = TimeHistogram.ofNanos(nanos);
    return new StatusSnapshot(histogram, histogram);
  }

  private static Interval interval(Map<Status, StatusSnapshot> reads) {
    return new Interval(
        Instant.EPOCH,
        SECOND,
        2 * SECOND,
        5,
        3,
        new Snapshot(Map.of(OperationType.READ, reads), TimeHistogram.ofNanos(4_000_000)),
        Ticks.none());
  }

  @Test
  void anIntervalIsToldAndItsCountsAreAdded() {
    metrics.phaseStarted(RUN);
    cpu.set(SECOND);
    Map<Status, StatusSnapshot> reads =
        Map.of(Outcome.OK, times(1_000_000, 3_000_000), ErrorKind.TIMEOUT, times(SECOND));
    metrics.interval(interval(reads));
    metrics.interval(interval(reads));

    String labels = "system=\"memory\",workload=\"smoke\"";
    assertThat(metrics.text().lines())
        .contains(
            "kvbench_operations_total{operation=\"READ\",outcome=\"OK\"," + labels + "} 4.0",
            "kvbench_errors_total{kind=\"TIMEOUT\",operation=\"READ\"," + labels + "} 2.0",
            "kvbench_throughput_per_second{operation=\"READ\"," + labels + "} 1.0",
            "kvbench_clients_active{" + labels + "} 5.0",
            "kvbench_phase{phase=\"run\",step=\"\"," + labels + "} 1.0",
            "kvbench_phase_elapsed_seconds{" + labels + "} 3.0",
            "kvbench_client_cpu_cores{" + labels + "} 0.0");
    assertThat(metrics.text())
        .containsPattern(
            "kvbench_response_seconds\\{operation=\"READ\",quantile=\"0.99\","
                + labels
                + "} 0\\.0030")
        .containsPattern("kvbench_service_seconds\\{operation=\"READ\",quantile=\"1\",")
        .containsPattern("kvbench_lag_seconds\\{quantile=\"0.5\"," + labels + "} 0\\.0040");
  }

  @Test
  void whatIsOverIsNotTold() {
    metrics.phaseStarted(RUN);
    metrics.interval(interval(Map.of(Outcome.OK, times(1_000_000))));
    metrics.interval(interval(Map.of(ErrorKind.TIMEOUT, times(SECOND))));

    assertThat(metrics.text()).doesNotContain("kvbench_response_seconds{");
    metrics.phaseEnded();
    assertThat(metrics.text())
        .doesNotContain("kvbench_clients_active{", "kvbench_phase{")
        .contains("kvbench_operations_total{");
  }

  @Test
  void whatServersUsedIsTheDifferenceBetweenLooks() {
    NodeMetrics nodes = metrics.nodes();
    nodes.sampled(Samples.sample(0, Samples.process("etcd-1", 0, 5_000)));
    assertThat(metrics.text())
        .contains("kvbench_node_resident_bytes{node=\"etcd-1\",")
        .doesNotContain("kvbench_node_cpu_cores{");

    nodes.sampled(Samples.sample(2, Samples.process("etcd-1", 0, 8_000)));
    assertThat(metrics.text())
        .containsPattern("kvbench_node_cpu_cores\\{node=\"etcd-1\",[^}]*} 1\\.5");
  }

  @Test
  void aServerThatWasStartedAgainCountsAnewAndOneThatIsGoneIsForgotten() {
    NodeMetrics nodes = metrics.nodes();
    nodes.sampled(Samples.sample(0, Samples.process("etcd-1", 0, 5_000)));
    nodes.sampled(Samples.sample(1, Samples.process("etcd-1", 1, 7_000)));
    assertThat(metrics.text()).doesNotContain("kvbench_node_cpu_cores{");

    nodes.sampled(Samples.sample(60, Samples.process("etcd-2", 0, 1)));
    assertThat(metrics.text()).contains("node=\"etcd-2\"").doesNotContain("node=\"etcd-1\"");
  }
}
