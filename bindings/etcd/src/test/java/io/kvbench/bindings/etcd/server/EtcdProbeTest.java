package io.kvbench.bindings.etcd.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EtcdProbeTest {
  private static String metrics(int has, int is) {
    return "# TYPE etcd_server_has_leader gauge\netcd_server_has_leader %d\netcd_server_id{x=\"1\"} 1\netcd_server_is_leader %d\n"
        .formatted(has, is);
  }

  @Test
  void aServersPartIsInItsMetrics() {
    assertThat(EtcdProbe.partInMetrics(metrics(1, 1), 3)).contains("leader");
    assertThat(EtcdProbe.partInMetrics(metrics(1, 0), 3)).contains("follower");
    assertThat(EtcdProbe.partInMetrics(metrics(1, 1), 1)).contains("standalone");
    assertThat(EtcdProbe.partInMetrics(metrics(0, 0), 3)).isEmpty();
    assertThat(EtcdProbe.partInMetrics("", 3)).isEmpty();
  }
}
