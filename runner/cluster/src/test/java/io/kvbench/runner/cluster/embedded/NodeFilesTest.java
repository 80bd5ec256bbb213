package io.kvbench.runner.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.Requests;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeFilesTest {
  @TempDir private Path directory;

  private static Settings settings(Map<String, String> given) {
    return Requests.of(Requests.ZOOKEEPER, List.of(), given).settings();
  }

  private NodePlan plan(int id) {
    return new NodePlan(id, directory.resolve("node" + id), 100 + id, 200 + id, 300 + id);
  }

  @Test
  void configuresOneServer() throws Exception {
    NodePlan only = plan(1);
    NodeFiles.write(only, List.of(only), settings(Map.of("cluster.zookeeper.tickTime", "500")));
    assertThat(Files.readAllLines(only.configuration()))
        .contains(
            "dataDir=" + only.store(),
            "clientPort=101",
            "clientPortAddress=127.0.0.1",
            "tickTime=500",
            "snapCount=100000",
            "maxClientCnxns=5000",
            "admin.enableServer=false")
        .noneMatch(line -> line.startsWith("server."))
        .noneMatch(line -> line.startsWith("forceSync"));
    assertThat(only.store().resolve("myid")).doesNotExist();
  }

  @Test
  void configuresAnEnsemble() throws Exception {
    List<NodePlan> ensemble = List.of(plan(1), plan(2), plan(3));
    NodeFiles.write(ensemble.get(1), ensemble, settings(Map.of()));
    assertThat(Files.readAllLines(ensemble.get(1).configuration()))
        .contains(
            "initLimit=5",
            "syncLimit=5",
            "server.1=127.0.0.1:201:301",
            "server.2=127.0.0.1:202:302",
            "server.3=127.0.0.1:203:303");
    assertThat(ensemble.get(1).store().resolve("myid")).hasContent("2");
  }

  @Test
  void sharesTheMachinesMemory() {
    assertThat(megabytes(1)).isBetween(512L, 8192L);
    assertThat(megabytes(5)).isBetween(512L, megabytes(1));
  }

  private static long megabytes(int nodes) {
    String heap = EmbeddedStart.defaultHeap(nodes);
    assertThat(heap).endsWith("m");
    return Long.parseLong(heap.substring(0, heap.length() - 1));
  }

  @Test
  void takesHeapsInMegabytesAndGigabytes() {
    assertThat(settings(Map.of("cluster.zookeeper.heap", "2G")).get(EmbeddedSettings.HEAP_SIZE))
        .isEqualTo("2g");
    assertThatThrownBy(() -> settings(Map.of("cluster.zookeeper.heap", "lots")))
        .hasMessageContaining("512m or 2g");
  }

  @Test
  void findsDifferentFreePorts() throws Exception {
    assertThat(Ports.free(9)).hasSize(9).doesNotHaveDuplicates();
    Ports.checkFree(Ports.free(3));
  }

  @Test
  void namesPortsInUse() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();
      assertThatThrownBy(() -> Ports.checkFree(List.of(Ports.free(1).getFirst(), port)))
          .isInstanceOf(ClusterException.class)
          .hasMessageContaining("port " + port + " on 127.0.0.1 is in use");
    }
  }

  @Test
  void measuresAndDeletesTrees() throws Exception {
    Path tree = directory.resolve("tree");
    Files.createDirectories(tree.resolve("a/b"));
    Files.write(tree.resolve("a/b/c"), new byte[1000]);
    Files.write(tree.resolve("d"), new byte[234]);
    assertThat(Directories.size(tree)).isEqualTo(1234);
    assertThat(Directories.delete(tree)).isEmpty();
    assertThat(tree).doesNotExist();
    assertThat(Directories.delete(tree)).isEmpty();
  }

  @Test
  void putsAClusterWhereItIsTold() throws Exception {
    Path made = Directories.create(settings(Map.of("cluster.dir", directory.toString())));
    assertThat(made).isDirectory().hasParent(directory);
  }
}
