package io.kvbench.bindings.zookeeper.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.server.ClientAccess;
import io.kvbench.core.server.ServerCommand;
import io.kvbench.core.server.ServerException;
import io.kvbench.core.server.ServerImage;
import io.kvbench.core.server.ServerNode;
import io.kvbench.core.server.ServerSecurity;
import io.kvbench.core.server.SystemServers;
import io.kvbench.core.setting.Settings;
import io.kvbench.testkit.ServerNodes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ZooKeeperServersTest {
  private static final OptionalLong NO_LIMIT = OptionalLong.empty();

  private final ZooKeeperServers zooKeeper = new ZooKeeperServers();
  private final ServerImage image = zooKeeper.image().orElseThrow();

  @TempDir private Path directory;

  private Settings settings(Map<String, String> given) {
    return ServerNodes.settings(zooKeeper.settings(), given);
  }

  @Test
  void oneServerIsConfiguredForProduction() {
    List<ServerNode> only = ServerNodes.processes("zookeeper", 1);
    Map<String, String> files =
        ZooKeeperConfiguration.files(
            only.getFirst(),
            only,
            settings(Map.of("cluster.zookeeper.tickTime", "500")),
            ServerSecurity.NONE);

    assertThat(files).containsOnlyKeys("/x/node1/zoo.cfg");
    assertThat(files.get("/x/node1/zoo.cfg").lines())
        .contains(
            "dataDir=/x/node1/store",
            "clientPort=101",
            "clientPortAddress=127.0.0.1",
            "tickTime=500",
            "snapCount=100000",
            "maxClientCnxns=0",
            "admin.enableServer=false")
        .noneMatch(line -> line.startsWith("server."))
        .noneMatch(line -> line.startsWith("forceSync"));
  }

  @Test
  void serversOfAnEnsembleKnowEachOther() {
    List<ServerNode> ensemble = ServerNodes.processes("zookeeper", 3);
    Map<String, String> files =
        ZooKeeperConfiguration.files(
            ensemble.get(1), ensemble, settings(Map.of()), ServerSecurity.NONE);

    assertThat(files).containsEntry("/x/node2/store/myid", "2\n");
    assertThat(files.get("/x/node2/zoo.cfg").lines())
        .contains(
            "initLimit=5",
            "syncLimit=5",
            "server.1=127.0.0.1:201:301",
            "server.2=127.0.0.1:202:302",
            "server.3=127.0.0.1:203:303");
  }

  @Test
  void serversListenAtTheirOwnAddressesBehindProxies() {
    List<ServerNode> processes =
        ServerNodes.proxied(ServerNodes.processes("zookeeper", 2), "127.0.0.1");
    List<ServerNode> containers =
        ServerNodes.proxied(
            ServerNodes.containers(2, zooKeeper.ports(), image.directory(), image.store()),
            "10.0.0.9");

    assertThat(
            ZooKeeperConfiguration.files(
                processes.get(1), processes, settings(Map.of()), ServerSecurity.NONE))
        .extractingByKey("/x/node2/zoo.cfg")
        .asString()
        .contains("server.1=127.0.0.1:1201:1301\n", "server.2=127.0.0.1:202:302\n");
    assertThat(image.command().of(containers.get(1), containers, settings(Map.of())).files())
        .extractingByKey("/conf/zoo.cfg")
        .asString()
        .contains("server.1=10.0.0.9:3888:4888\n", "server.2=n-2:2888:3888\n");
  }

  @Test
  void filesAreWhereTheImageLooksForThem() {
    List<ServerNode> two =
        ServerNodes.containers(2, zooKeeper.ports(), image.directory(), image.store());
    Map<String, String> files = image.command().of(two.get(1), two, settings(Map.of())).files();

    assertThat(files)
        .containsOnlyKeys("/conf/zoo.cfg", "/data/myid")
        .containsEntry("/data/myid", "2\n");
    assertThat(files.get("/conf/zoo.cfg").lines())
        .contains("snapCount=100000", "dataDir=/data", "server.2=n-2:2888:3888");
  }

  @Test
  void theHeapFitsIntoTheMemoryOfAContainer() {
    OptionalLong gibi = OptionalLong.of(1L << 30);

    assertThat(heap(gibi, Map.of())).contains("-Xmx768m ");
    assertThat(heap(gibi, Map.of("cluster.zookeeper.heap", "300m"))).contains("-Xmx300m ");
    assertThat(heap(NO_LIMIT, Map.of())).containsPattern("-Xmx\\d{3,4}m ");
    assertThat(
            heap(
                NO_LIMIT,
                Map.of(
                    "cluster.zookeeper.heap.initial", "256m",
                    "cluster.zookeeper.flags", "-XX:+UseSerialGC")))
        .endsWith(" -Xms256m -XX:+UseSerialGC");
  }

  private String heap(OptionalLong limit, Map<String, String> given) {
    List<ServerNode> three =
        ServerNodes.containers(3, zooKeeper.ports(), image.directory(), image.store());
    Map<String, String> environment =
        image.command().of(three.getFirst().limited(limit), three, settings(given)).environment();
    assertThat(environment.get("SERVER_JVMFLAGS")).isEqualTo(environment.get("JAVA_TOOL_OPTIONS"));
    return environment.get("JAVA_TOOL_OPTIONS");
  }

  @Test
  void nodesShareTheMachinesMemory() {
    assertThat(megabytes(1)).isBetween(512L, 8192L);
    assertThat(megabytes(5)).isBetween(512L, megabytes(1));
  }

  private static long megabytes(int nodes) {
    String heap = ZooKeeperJvm.defaultHeap(nodes, NO_LIMIT);
    assertThat(heap).endsWith("m");
    return Long.parseLong(heap.substring(0, heap.length() - 1));
  }

  @Test
  void flagsOfTheUserComeLast() {
    assertThat(
            ZooKeeperJvm.options(
                1,
                NO_LIMIT,
                settings(
                    Map.of(
                        "cluster.zookeeper.heap.initial", "1G",
                        "cluster.zookeeper.flags", " -XX:+UseZGC  -Dzookeeper.skipACL=yes"))))
        .endsWith("-Xms1g", "-XX:+UseZGC", "-Dzookeeper.skipACL=yes");
    assertThat(ZooKeeperJvm.options(1, NO_LIMIT, settings(Map.of())))
        .noneMatch(option -> option.startsWith("-Xms"));
  }

  @Test
  void heapsAreInMegabytesOrGigabytes() {
    assertThat(
            settings(Map.of("cluster.zookeeper.heap", "2G")).get(ZooKeeperServerSettings.HEAP_SIZE))
        .isEqualTo("2g");
    assertThatThrownBy(() -> settings(Map.of("cluster.zookeeper.heap", "lots")))
        .hasMessageContaining("512m or 2g");
  }

  @Test
  void findsTheJarsOfADistribution() throws Exception {
    Path debian = Files.createDirectories(directory.resolve("share/zookeeper/bin"));
    Path script = Files.createFile(debian.resolve("zkServer.sh"));
    assertThatThrownBy(() -> ZooKeeperHome.of(script))
        .isInstanceOf(ServerException.class)
        .hasMessageContaining("is not part of a distribution of ZooKeeper")
        .hasMessageContaining("share/zookeeper/lib")
        .hasMessageContaining("share/java");
    Path missing = debian.resolve("missing.sh");
    assertThatThrownBy(() -> ZooKeeperHome.of(missing))
        .isInstanceOf(ServerException.class)
        .hasMessage(missing + " cannot be read: there is no such file. Set cluster.bin.");
    Path java = Files.createDirectories(directory.resolve("share/java"));
    Files.createFile(java.resolve("zookeeper.jar"));
    Files.createFile(java.resolve("something.jar"));
    assertThat(ZooKeeperHome.of(script).jars())
        .containsExactly(java.resolve("zookeeper.jar").toRealPath());
    Path lib = Files.createDirectories(directory.resolve("share/zookeeper/lib"));
    Files.createFile(lib.resolve("zookeeper-3.8.4.jar"));
    Files.createFile(lib.resolve("zookeeper-jute-3.8.4.jar"));
    assertThat(ZooKeeperHome.of(script).version()).isEqualTo("3.8.4");
    assertThat(ZooKeeperHome.of(script).jars()).hasSize(2);
    assertThatThrownBy(() -> ZooKeeperHome.of(script).checkTls())
        .isInstanceOf(ServerException.class)
        .hasMessageContaining("Netty's jars are not beside " + lib.toRealPath());
    Files.createFile(lib.resolve("netty-handler-4.1.130.Final.jar"));
    ZooKeeperHome.of(script).checkTls();
  }

  @Test
  void zetcdIsGivenItsOwnEtcdAlone() throws Exception {
    ZetcdServers zetcd = new ZetcdServers();
    List<ServerNode> processes = ServerNodes.processes("zetcd", 2);
    List<ServerNode> containers = ServerNodes.containers(2, zetcd.ports(), "/c", "/d");

    assertThat(
            zetcd
                .program()
                .orElseThrow()
                .command()
                .of(Path.of("/x/proxy"), processes.get(1), processes, settings(Map.of()))
                .arguments())
        .containsExactly(
            "/x/proxy", "-zkaddr=127.0.0.1:102", "-endpoints=http://127.0.0.1:902", "-logtostderr");
    assertThat(
            zetcd
                .image()
                .orElseThrow()
                .command()
                .of(containers.get(1), containers, settings(Map.of()))
                .arguments())
        .containsExactly("-zkaddr=0.0.0.0:2181", "-endpoints=http://behind-2:2379", "-logtostderr");
    assertThat(zetcd.versionInLog("Running zetcd proxy\nVersion: v0.0.5\nSHA: x\n"))
        .contains("0.0.5");
    assertThat(zetcd.versionInLog("Version: Version not provided (use make)\n")).isEmpty();
  }

  /** Checks the TLS and user settings of a server and its clients. */
  @Test
  void passwordsAreInFilesOnly() {
    List<ServerNode> three = ServerNodes.processes("zookeeper", 3);
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
    ServerCommand command =
        new ZooKeeperServers()
            .secured(security)
            .flatMap(SystemServers::embedded)
            .orElseThrow()
            .command(three.getFirst(), three, settings(Map.of()));
    ClientAccess access = new ZooKeeperServers(security).access();

    assertThat(command.files().get("/x/node1/zoo.cfg").lines())
        .contains(
            "secureClientPort=101",
            "secureClientPortAddress=127.0.0.1",
            "ssl.keyStore.location=/in/server.pem",
            "sslQuorum=true",
            "ssl.quorum.trustStore.location=/in/ca.crt")
        .noneMatch(line -> line.startsWith("clientPort"));
    assertThat(command.files().get("/x/node1/users.jaas")).contains("user_me=\"geheim\"");
    assertThat(command.arguments().toString())
        .contains("/x/node1/users.jaas", "NettyServerCnxnFactory")
        .doesNotContain("geheim", "streng");
    assertThat(access.settings())
        .containsEntry("zookeeper.client.secure", "true")
        .containsEntry("zookeeper.sasl.jaas", "/s/client.jaas")
        .containsEntry("zookeeper.acl", "creator");
    assertThat(access.files().get(Path.of("/s/client.jaas"))).contains("geheim");
    assertThat(security + " " + access).doesNotContain("geheim", "streng");

    List<ServerNode> containers =
        ServerNodes.containers(3, zooKeeper.ports(), image.directory(), image.store());
    ServerCommand container =
        new ZooKeeperServers(security)
            .image()
            .orElseThrow()
            .command()
            .of(containers.getFirst(), containers, settings(Map.of()));
    assertThat(container.files().get("/conf/zoo.cfg").lines())
        .contains("secureClientPort=2181", "ssl.keyStore.location=/in/server.pem");
    assertThat(container.files().get("/conf/users.jaas")).contains("user_me=\"geheim\"");
    assertThat(container.environment().toString())
        .contains("/conf/users.jaas", "NettyServerCnxnFactory")
        .doesNotContain("geheim", "streng");
  }
}
