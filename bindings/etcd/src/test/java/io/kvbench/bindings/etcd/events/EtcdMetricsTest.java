package io.kvbench.bindings.etcd.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.testkit.MetricsFuzz;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests with metrics of real servers. */
class EtcdMetricsTest {
  @Test
  void slowSyncsAreThoseAboveTheLastBucketOfInterest() {
    assertThat(
            EtcdMetrics.parse(
                """
                # TYPE etcd_disk_wal_fsync_duration_seconds histogram
                etcd_disk_wal_fsync_duration_seconds_bucket{le="0.512"} 100
                etcd_disk_wal_fsync_duration_seconds_bucket{le="1.024"} 100
                etcd_disk_wal_fsync_duration_seconds_bucket{le="+Inf"} 103
                etcd_disk_wal_fsync_duration_seconds_count 103
                etcd_server_is_leader 1
                """))
        .containsEntry("slow", 3.0)
        .containsEntry("etcd_server_is_leader", 1.0)
        .hasSize(4);
  }

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void damagedMetricsAreReadOrRefused() {
    MetricsFuzz.readOrRefused(
        """
        # TYPE etcd_disk_wal_fsync_duration_seconds histogram
        etcd_disk_wal_fsync_duration_seconds_bucket{le="1.024"} 100
        etcd_disk_wal_fsync_duration_seconds_count 1e+06
        etcd_server_is_leader 1
        go_gc_duration_seconds_sum 0.0125
        """,
        EtcdMetrics::parse);
  }
}
