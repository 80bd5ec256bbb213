package io.kvbench.runner.run.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.ServerState;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProxiedAddressesTest {
  @Test
  void statesHaveTheServersOwnEndpoints() {
    ProxiedAddresses route =
        new ProxiedAddresses(List.of("a:1", "b:1"), List.of("127.0.0.1:5", "127.0.0.1:6"));

    assertThat(route.named(ServerState.of("127.0.0.1:6", OptionalLong.of(3))))
        .isEqualTo(ServerState.of("b:1", OptionalLong.of(3)));
    assertThat(route.named(ServerState.silent("c:1", "why")))
        .isEqualTo(ServerState.silent("c:1", "why"));
  }

  @ParameterizedTest
  @CsvSource({
    "h:1, h:1, 127.0.0.1:9",
    "https://h.example.org:443/x, h.example.org:443, https://127.0.0.1:9/x",
    "[fe80::1%eth0]:2181, [fe80::1%eth0]:2181, 127.0.0.1:9",
    "http://[::1]:80, [::1]:80, http://127.0.0.1:9",
  })
  void anAddressTakesThePlaceOfAnEndpoint(String endpoint, String address, String other) {
    EndpointTemplate place = EndpointTemplate.of(endpoint).orElseThrow();

    assertThat(place.address()).isEqualTo(address);
    assertThat(place.at("127.0.0.1:9")).isEqualTo(other);
  }

  /** The address goes into JSON as it is. */
  @ParameterizedTest
  @ValueSource(strings = {"h", "h:", "h\":1", "h\\:1", "u@h:1", "::1:80", "h:123456"})
  void whatIsNoPlace(String endpoint) {
    assertThat(EndpointTemplate.of(endpoint)).isEmpty();
  }
}
