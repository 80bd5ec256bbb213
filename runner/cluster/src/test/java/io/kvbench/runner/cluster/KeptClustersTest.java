package io.kvbench.runner.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptClustersTest {
  @TempDir private Path directory;
  private Path place;
  private KeptClusters kept;

  @BeforeEach
  void choosesAPlaceThatIsNotThereYet() {
    place = directory.resolve("a").resolve("clusters");
    kept = new KeptClusters(place);
  }

  /** A fake cluster that records calls, in order. */
  private final class Noting implements Cluster, ClusterProvider {
    final List<String> done = new ArrayList<>();

    @Override
    public String kind() {
      return "noting";
    }

    @Override
    public String description() {
      return "noting = servers: 3";
    }

    @Override
    public List<ClusterNode> nodes() {
      return List.of();
    }

    @Override
    public List<String> endpoints() {
      return List.of("127.0.0.1:1", "127.0.0.1:2");
    }

    @Override
    public OptionalLong diskBytes() {
      return OptionalLong.empty();
    }

    @Override
    public Map<String, String> state() {
      return Map.of(KeptCluster.DIRECTORY, "/tmp/ä b=c", "ids", "a\nb");
    }

    @Override
    public void release() {
      done.add("released, written down: " + names());
    }

    @Override
    public void stop() {
      done.add("stop");
    }

    @Override
    public void close() {
      done.add("close");
    }

    @Override
    public int precedence() {
      return 0;
    }

    @Override
    public List<Setting<?>> settings() {
      return List.of();
    }

    @Override
    public Optional<String> obstacle(ClusterRequest request) {
      return Optional.empty();
    }

    @Override
    public void check(ClusterRequest request, Problems problems) {}

    @Override
    public Cluster start(ClusterRequest request) {
      return this;
    }

    @Override
    public int running(KeptCluster cluster) {
      return 0;
    }

    @Override
    public void stop(KeptCluster cluster, boolean purge) {}
  }

  private List<String> names() {
    try {
      return kept.list().stream().map(KeptCluster::name).toList();
    } catch (ClusterException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void findsAgainWhatWasWrittenDown() throws Exception {
    assertThat(kept.list()).isEmpty();
    KeptCluster first = kept.add(new Noting(), "etcd");
    kept.add(new Noting(), "etcd");
    kept.add(new Noting(), "consul");
    assertThat(names()).containsExactly("consul-1", "etcd-1", "etcd-2");
    assertThat(new KeptClusters(place).list().get(1)).isEqualTo(first);
    assertThat(first.endpoints()).containsExactly("127.0.0.1:1", "127.0.0.1:2");
    assertThat(first.state()).containsEntry("ids", "a\nb");
    kept.remove(first);
    kept.remove(first);
    assertThat(kept.add(new Noting(), "etcd").name()).isEqualTo("etcd-1");
  }

  @Test
  void whatCannotBeReadOrWrittenIsSaidInASentence() throws Exception {
    kept.add(new Noting(), "etcd");
    Path damaged = Files.writeString(place.resolve("etcd-2.properties"), "kind=\\uzzzz\n");
    assertThatThrownBy(kept::list)
        .isInstanceOf(ClusterException.class)
        .hasMessage(
            damaged + " cannot be read: it is damaged. Remove it once its servers have stopped.");
    Files.write(damaged, new byte[] {'k', '=', (byte) 0xff});
    assertThatThrownBy(kept::list)
        .hasMessageStartingWith(damaged + " cannot be read: it is not text");

    KeptCluster directory = new KeptCluster("etcd-3", "", "", "", List.of(), Map.of());
    Files.createDirectories(place.resolve("etcd-3.properties").resolve("full"));
    assertThatThrownBy(() -> kept.remove(directory))
        .isInstanceOf(ClusterException.class)
        .hasMessage(
            place.resolve("etcd-3.properties")
                + " cannot be removed: it is a directory with files in it.");

    KeptClusters nowhere = new KeptClusters(damaged.resolve("clusters"));
    assertThatThrownBy(() -> nowhere.add(new Noting(), "etcd"))
        .isInstanceOf(ClusterException.class)
        .hasMessageStartingWith(
            "the servers cannot be kept, because no file about them can be written"
                + " to "
                + damaged.resolve("clusters")
                + ": ")
        .hasMessageEndingWith(". Set XDG_STATE_HOME to a directory that you may write to.")
        .hasMessageNotContaining("Exception");
  }

  @Test
  void isNobodyElsesBusiness() throws Exception {
    kept.add(new Noting(), "etcd");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(place)))
        .isEqualTo("rwx------");
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(place.resolve("etcd-1.properties"))))
        .isEqualTo("rw-------");
  }

  @Test
  void writesDownBeforeItLetsGo() throws Exception {
    Noting noting = new Noting();
    ClusterRequest request = Requests.of(Requests.ETCD, List.of(), Map.of("cluster.keep", "true"));
    try (Cluster cluster = new Clusters(List.of(noting), kept, List.of()).start(request)) {
      assertThat(noting.done).containsExactly("released, written down: [etcd-1]");
      assertThat(cluster.keptNotice().orElseThrow())
          .contains("-p endpoints=127.0.0.1:1,127.0.0.1:2")
          .contains("/tmp/ä b=c")
          .contains("kvbench cluster down etcd-1");
    }
  }

  @Test
  void keepsNothingThatCannotBeWrittenDown() throws Exception {
    Files.writeString(directory.resolve("a"), "in the way");
    Noting noting = new Noting();
    ClusterRequest request = Requests.of(Requests.ETCD, List.of(), Map.of("cluster.keep", "true"));
    Clusters clusters = new Clusters(List.of(noting), kept, List.of());
    assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> clusters.start(request)))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("cannot be kept");
    assertThat(noting.done).containsExactly("close");
  }
}
