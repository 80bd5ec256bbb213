package io.kvbench.docker;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.Info;
import io.kvbench.core.file.FileReason;
import io.kvbench.core.server.PeerPort;
import io.kvbench.core.server.ServerImage;
import io.kvbench.core.server.SystemServers;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterRequest;
import io.kvbench.runner.cluster.ClusterSecurity;
import io.kvbench.runner.cluster.ClusterSettings;
import io.kvbench.runner.cluster.LimitSettings;
import io.kvbench.runner.cluster.PeerRoute;
import io.kvbench.runner.cluster.StartInterruptedException;
import io.kvbench.runner.cluster.local.BlockDevice;
import io.kvbench.runner.cluster.local.Confinement;
import io.kvbench.runner.cluster.local.Directories;
import io.kvbench.runner.cluster.local.LocalSettings;
import io.kvbench.runner.cluster.local.Ports;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** The start of the servers of one cluster, which leaves nothing behind if it fails. */
final class DockerStart {
  /** The number of attempts with other ports if chosen ones turn out to be in use. */
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
      return withEngine(DockerEngine.client());
    } catch (ClusterException | RuntimeException e) {
      // Exceptions of an interrupted thread's connection do not always say so.
      boolean interrupted = Thread.interrupted();
      if (interrupted || Failures.isInterruption(e)) {
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
   * @param images of the servers and, if they are proxies, of the servers behind them
   */
  private Cluster attempt(DockerClient client, List<String> images, List<Integer> ports)
      throws ClusterException, InterruptedException {
    String cluster = "kvbench-" + UUID.randomUUID().toString().substring(0, 8);
    Path directory = Directories.create(settings, request.system().name());
    List<DockerNode> nodes = new ArrayList<>();
    ClusterResources surroundings =
        new ClusterResources(client, cluster, DockerLabels.of(cluster, keep));
    Optional<SystemServers> secured = Optional.empty();
    DockerWatchdog watch = DockerWatchdog.over(cluster, directory);
    boolean started = false;
    try {
      ClusterNetworks made = surroundings.networks(isApart(), count);
      openProxies(surroundings);
      addVolumes(surroundings, directory);
      Optional<BlockDevice> disk = disk(client);
      ClusterSecurity.Copied copied = ClusterSecurity.copied(request, directory, made.addresses());
      SystemServers servers = copied.request().servers();
      secured = ClusterSecurity.of(copied.request());
      List<NodePlan> plans =
          NodePlan.of(
              request.system().name(),
              servers,
              servers.image().orElse(image),
              ports,
              made,
              request.use().route(),
              settings);
      List<NodePlan> hidden = hidden(made);
      for (int index = 0; index < count; index++) {
        NodePlan plan = plans.get(index);
        NodeLog log = new NodeLog(directory.resolve(plan.name() + ".log"));
        Optional<DockerNode> behind = Optional.empty();
        if (!hidden.isEmpty()) {
          NodePlan own = hidden.get(index);
          DockerNode store = new DockerNode(client, own, images.getLast(), log, Optional.empty());
          store.create(surroundings, made, settings, disk, Map.of());
          behind = Optional.of(store);
          plan = plan.before(own);
        }
        DockerNode node = new DockerNode(client, plan, images.getFirst(), log, behind);
        nodes.add(node);
        node.create(surroundings, made, settings, disk, copied.files());
      }
      for (DockerNode node : nodes) {
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        node.start();
      }
      String version = awaitServing(nodes, images.getFirst());
      started = true;
      return new DockerCluster(
          Optional.of(version),
          describe(version, images),
          secured,
          nodes,
          surroundings,
          directory,
          watch);
    } catch (IOException e) {
      throw new ClusterException(title + " was not started: " + FileReason.of(e) + ".", e);
    } finally {
      if (!started) {
        Uninterrupted.all(List.of(() -> ContainerCleanup.ofCluster(client, cluster)));
        new DockerCluster(Optional.empty(), "", secured, nodes, surroundings, directory, watch)
            .close();
      }
    }
  }

  /** Returns whether servers have a separate network for one another, with fixed addresses. */
  private boolean isApart() {
    return request.use().isolation().isPresent()
        || (count > 1 && ClusterSecurity.isEncrypted(settings));
  }

  private void openProxies(ClusterResources surroundings)
      throws ClusterException, InterruptedException {
    Optional<PeerRoute> route = request.use().route();
    Optional<PeerPort> port = request.behind().orElse(request.servers()).peerPort();
    if (route.isPresent() && port.isPresent()) {
      String system = request.servers().behind().orElse(request.system().name());
      ProxyContainer proxies = new ProxyContainer(surroundings, system, count, port.get());
      route.get().open(proxies.start(surroundings.networks().getFirst(), route.get().seed()));
    }
  }

  private void addVolumes(ClusterResources surroundings, Path directory) throws ClusterException {
    for (int number = 1; number <= count; number++) {
      OptionalLong space = LimitSettings.space(settings, number);
      if (space.isPresent()) {
        if (!isKernelOf(surroundings.client().infoCmd().exec())) {
          throw new ClusterException(
              "limit.space: the Docker engine has another kernel than this machine, so it cannot"
                  + " use file systems that are made here; omit it.");
        }
        surroundings.addVolume(number, space.getAsLong(), directory);
      }
    }
  }

  private static boolean isKernelOf(Info engine) {
    return System.getProperty("os.version", "").equals(engine.getKernelVersion());
  }

  /** Plans the servers that clients do not see. */
  private List<NodePlan> hidden(ClusterNetworks networks) throws ClusterException {
    Optional<ServerImage> behind = behind();
    return behind.isPresent()
        ? NodePlan.of(
            request.servers().behind().orElseThrow(),
            request.behind().orElseThrow(),
            behind.get(),
            Ports.free(count),
            networks,
            request.use().route(),
            settings)
        : List.of();
  }

  /** Returns the disk of the volumes, if its use is to be limited. */
  private Optional<BlockDevice> disk(DockerClient client) throws ClusterException {
    Optional<Setting<?>> limited = LimitSettings.disk(settings).or(request.use()::slowDisk);
    if (limited.isEmpty()) {
      return Optional.empty();
    }
    Info engine = client.infoCmd().exec();
    Path root = Path.of(String.valueOf(engine.getDockerRootDir()));
    Optional<BlockDevice> disk = isKernelOf(engine) ? BlockDevice.of(root) : Optional.empty();
    if (disk.isEmpty()) {
      throw new ClusterException(
          limited.get().name()
              + ": the Docker engine's volumes ("
              + root
              + ") are on no disk of this machine; omit it.");
    }
    return disk;
  }

  private Optional<ServerImage> behind() {
    return request.behind().flatMap(SystemServers::image);
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
        + Confinement.words(request)
        + ClusterSecurity.words(settings)
        + ", image "
        + chosen
        + (chosen.equals(image.local())
                && !chosen.equals(image.official())
                && !settings.isGiven(DockerSettings.IMAGE)
            ? " (built here; " + image.official() + " is not)"
            : "")
        + (images.size() > 1 ? " with " + images.getLast() : "");
  }

  /** Returns the version of a server when all answer; that of the image if it is not reported. */
  private String awaitServing(List<DockerNode> nodes, String image)
      throws ClusterException, InterruptedException {
    Duration limit = settings.get(ClusterSettings.START_TIMEOUT);
    long begun = System.nanoTime();
    long deadline = begun + limit.toNanos();
    String version = "";
    List<DockerNode> waiting = new ArrayList<>(nodes);
    while (!waiting.isEmpty()) {
      DockerNode node = waiting.getFirst();
      if (node.isServing()) {
        version = node.version().or(() -> Images.tag(image)).orElse("of an unknown version");
        waiting.removeFirst();
        continue;
      }
      if (!node.isRunning()) {
        throw new ClusterException(complaint(node, LimitSettings.ending(node)));
      }
      if (System.nanoTime() - deadline > 0) {
        throw new ClusterException(
            complaint(
                node,
                "did not answer within "
                    + limit.toMillis() / 1000.0
                    + " s (cluster.starttimeout)"
                    + LimitSettings.within(node)));
      }
      pause(node, begun);
    }
    return version;
  }

  /** The message names the server that has not answered, and includes its log. */
  private void pause(DockerNode waiting, long begun) throws InterruptedException {
    try {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    } catch (InterruptedException e) {
      double seconds = Math.round((System.nanoTime() - begun) / 1e8) / 10.0;
      throw new StartInterruptedException(
          complaint(waiting, "had not answered after " + seconds + " s"), e);
    }
  }

  private String complaint(DockerNode node, String what) {
    return title
        + "'s server "
        + node.name()
        + " in Docker "
        + what
        + ". The end of its log:\n"
        + node.logTail();
  }
}
