package io.kvbench.docker;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.Ports;
import com.github.dockerjava.api.model.Volume;
import io.kvbench.core.host.HostSample;
import io.kvbench.core.server.ServerCommand;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterNode;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.LogUtils;

/** A server in a container. */
final class Node implements ClusterNode {
  private static final int STOP_SECONDS = 4;
  private static final int PAUSE_ATTEMPTS = 10;
  private static final String NOT_FROZEN = "unable to freeze";
  private static final double NANO = 1e9;
  private static final long LOG_SECONDS = 3;
  private static final long LOG_POLL_MILLIS = 20;
  private static final String UNKNOWN_VERSION = "of an unknown version";

  /** Whether the servers answer is asked elsewhere, of all of them at once. */
  private static final class Immediately extends AbstractWaitStrategy {
    @Override
    protected void waitUntilReady() {}
  }

  private final DockerClient client;
  private final NodePlan plan;
  private final NodeLog log;
  private final NodeLog.Part said;
  private final GenericContainer<?> container;
  private final Optional<Node> behind;
  private volatile String id = "";

  /** Set when the end has come: nothing is started after it. */
  private boolean over;

  /**
   * @param log for what this and the one behind it say
   * @param behind the server that this one is a proxy for
   */
  Node(DockerClient client, NodePlan plan, String image, NodeLog log, Optional<Node> behind) {
    this.client = client;
    this.plan = plan;
    this.log = log;
    this.said = log.part();
    this.behind = behind;
    this.container =
        new GenericContainer<>(DockerImageName.parse(image)).withImagePullPolicy(name -> false);
  }

  /** Prepares the container. */
  void configure(String cluster, Network network, Settings settings, Map<String, String> labels) {
    OptionalLong memory =
        settings.find(DockerSettings.MEMORY).stream().mapToLong(Long::longValue).findFirst();
    ServerCommand start = plan.image().command().of(plan.node(), plan.all(), settings, memory);
    container
        .withNetwork(network)
        .withNetworkAliases(plan.name())
        .withEnv(start.environment())
        .withLabels(labels)
        .withLogConsumer(said.reader())
        .waitingFor(new Immediately())
        .withCreateContainerCmdModifier(
            command -> {
              command.withName(cluster + "-" + plan.name()).withHostName(plan.name());
              plan.image().entryPoint().ifPresent(command::withEntrypoint);
              if (!start.arguments().isEmpty()) {
                command.withCmd(start.arguments());
              }
              shape(command, settings);
            });
    start
        .files()
        .forEach((path, text) -> container.withCopyToContainer(Transferable.of(text), path));
  }

  /** The volume has no name, so it goes with the container. */
  private void shape(CreateContainerCmd command, Settings settings) {
    HostConfig host = Optional.ofNullable(command.getHostConfig()).orElseGet(HostConfig::new);
    ExposedPort inside = ExposedPort.tcp(plan.servers().ports().getFirst());
    Ports ports = new Ports();
    ports.bind(inside, Ports.Binding.bindIpAndPort(NodePlan.HOST, plan.port()));
    host.withPortBindings(ports).withPublishAllPorts(false);
    settings
        .find(DockerSettings.MEMORY)
        .ifPresent(bytes -> host.withMemory(bytes).withMemorySwap(bytes));
    settings
        .find(DockerSettings.CPUS)
        .ifPresent(cpus -> host.withNanoCPUs(Math.round(cpus * NANO)));
    command
        .withHostConfig(host)
        .withExposedPorts(inside)
        .withVolumes(new Volume(plan.image().volume()));
  }

  /** Starts the container; the server does not answer yet when this returns. */
  void start() {
    behind.ifPresent(Node::start);
    container.start();
    id = container.getContainerId();
  }

  /** Returns its containers, the one that clients connect to first. */
  List<String> ids() {
    return Stream.concat(Stream.of(id), behind.stream().flatMap(node -> node.ids().stream()))
        .toList();
  }

  boolean isServing() {
    return behind.map(Node::isServing).orElse(true)
        && plan.servers().isServing(plan.endpoint(), plan.all().size());
  }

  Optional<String> version() {
    return behind.isEmpty()
        ? plan.servers().version(plan.endpoint())
        : Optional.of(versions(behind.get()));
  }

  private String versions(Node other) {
    return ownVersion().orElse(UNKNOWN_VERSION)
        + " with "
        + other.plan.systemName()
        + " "
        + other.version().orElse(UNKNOWN_VERSION);
  }

