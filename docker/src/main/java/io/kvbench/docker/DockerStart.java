package io.kvbench.docker;

import com.github.dockerjava.api.DockerClient;
import io.kvbench.core.file.FileReason;
import io.kvbench.core.server.ServerImage;
import io.kvbench.core.server.SystemServers;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterRequest;
import io.kvbench.runner.cluster.ClusterSettings;
import io.kvbench.runner.cluster.StartInterruptedException;
import io.kvbench.runner.cluster.local.LocalSettings;
import io.kvbench.runner.cluster.local.Ports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.testcontainers.containers.Network;

/** Brings up the servers of one cluster, or leaves nothing behind. */
final class DockerStart {
  /** How often to try with other ports when chosen ones turn out to be taken. */
  private static final int ATTEMPTS = 4;

  private static final long POLL_MILLIS = 50;

  private static final List<String> PORT_TAKEN =
      List.of("port is already allocated", "address already in use");

  private final ServerImage image;
  private final ClusterRequest request;
  private final String title;
  private final Settings settings;
  private final int count;
  private final boolean keep;

  DockerStart(ServerImage image, ClusterRequest request) {
    this.image = image;
    this.request = request;
    this.title = request.system().title();
    this.settings = request.settings();
    this.count = settings.get(ClusterSettings.NODES);
    this.keep = settings.get(ClusterSettings.KEEP);
  }

