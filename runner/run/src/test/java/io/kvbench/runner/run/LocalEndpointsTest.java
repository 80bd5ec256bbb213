package io.kvbench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LocalEndpointsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1:2379",
        "127.8.9.10",
        "https://localhost:2379",
        "LOCALHOST",
        "http://[::1]:8500/v1",
        "::1",
        "0.0.0.0:2379",
        "[::]:2379",
        "http://[::ffff:127.0.0.1]:2379",
        "::ffff:127.0.0.1"
      })
  void addressesThatNeverLeaveTheMachine(String endpoint) throws Exception {
    assertThat(LocalEndpoints.firstOf(List.of("192.0.2.1:2379", endpoint))).hasValue(endpoint);
  }

  @Test
  void theAddressesOfTheNetworkInterfaces() throws Exception {
    List<InetAddress> own =
        NetworkInterface.networkInterfaces().flatMap(NetworkInterface::inetAddresses).toList();

    assertThat(own).isNotEmpty();
    for (InetAddress address : own) {
      String host = address.getHostAddress();
      String endpoint = host.contains(":") ? "[" + host + "]:2379" : host + ":2379";
      assertThat(LocalEndpoints.firstOf(List.of(endpoint))).as(endpoint).hasValue(endpoint);
    }
  }

  /** Documentation addresses, which no machine has, and names that no resolver finds. */
  @Test
  void serversElsewhere() throws Exception {
    assertThat(
            LocalEndpoints.firstOf(
                List.of(
                    "192.0.2.1:2379",
                    "https://198.51.100.7",
                    "[2001:db8::1]:2379",
                    "127ers.invalid:2379",
                    "localhost.invalid:2379",
                    "")))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "node1:2379,node1",
    "https://Node1.example:2379/path,node1.example",
    "http://[2001:db8::1]:8500,2001:db8::1",
    "2001:db8::1,2001:db8::1",
    "10.0.0.1,10.0.0.1"
  })
  void theHostOfAnEndpoint(String endpoint, String host) {
    assertThat(LocalEndpoints.host(endpoint)).isEqualTo(host);
  }
}
