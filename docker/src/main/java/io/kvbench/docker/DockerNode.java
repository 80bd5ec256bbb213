package io.kvbench.docker;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import com.github.dockerjava.api.model.Volume;
import io.kvbench.core.server.ServerCommand;
import io.kvbench.core.setting.Settings;
import io.kvbench.results.host.HostSample;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterNode;
import io.kvbench.runner.cluster.LimitSettings;
import io.kvbench.runner.cluster.LimitUse;
import io.kvbench.runner.cluster.Limits;
import io.kvbench.runner.cluster.local.BlockDevice;
import io.kvbench.runner.cluster.local.DiskLimit;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** A server in a container. */
final class DockerNode implements ClusterNode {
  private static final int STOP_SECONDS = 4;
  private static final long LOG_SECONDS = 3;
  private static final long LOG_POLL_MILLIS = 20;
  private static final String UNKNOWN_VERSION = "of an unknown version";

  private final DockerClient client;
  private final NodePlan plan;
  private final NodeLog log;
  private final NodeLog.ContainerOutput said;
  private final String image;
  private final Optional<DockerNode> behind;
  private final VisibleProcesses visible;
  private Optional<PeerLink> link = Optional.empty();
  private Optional<BlockDevice> device = Optional.empty();
  private OptionalLong diskRate = OptionalLong.empty();
  private Optional<ContainerVolumes> volumes = Optional.empty();
  private volatile String id = "";

  /** Set at the end: nothing is started after it. */
  private boolean over;

  /**
   * @param log for the output of this and the one behind it
   * @param behind the server that this one is a proxy for
   */
  DockerNode(
      DockerClient client, NodePlan plan, String image, NodeLog log, Optional<DockerNode> behind) {
    this.client = client;
    this.plan = plan;
    this.log = log;
    this.said = log.new ContainerOutput();
    this.behind = behind;
    this.image = image;
    this.visible = new VisibleProcesses(client);
  }

  /**
   * Creates the container.
   *
   * @param files texts by path, besides those of its own command
   */
  void create(
      ClusterResources surroundings,
      ClusterNetworks networks,
      Settings settings,
      Optional<BlockDevice> disk,
      Map<String, String> files)
      throws IOException {
    ServerCommand start = plan.image().command().of(plan.node(), plan.all(), settings);
    Limits limits = LimitSettings.of(settings, plan.node().number());
    device = disk;
    volumes = behind.isPresent() ? Optional.empty() : Optional.of(surroundings.volumes());
    diskRate = limits.diskBytesPerSecond();
    if (plan.servers().ports().size() > 1) {
      link = networks.link(plan.node().number());
    }
    ExposedPort inside = ExposedPort.tcp(plan.servers().ports().getFirst());
    HostConfig host =
        HostConfig.newHostConfig()
            .withNetworkMode(networks.ofClients(plan.node().number()))
            .withPortBindings(
                new PortBinding(
                    Ports.Binding.bindIpAndPort(ProxyContainer.HOST, plan.port()), inside));
    new ContainerLimits(limits, disk).apply(host);
    CreateContainerCmd command =
        client
            .createContainerCmd(image)
            .withName(surroundings.cluster() + "-" + plan.name())
            .withHostName(plan.name())
            .withAliases(plan.name())
            .withEnv(
                start.environment().entrySet().stream()
                    .map(entry -> entry.getKey() + "=" + entry.getValue())
                    .toList())
            .withLabels(surroundings.labels())
            .withHostConfig(host)
            .withExposedPorts(inside);
    plan.image().entryPoint().ifPresent(command::withEntrypoint);
    if (!start.arguments().isEmpty()) {
      command.withCmd(start.arguments());
    }
    // An unnamed volume is removed with the container.
    Volume volume = new Volume(plan.image().volume());
    volume()
        .ifPresentOrElse(
            name -> host.withBinds(new Bind(name, volume)), () -> command.withVolumes(volume));
    id = command.exec().getId();
    link.ifPresent(each -> each.connect(id));
    copy(start.files());
    copy(files);
  }

  /** Returns the name of the volume with a separate file system. */
  private Optional<String> volume() {
    return volumes.flatMap(all -> all.name(plan.node().number()));
  }

