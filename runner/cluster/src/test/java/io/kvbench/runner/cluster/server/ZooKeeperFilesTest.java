package io.kvbench.runner.cluster.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.Requests;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ZooKeeperFilesTest {
  @TempDir private Path directory;

  private static Settings settings(Map<String, String> given) {
    return Requests.of(Requests.ZOOKEEPER, List.of(), given).settings();
  }

  private ZooKeeperPlan plan(int id) {
    return new ZooKeeperPlan(id, directory.resolve("node" + id), 100 + id, 200 + id, 300 + id);
  }

  @Test
  void configuresOneServer() throws Exception {
    ZooKeeperPlan only = plan(1);
    ZooKeeperFiles.write(
        only, List.of(only), settings(Map.of("cluster.zookeeper.tickTime", "500")));
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
    List<ZooKeeperPlan> ensemble = List.of(plan(1), plan(2), plan(3));
    ZooKeeperFiles.write(ensemble.get(1), ensemble, settings(Map.of()));
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
    String heap = ZooKeeperJvm.defaultHeap(nodes);
    assertThat(heap).endsWith("m");
    return Long.parseLong(heap.substring(0, heap.length() - 1));
  }

  @Test
  void flagsOfTheUserComeLast() {
    assertThat(
            ZooKeeperJvm.options(
                settings(
                    Map.of(
                        "cluster.zookeeper.heap.initial", "1G",
                        "cluster.zookeeper.flags", " -XX:+UseZGC  -Dzookeeper.skipACL=yes"))))
        .endsWith("-Xms1g", "-XX:+UseZGC", "-Dzookeeper.skipACL=yes");
    assertThat(ZooKeeperJvm.options(settings(Map.of())))
        .noneMatch(option -> option.startsWith("-Xms"));
  }

  @Test
  void takesHeapsInMegabytesAndGigabytes() {
    assertThat(settings(Map.of("cluster.zookeeper.heap", "2G")).get(ZooKeeperSettings.HEAP_SIZE))
        .isEqualTo("2g");
    assertThatThrownBy(() -> settings(Map.of("cluster.zookeeper.heap", "lots")))
        .hasMessageContaining("512m or 2g");
  }
}
