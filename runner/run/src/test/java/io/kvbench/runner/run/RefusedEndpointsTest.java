package io.kvbench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;

class RefusedEndpointsTest {

  @Test
  void areThoseWhereNothingListens() throws Exception {
    int closed;
    try (ServerSocket soonClosed = listen()) {
      closed = soonClosed.getLocalPort();
    }
    try (ServerSocket open = listen()) {
      String here = "127.0.0.1:" + open.getLocalPort();
      String nothing = "127.0.0.1:" + closed;

      assertThat(RefusedEndpoints.among(List.of(here, nothing, "http://" + nothing + "/v1")))
          .containsExactly(nothing, "http://" + nothing + "/v1");
    }
  }

  @Test
  void doNotIncludeWhatIsNoAddress() throws Exception {
    assertThat(RefusedEndpoints.among(List.of("", "host", "host:99999", "no such host:80")))
        .isEmpty();
    assertThat(RefusedEndpoints.among(List.of())).isEmpty();
  }

  private static ServerSocket listen() throws Exception {
    return new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
  }
}
