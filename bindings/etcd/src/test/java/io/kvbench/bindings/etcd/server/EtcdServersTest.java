package io.kvbench.bindings.etcd.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.server.ServerNode;
import io.kvbench.core.server.ServerSecurity;
import io.kvbench.core.setting.Settings;
import io.kvbench.testkit.ServerNodes;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
            .of(cluster.get(1), cluster, settings(Map.of("cluster.etcd.snapshot-count", "7")))
            .arguments();

    assertThat(arguments)
        .contains(
            "--listen-client-urls=http://0.0.0.0:2379",
            "--advertise-client-urls=http://127.0.0.1:1002",
            "--initial-advertise-peer-urls=http://n-2:2380",
            "--initial-cluster=n-1=http://n-1:2380,n-2=http://n-2:2380",
            "--snapshot-count=7");
  }

  @Test
  void isSecuredByFilesWithoutPasswordsOnTheCommandLine() throws Exception {
    List<ServerNode> cluster = ServerNodes.processes("etcd", 2);
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
    EtcdServers secured = new EtcdServers(security);
    List<String> command =
        secured
            .program()
            .orElseThrow()
            .command()
            .of(Path.of("/x/etcd"), cluster.get(1), cluster, settings(Map.of()))
            .arguments();

    assertThat(command)
        .contains(
            "--listen-client-urls=https://127.0.0.1:102",
            "--initial-cluster=etcd-1=https://127.0.0.1:201,etcd-2=https://127.0.0.1:202",
            "--cert-file=/in/server.crt",
            "--key-file=/in/server.key",
            "--peer-trusted-ca-file=/in/ca.crt",
            "--peer-client-cert-auth=true")
        .noneMatch(word -> word.contains("geheim") || word.contains("streng"));
    assertThat(secured.access().settings())
        .containsOnly(
            Map.entry("etcd.cacert", "/s/ca.crt"),
            Map.entry("etcd.user", "me"),
            Map.entry("etcd.password.file", "/s/password"));
    assertThat(secured.access().files()).containsEntry(Path.of("/s/password"), "geheim\n");
    assertThat(security + " " + secured.access()).doesNotContain("geheim", "streng");
  }
}