  Cluster run() throws ClusterException, InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    try {
      return withEngine(Engine.client());
    } catch (ClusterException | RuntimeException e) {
      if (Failures.isInterruption(e)) {
        throw (InterruptedException) new InterruptedException().initCause(e);
      }
      throw e instanceof ClusterException known
          ? known
          : new ClusterException(
              title + " was not started in Docker: " + Failures.text(e) + ".", e);
    }
  }

  private Cluster withEngine(DockerClient client) throws ClusterException, InterruptedException {
    ContainerCleanup.ofTheGone(client);
    Images images = new Images(client);
    List<String> chosen = new ArrayList<>();
    chosen.add(images.forServer(image, settings.find(DockerSettings.IMAGE)));
    Optional<ServerImage> behind = behind();
    if (behind.isPresent()) {
      chosen.add(images.forServer(behind.get(), Optional.empty()));
    }
    Optional<List<Integer>> fixed = LocalSettings.clientPorts(settings);
    for (int attempt = 1; true; attempt++) {
      List<Integer> ports = fixed.isPresent() ? fixed.get() : Ports.free(count);
      try {
        return attempt(client, chosen, ports);
      } catch (RuntimeException e) {
        boolean taken = PORT_TAKEN.stream().anyMatch(Failures.text(e)::contains);
        if (!taken || attempt == ATTEMPTS || fixed.isPresent()) {
          throw e;
        }
      }
    }
  }

  /**
   * @param images of the servers and, where they are proxies, of what is behind them
   */
  private Cluster attempt(DockerClient client, List<String> images, List<Integer> ports)
      throws ClusterException, InterruptedException {
    String cluster = "kvbench-" + UUID.randomUUID().toString().substring(0, 8);
    Map<String, String> labels = Labels.of(cluster, keep);
    Path directory = logDirectory();
    List<Node> nodes = new ArrayList<>();
    String network = "";
    Watch watch = Watch.over(cluster, directory);
    boolean started = false;
    try {
      Network made = network(cluster, labels);
      network = made.getId();
      List<NodePlan> plans = NodePlan.of(request.system().name(), request.servers(), image, ports);
      List<NodePlan> hidden = hidden();
      for (int index = 0; index < count; index++) {
        NodePlan plan = plans.get(index);
        NodeLog log = new NodeLog(directory.resolve(plan.name() + ".log"));
        Optional<Node> behind = Optional.empty();
        if (!hidden.isEmpty()) {
          NodePlan own = hidden.get(index);
          Node store = new Node(client, own, images.getLast(), log, Optional.empty());
          store.configure(cluster, made, settings, labels);
          behind = Optional.of(store);
          plan = plan.before(own);
        }
        Node node = new Node(client, plan, images.getFirst(), log, behind);
        nodes.add(node);
        node.configure(cluster, made, settings, labels);
      }
      for (Node node : nodes) {
        start(node);
      }
      String version = awaitServing(nodes, images.getFirst());
      started = true;
      return new DockerCluster(
          client,
          Optional.of(version),
          describe(version, images),
          nodes,
          network,
          directory,
          watch);
    } catch (IOException e) {
      throw new ClusterException(title + " was not started: " + FileReason.of(e) + ".", e);
    } finally {
      if (!started) {
        Uninterrupted.all(List.of(() -> ContainerCleanup.ofCluster(client, cluster)));
        new DockerCluster(client, Optional.empty(), "", nodes, network, directory, watch).close();
      }
    }
  }

  /** A container that ends at once is told of by its log. */
  private void start(Node node) throws ClusterException, InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    try {
      node.start();
    } catch (RuntimeException e) {
      if (Failures.text(e).startsWith("Container did not start correctly")) {
        throw new ClusterException(complaint(node, "exited during startup"), e);
      }
      throw e;
    }
  }

  private static Network network(String cluster, Map<String, String> labels) {
    return Network.builder()
        .createNetworkCmdModifier(command -> command.withName(cluster).withLabels(labels))
        .build();
  }

  /** Plans what clients do not see. */
  private List<NodePlan> hidden() throws ClusterException {
    Optional<ServerImage> behind = behind();
    return behind.isPresent()
        ? NodePlan.of(
            request.servers().behind().orElseThrow(),
            request.behind().orElseThrow(),
            behind.get(),
            Ports.free(count))
        : List.of();
  }

  private Optional<ServerImage> behind() {
    return request.behind().flatMap(SystemServers::image);
  }

  private Path logDirectory() throws ClusterException {
    try {
      Optional<Path> parent = settings.find(ClusterSettings.DIRECTORY).map(Path::of);
      String prefix = "kvbench-" + request.system().name() + "-";
      return (parent.isPresent()
              ? Files.createTempDirectory(parent.get(), prefix)
              : Files.createTempDirectory(prefix))
          .toAbsolutePath();
    } catch (IOException e) {
      throw new ClusterException(
          "the directory for the servers' logs was not created: "
              + FileReason.ofWriting(e)
              + ". Set cluster.dir.",
          e);
    }
  }

  private String describe(String version, List<String> images) {
    String chosen = images.getFirst();
    return title
        + " "
        + version
        + ", "
        + count
        + (count == 1 ? " node, container" : " nodes, containers")
        + " on this machine"
        + limits()
        + ", image "
        + chosen
        + (chosen.equals(image.local())
                && !chosen.equals(image.official())
                && !settings.isGiven(DockerSettings.IMAGE)
            ? " (built here; " + image.official() + " is not)"
            : "")
        + (images.size() > 1 ? " with " + images.getLast() : "");
  }

  private String limits() {
    return settings
            .find(DockerSettings.MEMORY)
            .map(bytes -> ", " + (bytes >> 20) + " MiB each")
            .orElse("")
        + settings.find(DockerSettings.CPUS).map(cpus -> ", " + cpus + " CPUs each").orElse("");
  }

  /** Returns the version of a server when all answer; if it does not tell, that of the image. */
  private String awaitServing(List<Node> nodes, String image)
      throws ClusterException, InterruptedException {
    Duration limit = settings.get(ClusterSettings.START_TIMEOUT);
    long begun = System.nanoTime();
    long deadline = begun + limit.toNanos();
    String version = "";
    List<Node> waiting = new ArrayList<>(nodes);
    while (!waiting.isEmpty()) {
      Node node = waiting.getFirst();
      if (node.isServing()) {
        version = node.version().or(() -> Images.tag(image)).orElse("of an unknown version");
        waiting.removeFirst();
        continue;
      }
      if (!node.isRunning()) {
        throw new ClusterException(complaint(node, "exited during startup"));
      }
      if (System.nanoTime() - deadline > 0) {
        throw new ClusterException(
            complaint(
                node,
                "did not answer within "
                    + limit.toMillis() / 1000.0
                    + " s (cluster.starttimeout)"));
      }
      pause(node, begun);
    }
    return version;
  }

  /** Whoever gives up is told of the server that has not answered, whose log goes with it. */
  private void pause(Node waiting, long begun) throws InterruptedException {
    try {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    } catch (InterruptedException e) {
      double seconds = Math.round((System.nanoTime() - begun) / 1e8) / 10.0;
      throw new StartInterruptedException(
          complaint(waiting, "had not answered after " + seconds + " s"), e);
    }
  }

  private String complaint(Node node, String what) {
    return title
        + "'s server "
        + node.name()
        + " in Docker "
        + what
        + ". The end of its log:\n"
        + node.logTail();
  }
}
