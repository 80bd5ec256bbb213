package io.kvbench.core.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostPortTest {
  @ParameterizedTest
  @CsvSource({
    "10.0.0.1:2379, 10.0.0.1, 2379",
    "http://etcd.example:2379/, etcd.example, 2379",
    "[::1]:2379, [::1], 2379",
    "etcd.example, etcd.example, 4711",
  })
  void endpointsInTheClearCanBeAsked(String endpoint, String host, int port) {
    assertThat(HostPort.of(endpoint, 4711)).contains(new HostPort(host, port));
  }

  @Test
  void headersAreNotShown() {
    assertThat(new HostPort("etcd.example", 1).with("X-Token", "geheim"))
        .hasToString("etcd.example:1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://etcd.example:2379", "", "host:0", "host:99999", "a b:1"})
  void othersCannot(String endpoint) {
    assertThat(HostPort.of(endpoint, 4711)).isEmpty();
  }
}
