package io.kvbench.runner.cluster.embedded;

import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Secrets;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterProvider;
import io.kvbench.runner.cluster.ClusterRequest;
import io.kvbench.runner.cluster.ClusterSettings;
import io.kvbench.runner.cluster.KeptCluster;
import io.kvbench.runner.cluster.local.KeptProcesses;
import io.kvbench.runner.cluster.local.LocalSettings;
import io.kvbench.runner.cluster.local.LocalStart;
import io.kvbench.runner.cluster.local.LocalTitle;
import io.kvbench.runner.cluster.server.ZooKeeperPlan;
import io.kvbench.runner.cluster.server.ZooKeeperSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.zookeeper.Version;

/** Starts ZooKeeper servers from the class path of this process. */
public final class EmbeddedProvider implements ClusterProvider {
  static final String KIND = "embedded";

  private static final String SYSTEM = "zookeeper";

  /** A class of each library that the server cannot do without. */
  private static final Map<String, String> NEEDED =
      Map.of(
          "org.apache.zookeeper.server.ZooKeeperServer",
          "org.apache.zookeeper:zookeeper",
          "com.codahale.metrics.Reservoir",
          "io.dropwizard.metrics:metrics-core",
          "org.xerial.snappy.SnappyInputStream",
          "org.xerial.snappy:snappy-java");

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public int precedence() {
    return 10;
  }

  @Override
  public List<Setting<?>> settings() {
    return ZooKeeperSettings.all();
  }

  @Override
  public Optional<String> obstacle(ClusterRequest request) {
    if (!request.system().name().equals(SYSTEM)) {
      return Optional.of("kvbench has no server of " + request.system().title() + " inside");
    }
    return request.endpoints().isEmpty()
        ? missing()
        : Optional.of("endpoints are given, leave one of the two out");
  }

  /** A program that has kvbench as a library brings the server only if it wants it. */
  private static Optional<String> missing() {
    List<String> absent =
        NEEDED.entrySet().stream()
            .filter(needed -> !isThere(needed.getKey()))
            .map(Map.Entry::getValue)
            .sorted()
            .toList();
    return absent.isEmpty()
        ? Optional.empty()
        : Optional.of("the class path lacks " + String.join(", ", absent) + ", add them");
  }

  private static boolean isThere(String type) {
    String resource = type.replace('.', '/') + ".class";
    return EmbeddedProvider.class.getClassLoader().getResource(resource) != null;
  }

  @Override
  public void check(ClusterRequest request, Problems problems) {
    LocalSettings.check(request, problems);
  }

  @Override
  public String intent(ClusterRequest request) {
    int nodes = request.settings().get(ClusterSettings.NODES);
    return "ZooKeeper "
        + Version.getVersion()
        + ": "
        + (nodes == 1 ? "1 JVM" : nodes + " JVMs")
        + " from kvbench's own class path";
  }

  @Override
  public Cluster start(ClusterRequest request) throws ClusterException, InterruptedException {
    Settings settings = request.settings();
    return new LocalStart(
            title(settings), ZooKeeperPlan.PORTS, settings, () -> new EmbeddedLaunch(settings))
        .run();
  }

  private static LocalTitle title(Settings settings) {
    int nodes = settings.get(ClusterSettings.NODES);
    String description =
        "embedded ZooKeeper "
            + Version.getVersion()
            + ", "
            + nodes
            + (nodes == 1 ? " node" : " nodes")
            + ", this machine"
            + settings
                .find(ZooKeeperSettings.FLAGS)
                .map(flags -> ", with " + Secrets.maskFlags(flags))
                .orElse("");
    return new LocalTitle(KIND, SYSTEM, "ZooKeeper", Optional.empty(), description);
  }

  @Override
  public int running(KeptCluster kept) {
    return KeptProcesses.running(kept);
  }

  @Override
  public void stop(KeptCluster kept, boolean purge) throws ClusterException, InterruptedException {
    KeptProcesses.stop(kept, purge);
  }
}
