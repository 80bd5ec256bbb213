package io.kvbench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.NanoClock;
import io.kvbench.results.format.RoundTripResult;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class RoundTripsTest {
  private final RoundTrips trips = new RoundTrips(NanoClock.system());

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1:%s", "http://127.0.0.1:%s", "https://localhost:%s/root"})
  void measuresEndpointsWithAPortInAnyForm(String form) throws IOException {
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String endpoint = form.formatted(server.getLocalPort());

      assertThat(trips.of(List.of(endpoint)).orElseThrow())
          .singleElement()
          .satisfies(
              trip -> {
                assertThat(trip.endpoint()).isEqualTo(endpoint);
                assertThat(trip.tries()).isEqualTo(RoundTrips.TRIES);
                assertThat(trip.answered()).isEqualTo(RoundTrips.TRIES);
                assertThat(trip.minMicros().orElseThrow())
                    .isBetween(0L, trip.medianMicros().orElseThrow());
              });
    }
  }

  @Test
  void anEndpointThatRefusesIsTriedOnce() throws IOException {
    int port;
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      port = server.getLocalPort();
    }
    String endpoint = "127.0.0.1:" + port;

    assertThat(trips.of(List.of(endpoint)).orElseThrow())
        .containsExactly(
            new RoundTripResult(endpoint, 1, 0, OptionalLong.empty(), OptionalLong.empty()));
  }

  @Test
  void aHostThatIsNotKnownIsTriedOnce() {
    assertThat(trips.of(List.of("no-such-host.invalid:2379")).orElseThrow())
        .singleElement()
        .satisfies(trip -> assertThat(trip.answered()).isZero());
  }

  @ParameterizedTest
  @ValueSource(strings = {"somewhere", "unix:///run/store.sock", "host:0", "host:70000", ""})
  void endpointsWithoutAPortAreLeftOut(String endpoint) {
    assertThat(trips.of(List.of(endpoint))).isEmpty();
  }
}
