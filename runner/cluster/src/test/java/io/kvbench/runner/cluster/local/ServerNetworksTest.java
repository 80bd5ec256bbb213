package io.kvbench.runner.cluster.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.kvbench.runner.cluster.ClusterException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ServerNetworksTest {
  @Test
  void theSubnetHasNoRoute() throws Exception {
    String routes =
        """
        default via 192.0.2.1 dev eth0
        10.0.0.0/9 dev tun0 scope link
        blackhole 10.128.0.0/10
        10.192.0.7 via 192.0.2.1 dev eth0
        local 127.0.0.1 dev lo table local proto kernel scope host src 127.0.0.1
        """;
    for (int seed = 0; seed < 100; seed++) {
      String subnet = ServerNetworks.free(routes, new Random(seed));

      assertThat(Integer.parseInt(subnet.split("[.]", -1)[1])).isGreaterThanOrEqualTo(192);
      assertThat(subnet).isNotEqualTo("10.192.0");
    }
    assertThatThrownBy(() -> ServerNetworks.free("10.0.0.0/8 dev tun0", new Random(0)))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("10.0.0.0/8");
  }

  @Test
  void anIsolatedServerIsReachedByThisMachineOnly() throws Exception {
    assumeThat(ServerNetworks.obstacle()).isEmpty();
    ServerNetworks networks = ServerNetworks.create(2);
    Path link;
    try {
      link =
          Path.of(
              "/sys/class/net",
              "kvb-"
                  + networks
                      .host(1, 0, "127.0.0.1")
                      .replaceAll("^10[.]|[.]\\d+$", "")
                      .replace('.', '-')
                  + "-1");
      assertThat(link).exists();
      assertRefused(networks.host(1, 0, "127.0.0.1"));
      assertThat(said(networks, 1, "ip", "link", "show", "peers")).contains("state UP");

      networks.isolate(1);
      assertThat(said(networks, 1, "ip", "link", "show", "peers")).contains("NO-CARRIER");
      assertThat(said(networks, 2, "ip", "link", "show", "peers")).contains("state UP");
      assertRefused(networks.host(1, 0, "127.0.0.1"));

      networks.rejoin(1);
      assertThat(said(networks, 1, "ip", "link", "show", "peers")).contains("state UP");
      assertThat(said(networks, 1, "ip", "route", "get", "192.0.2.77")).contains("unreachable");
    } finally {
      networks.remove();
    }
    while (Files.exists(link)) {
      Thread.sleep(20);
    }
  }

  /** A refusal is an answer: the address exists, and nothing listens. */
  private static void assertRefused(String host) {
    assertThatThrownBy(
            () -> {
              try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(host, 9), 10_000);
              }
            })
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("refused");
  }

  private static String said(ServerNetworks networks, int number, String... command)
      throws IOException {
    Process process =
        new ProcessBuilder(networks.entering(number, List.of(command)))
            .redirectErrorStream(true)
            .start();
    try (InputStream said = process.getInputStream()) {
      return new String(said.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
