package io.kvbench.bindings.zookeeper.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.testkit.MetricsFuzz;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests with metrics of real servers. */
class ZooKeeperMetricsTest {
  @Test
  void zooKeeperTellsOfItsStateAndSessions() throws IOException {
    Map<String, Double> metrics =
        ZooKeeperMetrics.parse(
            """
            zk_version\t3.9.5-, built on 2026-01-01
            zk_server_state\tleader
            zk_stale_sessions_expired\t3
            zk_fsync_threshold_exceed_count\t1
            """);

    assertThat(metrics)
        .containsEntry("zk_server_state", 1.0)
        .containsEntry("zk_stale_sessions_expired", 3.0)
        .containsEntry("zk_fsync_threshold_exceed_count", 1.0);
  }

  @Test
  void zooKeeperThatMayNotTellSaysSo() {
    assertThatThrownBy(
            () ->
                ZooKeeperMetrics.parse(
                    "mntr is not executed because it is not in the whitelist.\n"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("4lw.commands.whitelist");
  }

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void damagedMetricsAreReadOrRefused() {
    MetricsFuzz.readOrRefused(
        """
        zk_version\t3.9.3-c26634f34490bb0ea7a09cc51e05ede3b4e320ee, built on 2024-10-17 23:21 UTC
        zk_server_state\tleader
        zk_cnt_snapshottime\t1
        zk_sum_snapshottime\t2.0
        """,
        ZooKeeperMetrics::parse);
  }
}