  /** What it has said about itself may still be on its way from the engine. */
  private Optional<String> ownVersion() {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LOG_SECONDS);
    try {
      Optional<String> version = plan.servers().versionInLog(log.text());
      while (version.isEmpty() && System.nanoTime() - end < 0) {
        TimeUnit.MILLISECONDS.sleep(LOG_POLL_MILLIS);
        version = plan.servers().versionInLog(log.text());
      }
      return version;
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  boolean isRunning() {
    if (!behind.map(Node::isRunning).orElse(true)) {
      return false;
    }
    try {
      return Boolean.TRUE.equals(client.inspectContainerCmd(id).exec().getState().getRunning());
    } catch (DockerException e) {
      return false;
    }
  }

  @Override
  public boolean hasEnded() {
    return !isRunning();
  }

  String logTail() {
    return log.tail();
  }

  @Override
  public String name() {
    return plan.name();
  }

  @Override
  public String endpoint() {
    return plan.endpoint();
  }

  /** Its process belongs to the engine, which may be in a virtual machine. */
  @Override
  public OptionalLong pid() {
    return OptionalLong.empty();
  }

  @Override
  public boolean isSampled() {
    return true;
  }

  @Override
  public Closeable sample(Consumer<HostSample> reader) {
    return new ContainerSamples(client, name(), ids(), reader);
  }

  @Override
  public Optional<Path> log() {
    return Optional.of(log.file());
  }

  @Override
  public String role() {
    return behind
        .map(Node::role)
        .orElseGet(() -> plan.servers().role(plan.endpoint(), plan.all().size()).orElse("unknown"));
  }

  @Override
  public void kill() {
    behind.ifPresent(Node::kill);
    try {
      client.killContainerCmd(id).exec();
    } catch (DockerException e) {
      // It has ended already.
    }
  }

  @Override
  public boolean canPause() {
    return true;
  }

  @Override
  public void pause() throws ClusterException {
    if (behind.isPresent()) {
      behind.get().pause();
    }
    pauseContainer();
  }

  /** Threads that run while they are to be stopped keep engines from it on a busy machine. */
  private void pauseContainer() throws ClusterException {
    for (int attempt = 1; true; attempt++) {
      try {
        order("paused", () -> client.pauseContainerCmd(id).exec());
        return;
      } catch (ClusterException e) {
        if (attempt == PAUSE_ATTEMPTS || !String.valueOf(e.getMessage()).contains(NOT_FROZEN)) {
          throw e;
        }
      }
    }
  }

  @Override
  public void resume() throws ClusterException {
    if (behind.isPresent()) {
      behind.get().resume();
    }
    order("resumed", () -> client.unpauseContainerCmd(id).exec());
  }

  @Override
  public boolean canRestart() {
    return true;
  }

  /** The container keeps its volume, its name on the network and its port on this machine. */
  @Override
  public void restart() throws ClusterException {
    if (behind.isPresent()) {
      behind.get().restart();
    }
    order("restarted", this::startAgain);
  }

  private synchronized void startAgain() {
    if (over) {
      throw new IllegalStateException("the servers are being stopped");
    }
    client.startContainerCmd(id).exec();
    LogUtils.followOutput(client, id, said.reader());
  }

  private void order(String what, Runnable order) throws ClusterException {
    try {
      order.run();
    } catch (RuntimeException e) {
      throw new ClusterException(name() + " was not " + what + ": " + Failures.text(e), e);
    }
  }

  /** Asks it to end, and ends it if it does not. */
  synchronized void stop() {
    over = true;
    try {
      client.stopContainerCmd(id).withTimeout(STOP_SECONDS).exec();
    } catch (DockerException e) {
      // It has ended already.
    }
    behind.ifPresent(Node::stop);
  }

  /** Removes it with its volume. */
  void remove() {
    if (!id.isEmpty()) {
      ContainerCleanup.removeContainer(client, id);
    }
    behind.ifPresent(Node::remove);
    log.close();
  }

  @Override
  public OptionalLong diskBytes() {
    return behind.isPresent() ? behind.get().diskBytes() : bytesOf(plan.image().volume());
  }

  /**
   * Returns the lengths of all files in its volume. The engine packs them up for us, which works
   * with every image and every engine, also after the end.
   */
  private OptionalLong bytesOf(String place) {
    try (InputStream packed = client.copyArchiveFromContainerCmd(id, place).exec();
        TarArchiveInputStream files = new TarArchiveInputStream(packed)) {
      long bytes = 0;
      TarArchiveEntry entry = files.getNextEntry();
      while (entry != null) {
        bytes += entry.isFile() ? entry.getSize() : 0;
        entry = files.getNextEntry();
      }
      return OptionalLong.of(bytes);
    } catch (IOException | DockerException e) {
      return OptionalLong.empty();
    }
  }
}
