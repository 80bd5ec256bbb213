package io.kvbench.bindings.consul.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.server.ServerNode;
import io.kvbench.core.server.ServerSecurity;
import io.kvbench.core.setting.Settings;
import io.kvbench.testkit.ServerNodes;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ConsulServersTest {
  private final ConsulServers consul = new ConsulServers();

  private Settings settings(Map<String, String> given) {
    return ServerNodes.settings(consul.settings(), given);
  }

  @Test
  void isConfiguredForProduction() {
    List<ServerNode> cluster = ServerNodes.processes("consul", 3);

    assertThat(
            consul.arguments(
                cluster.get(1),
                cluster,
                settings(Map.of("cluster.consul.kv_max_value_size", "9999"))))
        .contains(
            "-bootstrap-expect=3",
            "-node=consul-2",
            "-data-dir=/x/node2/store",
            "-bind=127.0.0.1",
            "-client=127.0.0.1",
            "-http-port=102",
            "-server-port=202",
            "-serf-lan-port=302",
            "-retry-join=127.0.0.1:301",
            "-retry-join=127.0.0.1:303",
            "-hcl=performance { raft_multiplier = 1 }",
            "-hcl=limits {\nhttp_max_conns_per_client = 12000\nkv_max_value_size = 9999\n}",
            "-hcl=disable_update_check = true");
  }

  @Test
  void joinsOthersByTheirNamesInContainers() {
    List<ServerNode> two = ServerNodes.containers(2, consul.ports(), "/c", "/d");
    List<ServerNode> one = ServerNodes.containers(1, consul.ports(), "/c", "/d");
    Settings defaults = settings(Map.of());

    assertThat(consul.arguments(two.get(1), two, defaults))
        .contains("-bootstrap-expect=2", "-retry-join=n-1:8301", "-retry-join=n-2:8301");
    assertThat(consul.arguments(one.getFirst(), one, defaults))
        .contains("-bootstrap-expect=1")
        .noneMatch(argument -> argument.startsWith("-retry"));
  }

  @Test
  void advertisesTheAddressOfItsProxy() {
    List<ServerNode> containers =
        ServerNodes.proxied(ServerNodes.containers(2, consul.ports(), "/c", "/d"), "10.0.0.9");

    assertThat(consul.arguments(containers.get(1), containers, settings(Map.of())))
        .contains("-bind=0.0.0.0", "-advertise=10.0.0.9", "-retry-join=10.0.0.9:9301")
        .noneMatch(argument -> argument.startsWith("-serf-lan-bind"));
  }

  @Test
  void listensForGossipAtTheHostOfItsProxy() {
    List<String> addresses = List.of("127.0.0.1:1", "127.0.0.1:2", "127.9.9.9:3");
    List<String> peers = List.of("127.0.0.1:1", "127.9.9.9:2", "127.9.9.9:3");
    ServerNode server =
        new ServerNode(
            "consul-1", 1, "127.0.0.1:1", addresses, peers, "/c", "/d", "", OptionalLong.empty());

    assertThat(consul.arguments(server, List.of(server), settings(Map.of())))
        .contains("-bind=127.0.0.1", "-serf-lan-bind=127.9.9.9", "-advertise=127.9.9.9");
  }

  @Test
  void isSecuredByFilesWithoutTokensOnTheCommandLine() {
    List<ServerNode> cluster = ServerNodes.processes("consul", 3);
    ServerSecurity security =
        new ServerSecurity(
            Optional.of(
                new ServerSecurity.TlsFiles(
                    "/in/ca.crt",
                    "/in/server.crt",
                    "/in/server.key",
                    "/in/server.pem",
                    Path.of("/s/ca.crt"))),
            Optional.empty(),
            Optional.of(new ServerSecurity.User("me", "geheim", "streng")),
            Path.of("/s"));
    ConsulServers secured = new ConsulServers(security);
    String token = secured.access().files().get(Path.of("/s/token"));

    assertThat(secured.arguments(cluster.get(1), cluster, settings(Map.of())))
        .contains("-https-port=102", "-http-port=-1")
        .anyMatch(argument -> argument.startsWith("-hcl=tls {") && argument.contains("/in/ca.crt"))
        .anyMatch(argument -> argument.contains("default_policy = \"deny\""))
        .noneMatch(argument -> argument.contains("geheim") || argument.contains(token.strip()));
    assertThat(secured.access().settings())
        .containsOnly(
            Map.entry("consul.tls", "true"),
            Map.entry("consul.cacert", "/s/ca.crt"),
            Map.entry("consul.token.file", "/s/token"));
    assertThat(token).matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\n");
    assertThat(security + " " + secured + secured.access() + secured.telemetry())
        .doesNotContain("geheim", token.strip());
  }

  @Test
  void thePolicyOfClientsHasTheirKeysOnly() {
    assertThat(ConsulSecurity.ofClients("be\"n/"))
        .hasToString(
            "{\"key_prefix\":{\"be\\\"n/\":{\"policy\":\"write\"},"
                + "\".locks/be\\\"n/\":{\"policy\":\"write\"}},"
                + "\"session_prefix\":{\"\":{\"policy\":\"write\"}},"
                + "\"agent_prefix\":{\"\":{\"policy\":\"read\"}}}");
  }

  @Test
  void cetcdIsGivenItsOwnEtcd() throws Exception {
    List<ServerNode> cluster = ServerNodes.processes("cetcd", 2);

    assertThat(
            new CetcdServers()
                .program()
                .orElseThrow()
                .command()
                .of(Path.of("/x/proxy"), cluster.get(1), cluster, settings(Map.of()))
                .arguments())
        .containsExactly(
            "/x/proxy", "-consuladdr", "127.0.0.1:102", "-etcd", "http://127.0.0.1:902");
  }
}