  /** Readable for everyone in the container: images run servers as different users. */
  private void copy(Map<String, String> files) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (TarArchiveOutputStream archive = new TarArchiveOutputStream(packed)) {
      archive.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
      for (Map.Entry<String, String> file : files.entrySet()) {
        byte[] text = file.getValue().getBytes(StandardCharsets.UTF_8);
        TarArchiveEntry entry = new TarArchiveEntry(file.getKey());
        entry.setSize(text.length);
        archive.putArchiveEntry(entry);
        archive.write(text);
        archive.closeArchiveEntry();
      }
    }
    client
        .copyArchiveToContainerCmd(id)
        .withTarInputStream(new ByteArrayInputStream(packed.toByteArray()))
        .withRemotePath("/")
        .exec();
  }

  /** Returns the server with the data: a proxy has none. */
  private DockerNode store() {
    return behind.orElse(this);
  }

  /** Starts the container; the server need not answer yet when this returns. */
  void start() {
    behind.ifPresent(DockerNode::start);
    launch();
  }

  /** Returns its containers, the one that clients connect to first. */
  List<String> ids() {
    return Stream.concat(Stream.of(id), behind.stream().flatMap(node -> node.ids().stream()))
        .toList();
  }

  boolean isServing() {
    return behind.map(DockerNode::isServing).orElse(true)
        && plan.servers().isServing(plan.endpoint(), plan.all().size());
  }

  Optional<String> version() {
    return behind.isEmpty()
        ? plan.servers().version(plan.endpoint())
        : Optional.of(versions(behind.get()));
  }

  private String versions(DockerNode other) {
    return ownVersion().orElse(UNKNOWN_VERSION)
        + " with "
        + other.plan.systemName()
        + " "
        + other.version().orElse(UNKNOWN_VERSION);
  }

  /** Its output may still be on its way from the engine. */
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
    if (id.isEmpty() || !behind.map(DockerNode::isRunning).orElse(true)) {
      return false;
    }
    try {
      return Boolean.TRUE.equals(inspect().getState().getRunning());
    } catch (DockerException e) {
      return false;
    }
  }

  @Override
  public boolean hasEnded() {
    return !isRunning();
  }

  @Override
  public Limits limits() throws ClusterException {
    try {
      Limits own = ContainerLimits.inForce(inspect());
      if (behind.isEmpty() || behind.get().limits().equals(own)) {
        return own;
      }
    } catch (DockerException e) {
      throw new ClusterException(name() + " cannot be inspected: " + Failures.text(e), e);
    }
    throw new ClusterException("the containers of " + name() + " have different limits");
  }

  @Override
  public LimitUse limitUse() {
    return ContainerLimits.use(client, ids());
  }

  /** For a restarted container the engine only reports the last reason for its end. */
  @Override
  public long oomKills() {
    if (id.isEmpty()) {
      return 0; // it ended before it was completely started
    }
    try {
      long own = Boolean.TRUE.equals(inspect().getState().getOOMKilled()) ? 1 : 0;
      return own + behind.map(DockerNode::oomKills).orElse(0L);
    } catch (DockerException e) {
      return 0;
    }
  }

  private InspectContainerResponse inspect() {
    return client.inspectContainerCmd(id).exec();
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
  public List<Long> visiblePids() {
    return visible.of(ids());
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
    NodePlan stored = store().plan;
    return stored.servers().role(stored.endpoint(), stored.all().size()).orElse("unknown");
  }

  @Override
  public void kill() {
    behind.ifPresent(DockerNode::kill);
    try {
      client.killContainerCmd(id).exec();
    } catch (DockerException e) {
      // Already ended.
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
    new NamedContainer(client, id, name()).pause();
  }

  @Override
  public void resume() throws ClusterException {
    if (behind.isPresent()) {
      behind.get().resume();
    }
    new NamedContainer(client, id, name()).resume();
  }

  @Override
  public boolean canIsolate() {
    return store().link.isPresent();
  }

  @Override
  public void isolate() throws ClusterException {
    link("isolated", PeerLink::disconnect);
  }

  @Override
  public void rejoin() throws ClusterException {
    link("reconnected", PeerLink::connect);
  }

  @Override
  public boolean canSlowDisk() {
    return device.isPresent();
  }

  /** Engines only set it when they create a container, so it is changed in the control group. */
  @Override
  public void limitDisk(OptionalLong bytesPerSecond) throws ClusterException {
    DockerNode store = store();
    try {
      long pid = Optional.ofNullable(store.inspect().getState().getPidLong()).orElse(0L);
      DiskLimit.of(pid, store.device.orElseThrow())
          .change(bytesPerSecond.isPresent() ? bytesPerSecond : store.diskRate);
    } catch (DockerException e) {
      throw new ClusterException(store.name() + " cannot be inspected: " + Failures.text(e), e);
    }
  }

  @Override
  public boolean canFillDisk() {
    return store().volume().isPresent();
  }

  @Override
  public void fillDisk() throws ClusterException {
    store().volumes.orElseThrow().fill(plan.node().number());
  }

  @Override
  public void freeDisk() throws ClusterException {
    store().volumes.orElseThrow().free(plan.node().number());
  }

  private void link(String what, BiConsumer<PeerLink, String> change) throws ClusterException {
    DockerNode store = store();
    try {
      change.accept(store.link.orElseThrow(), store.id);
    } catch (RuntimeException e) {
      throw new ClusterException(store.name() + " was not " + what + ": " + Failures.text(e), e);
    }
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
    try {
      launch();
    } catch (RuntimeException e) {
      throw new ClusterException(name() + " was not restarted: " + Failures.text(e), e);
    }
  }

  private synchronized void launch() {
    if (over) {
      throw new IllegalStateException("the servers are being stopped");
    }
    client.startContainerCmd(id).exec();
    client
        .logContainerCmd(id)
        .withFollowStream(true)
        .withStdOut(true)
        .withStdErr(true)
        .exec(said.reader());
  }

  /** Stops it gracefully, and kills it if it does not end. */
  synchronized void stop() {
    over = true;
    try {
      client.stopContainerCmd(id).withTimeout(STOP_SECONDS).exec();
    } catch (DockerException e) {
      // Already ended.
    }
    behind.ifPresent(DockerNode::stop);
  }

  /** Removes it with its volume. */
  void remove() {
    if (!id.isEmpty()) {
      ContainerCleanup.removeContainer(client, id);
    }
    behind.ifPresent(DockerNode::remove);
    log.close();
  }

  @Override
  public OptionalLong diskBytes() {
    return store().bytesOf(store().plan.image().volume());
  }

  /**
   * Returns the lengths of all files in its volume, from an archive that the engine makes, which
   * works with every image and every engine, even after the end.
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
