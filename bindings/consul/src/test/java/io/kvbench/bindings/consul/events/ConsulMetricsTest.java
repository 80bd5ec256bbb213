package io.kvbench.bindings.consul.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.server.HostPort;
import io.kvbench.testkit.MetricsFuzz;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests with metrics of real servers. */
class ConsulMetricsTest {
  private static final HostPort NOWHERE = new HostPort("localhost", 1);

  @Test
  void consulCountsEveryTenSecondsOnce() throws IOException {
    ConsulMetrics metrics = new ConsulMetrics(NOWHERE);
    String first =
        """
        {"Timestamp":"2026-11-22 02:44:50 +0000 UTC","Gauges":[],"Points":[],"Counters":[
        {"Name":"consul.raft.state.leader","Count":1,"Rate":0.1,"Sum":1,"Min":1,"Max":1,"Mean":1,"Stddev":0,"Labels":{}}],
        "Samples":[{"Name":"consul.runtime.gc_pause_ns","Count":2,"Rate":30000.5,"Sum":300005,"Min":100000,"Max":200005,"Mean":150002.5,"Stddev":7.1,"Labels":{}}]}""";

    assertThat(metrics.add(first))
        .containsEntry("raft.state.leader", 1.0)
        .containsEntry("runtime.gc_pause_ns", 2.0)
        .containsEntry("runtime.gc_pause_ns.sum", 300_005.0)
        .containsEntry("session_ttl.invalidate", 0.0);
    assertThat(metrics.add(first)).containsEntry("raft.state.leader", 1.0);
    assertThat(metrics.add(first.replace("02:44:50", "02:45:00")))
        .containsEntry("raft.state.leader", 2.0);
    assertThatThrownBy(() -> metrics.add("Permission denied")).isInstanceOf(IOException.class);
  }

  @Test
  void theFirstTenSecondsOfAConsulAreShownWhileTheyGoOn() throws IOException {
    ConsulMetrics metrics = new ConsulMetrics(NOWHERE);
    String figures =
        """
        {"Timestamp":"2026-11-22 02:44:%d +0000 UTC","Gauges":[],"Points":[],"Counters":[],
        "Samples":[{"Name":"consul.raft.fsm.apply","Count":%d,"Rate":30000.5,"Sum":3.5,"Min":1,"Max":2,"Mean":1.5,"Stddev":7.1,"Labels":{}}]}""";

    assertThat(metrics.add(figures.formatted(40, 3))).containsEntry("raft.fsm.apply", 3.0);
    assertThat(metrics.add(figures.formatted(40, 900))).containsEntry("raft.fsm.apply", 900.0);
    assertThat(metrics.add(figures.formatted(50, 10))).containsEntry("raft.fsm.apply", 910.0);
  }

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void damagedMetricsAreReadOrRefused() {
    MetricsFuzz.readOrRefused(
        """
        {"Timestamp":"2026-01-02 03:04:10 +0000 UTC","Gauges":[],"Points":[],"Counters":[
        {"Name":"consul.raft.state.leader","Count":1,"Rate":0.1,"Sum":1,"Min":1,"Max":1,"Labels":{}}],
        "Samples":[{"Name":"consul.raft.fsm.apply","Count":12,"Rate":1.2e-05,"Sum":3.5e+06,"Min":0.1,
        "Max":0.9,"Mean":0.3,"Stddev":0.02,"Labels":{}}]}
        """,
        damaged -> new ConsulMetrics(NOWHERE).add(damaged));
  }
}
