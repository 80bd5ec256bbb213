package io.kvbench.runner.run.events;

import io.kvbench.testkit.Mutation;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Metrics that are damaged at random are read as far as they are metrics, or refused. */
class MetricsFuzzTest {
  private static final int CASES = Integer.getInteger("kvbench.fuzz.cases", 10_000);
  private static final long SEED = Long.getLong("kvbench.fuzz.seed", 17);

  enum Shown {
    CONSUL(
        """
        {"Timestamp":"2026-01-02 03:04:10 +0000 UTC","Gauges":[],"Points":[],"Counters":[
        {"Name":"consul.raft.state.leader","Count":1,"Rate":0.1,"Sum":1,"Min":1,"Max":1,"Labels":{}}],
        "Samples":[{"Name":"consul.raft.fsm.apply","Count":12,"Rate":1.2e-05,"Sum":3.5e+06,"Min":0.1,
        "Max":0.9,"Mean":0.3,"Stddev":0.02,"Labels":{}}]}
        """) {
      @Override
      void read(String text) throws IOException {
        new ConsulMetrics(new HostPort("localhost", 1)).add(text);
      }
    },
    ETCD(
        """
        # TYPE etcd_disk_wal_fsync_duration_seconds histogram
        etcd_disk_wal_fsync_duration_seconds_bucket{le="1.024"} 100
        etcd_disk_wal_fsync_duration_seconds_count 1e+06
        etcd_server_is_leader 1
        go_gc_duration_seconds_sum 0.0125
        """) {
      @Override
      void read(String text) {
        EtcdMetrics.parse(text);
      }
    },
    ZOOKEEPER(
        """
        zk_version\t3.9.3-c26634f34490bb0ea7a09cc51e05ede3b4e320ee, built on 2024-10-17 23:21 UTC
        zk_server_state\tleader
        zk_cnt_snapshottime\t1
        zk_sum_snapshottime\t2.0
        """) {
      @Override
      void read(String text) throws IOException {
        ZooKeeperMetrics.parse(text);
      }
    };

    private final String text;

    Shown(String text) {
      this.text = text;
    }

    abstract void read(String text) throws IOException;
  }

  @ParameterizedTest
  @EnumSource
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void readsOrRefuses(Shown shown) {
    for (int index = 0; index < CASES; index++) {
      String text = new Mutation(SEED + index).of(shown.text);
      try {
        shown.read(text);
      } catch (IOException e) {
        // Refused, as it may be.
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed " + (SEED + index) + ": " + text, e);
      }
    }
  }
}
