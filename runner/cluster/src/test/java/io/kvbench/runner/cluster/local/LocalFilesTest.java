package io.kvbench.runner.cluster.local;

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

class LocalFilesTest {
  @TempDir private Path directory;

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
    Settings settings =
        Requests.of(Requests.ETCD, List.of(), Map.of("cluster.dir", directory.toString()))
            .settings();
    Path made = Directories.create(settings, "etcd");
    assertThat(made).isDirectory().hasParent(directory);
    assertThat(made.getFileName().toString()).startsWith("kvbench-etcd-");
  }
}
