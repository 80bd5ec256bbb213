package io.kvbench.bindings.etcd.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.server.ServerNode;
import io.kvbench.core.setting.Settings;
import io.kvbench.testkit.ServerNodes;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class EtcdServersTest {
  private final EtcdServers etcd = new EtcdServers();

  private Settings settings(Map<String, String> given) {
    return ServerNodes.settings(etcd.settings(), given);
  }

  @Test
  void isConfiguredForProductionAsAProcess() throws Exception {
    List<ServerNode> cluster = ServerNodes.processes("etcd", 2);
    List<String> command =
        etcd.program()
            .orElseThrow()
            .command()
            .of(
                Path.of("/x/etcd"),
                cluster.get(1),
                cluster,
                settings(Map.of("cluster.etcd.flags", " --a=b  --c ")))
            .arguments();

    assertThat(command)
        .startsWith("/x/etcd")
        .contains(
            "--name=etcd-2",
            "--listen-client-urls=http://127.0.0.1:102",
            "--initial-cluster=etcd-1=http://127.0.0.1:201,etcd-2=http://127.0.0.1:202",
            "--snapshot-count=100000",
            "--quota-backend-bytes=8589934592",
            "--heartbeat-interval=100",
            "--election-timeout=1000")
        .endsWith("--a=b", "--c")
        .noneMatch(word -> word.contains("unsafe"));
  }

  @Test
  void isReachedByItsNameInAContainer() {
    List<ServerNode> cluster = ServerNodes.containers(2, etcd.ports(), "/c", "/d");
    List<String> arguments =
        etcd.image()
            .orElseThrow()
            .command()
            .of(
                cluster.get(1),
                cluster,
                settings(Map.of("cluster.etcd.snapshot-count", "7")),
                OptionalLong.empty())
            .arguments();

    assertThat(arguments)
        .contains(
            "--listen-client-urls=http://0.0.0.0:2379",
            "--advertise-client-urls=http://127.0.0.1:1002",
            "--initial-advertise-peer-urls=http://n-2:2380",
            "--initial-cluster=n-1=http://n-1:2380,n-2=http://n-2:2380",
            "--snapshot-count=7");
  }
}
