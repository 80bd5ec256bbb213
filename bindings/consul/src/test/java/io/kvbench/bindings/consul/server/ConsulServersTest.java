package io.kvbench.bindings.consul.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.server.ServerNode;
import io.kvbench.core.setting.Settings;
import io.kvbench.testkit.ServerNodes;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
            ConsulServers.arguments(
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

    assertThat(ConsulServers.arguments(two.get(1), two, defaults))
        .contains("-bootstrap-expect=2", "-retry-join=n-1:8301", "-retry-join=n-2:8301");
    assertThat(ConsulServers.arguments(one.getFirst(), one, defaults))
        .contains("-bootstrap-expect=1")
        .noneMatch(argument -> argument.startsWith("-retry"));
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
