package io.kvbench.docker;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.model.Container;
import com.github.dockerjava.api.model.Ports;
import io.kvbench.results.host.HostSample;
import io.kvbench.results.host.HostSample.InterfaceFigures;
import io.kvbench.results.host.ProcessFigures;
import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterNode;
import io.kvbench.runner.cluster.KeptCluster;
import io.kvbench.runner.cluster.ServerControl;
import java.io.Closeable;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of real servers on the real engine. */
class DockerIT {
  private static final String ETCD_IMAGE =
      Requests.of("etcd", Map.of()).servers().image().orElseThrow().local();

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path directory;

  @BeforeAll
  static void engine() {
    Docker.required();
  }

  private Cluster start(String system, Map<String, String> given) throws Exception {
    Map<String, String> all = new java.util.HashMap<>(given);
    all.putIfAbsent("cluster.dir", directory.toString());
    return new DockerProvider().start(Requests.of(system, all));
  }

  /** Returns the cluster's name on the engine, from the name of a container. */
  private static String nameOf(Cluster cluster) throws Exception {
    String id = cluster.state().get(DockerCluster.CONTAINERS).split(",", -1)[0];
    return inspect(id).getConfig().getLabels().get(DockerLabels.CLUSTER);
  }

  private static InspectContainerResponse inspect(String id) throws Exception {
    return Docker.client().inspectContainerCmd(id).exec();
  }

  private static void await(String what, Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.call()) {
      assertThat(System.nanoTime() - deadline).as(what).isNegative();
      Thread.sleep(100);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"etcd", "consul", "zookeeper"})
  void startsServersThatAnswerAndLeavesNothing(String system) throws Exception {
    assertStartsAndLeavesNothing(system, 3);
  }

  @ParameterizedTest
  @Tag("matrix")
  @ValueSource(strings = {"etcd", "consul", "zookeeper"})
  void startsOneServerThatAnswersAndLeavesNothing(String system) throws Exception {
    assertStartsAndLeavesNothing(system, 1);
  }

  private void assertStartsAndLeavesNothing(String system, int count) throws Exception {
    Store store = Store.valueOf(system.toUpperCase(Locale.ROOT));
    List<String> volumes = new ArrayList<>();
    String name;
    try (Cluster cluster =
        start(
            system,
            Map.of(
                "cluster.nodes", Integer.toString(count),
                "limit.memory", "400m",
                "limit.cpus", "0.75",
                "limit.disk", "50MB/s"))) {
      name = nameOf(cluster);
      assertThat(cluster.kind()).isEqualTo("docker");
      assertThat(cluster.inContainers()).isTrue();
      assertThat(cluster.description())
          .matches(
              Requests.of(system, Map.of()).system().title()
                  + " \\d+\\.\\d+\\.\\d+, "
                  + count
                  + " node.*container.*")
          .contains("image ");
      for (ClusterNode node : cluster.nodes()) {
        assertThat(node.limits().toString()).isEqualTo("memory 400 MiB, 0.75 CPUs, disk 50 MB/s");
        assertThat(node.limitUse().peakMemoryBytes().orElseThrow()).isBetween(1L, 400L << 20);
        assertThat(node.limitUse().periods().orElseThrow()).isPositive();
        assertThat(node.oomKills()).isZero();
      }
      assertThat(cluster.nodes()).hasSize(count);
      for (Container container : Docker.containers(name)) {
        volumes.addAll(limitsAndVolumes(container.getId()));
      }
      assertThat(Docker.volumes()).containsAll(volumes);

      store.write(cluster.endpoints().getFirst(), "greeting", "hello");
      for (String endpoint : cluster.endpoints()) {
        assertThat(store.read(endpoint, "greeting")).isEqualTo("hello");
      }
      List<String> expected = new ArrayList<>(java.util.Collections.nCopies(count - 1, "follower"));
      expected.add(count == 1 ? "standalone" : "leader");
      assertThat(cluster.nodes())
          .extracting(ClusterNode::role)
          .containsExactlyInAnyOrderElementsOf(expected);

      cluster.stop();
      cluster.stop();
      assertThat(cluster.diskBytes().getAsLong()).isGreaterThan(1000);
      assertThat(cluster.logs()).hasSize(count).allSatisfy(log -> assertThat(log).isNotEmptyFile());
    }
    assertThat(Docker.containers(name)).isEmpty();
    assertThat(Docker.networks(name)).isEmpty();
    assertThat(Docker.volumes()).doesNotContainAnyElementsOf(volumes);
    assertThat(directory).isEmptyDirectory();
  }

  private static List<String> limitsAndVolumes(String id) throws Exception {
    InspectContainerResponse container = inspect(id);
    assertThat(container.getHostConfig().getMemory()).isEqualTo(400L << 20);
    assertThat(container.getHostConfig().getCpuQuota()).isEqualTo(75_000L);
    List<String> addresses = new ArrayList<>();
    for (Ports.Binding[] bindings :
        container.getNetworkSettings().getPorts().getBindings().values()) {
      for (Ports.Binding binding : bindings == null ? new Ports.Binding[0] : bindings) {
        addresses.add(binding.getHostIp());
      }
    }
    assertThat(addresses).containsExactly("127.0.0.1");
    assertThat(container.getMounts()).isNotEmpty();
    return container.getMounts().stream().map(InspectContainerResponse.Mount::getName).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"etcd", "consul", "zookeeper"})
  void goesOnWithoutALeaderThatIsKilled(String system) throws Exception {
    Store store = Store.valueOf(system.toUpperCase(Locale.ROOT));
    try (Cluster cluster = start(system, Map.of("cluster.nodes", "3"))) {
      ClusterNode leader = withRole(cluster, "leader");
      leader.kill();
      await(
          "a leader after " + leader.name(),
          () -> cluster.nodes().stream().anyMatch(node -> node.role().equals("leader")));
      assertThat(leader.role()).isEqualTo("unknown");
      String endpoint = withRole(cluster, "leader").endpoint();
      store.write(endpoint, "after", "all");
      assertThat(store.read(endpoint, "after")).isEqualTo("all");
      assertThat(leader.hasEnded()).isTrue();
      comesBack(leader, store);
      cluster.stop();
      assertThat(cluster.diskBytes()).isPresent();
    }
  }

  /** With the records of its first life and those that it has missed, and one log of both. */
  private static void comesBack(ClusterNode node, Store store) throws Exception {
    Path log = node.log().orElseThrow();
    await("all of its log", () -> Files.size(log) > 0);
    byte[] first = Files.readAllBytes(log);
    node.restart();
    await("its part in the cluster", () -> node.role().equals("follower"));
    assertThat(node.hasEnded()).isFalse();
    assertThat(store.read(node.endpoint(), "after")).isEqualTo("all");
    await("a longer log", () -> Files.size(log) > first.length);
    assertThat(Files.readAllBytes(log)).startsWith(first);

    node.pause();
    assertThat(node.role()).isEqualTo("unknown");
    assertThat(node.hasEnded()).isFalse();
    assertThatThrownBy(node::pause)
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining(node.name() + " was not paused");
    node.resume();
    await("its part in the cluster again", () -> node.role().equals("follower"));
  }

  /** Only the leader takes writes, and servers do not report the leader to other clients. */
  @Test
  void runsDEngineThatGoesOnWithoutItsLeader() throws Exception {
    try (Cluster cluster = start("dengine", Map.of("cluster.nodes", "3"))) {
      assertThat(cluster.description())
          .matches("d-engine \\d+\\.\\d+\\.\\d+, 3 nodes, containers .*");
      ClusterNode leader = withRole(cluster, "leader");
      DEngineStore.write(leader.endpoint(), "/greeting", "hello");
      for (String endpoint : cluster.endpoints()) {
        await(
            "the record at " + endpoint,
            () -> DEngineStore.readStale(endpoint, "/greeting").contains("hello"));
      }
      assertThat(leader.diskBytes().orElseThrow()).isPositive();

      leader.kill();
      await(
          "a leader after " + leader.name(),
          () -> cluster.nodes().stream().anyMatch(node -> node.role().equals("leader")));
      assertThat(leader.role()).isEqualTo("unknown");
      String endpoint = withRole(cluster, "leader").endpoint();
      DEngineStore.write(endpoint, "/after", "all");
      assertThat(DEngineStore.read(endpoint, "/greeting")).contains("hello");
      assertThat(DEngineStore.read(endpoint, "/after")).contains("all");
      cluster.stop();
      assertThat(leader.log().orElseThrow()).isNotEmptyFile();
    }
    assertThat(directory).isEmptyDirectory();
  }

  private static ClusterNode withRole(Cluster cluster, String role) {
    return cluster.nodes().stream()
        .filter(node -> node.role().equals(role))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void putsAnEtcdBehindEachZetcd() throws Exception {
    Store store = Store.ZOOKEEPER;
    String name;
    try (Cluster cluster = start("zetcd", Map.of("cluster.nodes", "3"))) {
      name = nameOf(cluster);
      assertThat(cluster.description())
          .matches("zetcd \\d+\\.\\d+\\.\\d+ with etcd \\d+\\.\\d+\\.\\d+, 3 nodes, containers.*")
          .contains("zetcd:", " with ", "etcd:");
      assertThat(Docker.containers(name)).hasSize(6);
      store.write(cluster.endpoints().getFirst(), "greeting", "hello");
      for (String endpoint : cluster.endpoints()) {
        assertThat(store.read(endpoint, "greeting")).isEqualTo("hello");
      }
      ClusterNode leader = withRole(cluster, "leader");
      leader.kill();
      await(
          "a leader",
          () -> cluster.nodes().stream().anyMatch(node -> node.role().equals("leader")));
      assertThat(leader.role()).isEqualTo("unknown");
      assertThat(store.read(withRole(cluster, "leader").endpoint(), "greeting")).isEqualTo("hello");
      KeptCluster kept =
          new KeptCluster("zetcd-1", "docker", "zetcd", "", cluster.endpoints(), cluster.state());
      assertThat(new DockerProvider().running(kept)).isEqualTo(2);
      cluster.stop();
      assertThat(cluster.diskBytes().getAsLong()).isGreaterThan(1000);
      assertThat(cluster.logs()).hasSize(3);
      assertThat(leader.log().orElseThrow()).content().contains("zetcd proxy", "raft");
    }
    assertThat(Docker.containers(name)).isEmpty();
    assertThat(Docker.networks(name)).isEmpty();
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void takesFlagsPortsAndImage() throws Exception {
    int port;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    Map<String, String> given =
        Map.of(
            "cluster.ports",
            Integer.toString(port),
            "cluster.docker.image",
            ETCD_IMAGE,
            "cluster.etcd.snapshot-count",
            "5000");
    try (Cluster cluster = start("etcd", given)) {
      assertThat(cluster.endpoints()).containsExactly("127.0.0.1:" + port);
      assertThat(cluster.description()).endsWith("image " + ETCD_IMAGE);
      String id = cluster.state().get(DockerCluster.CONTAINERS);
      assertThat(inspect(id).getArgs()).contains("--snapshot-count=5000");
      assertThatThrownBy(() -> start("etcd", given))
          .isInstanceOf(ClusterException.class)
          .hasMessageContaining("port is already allocated");
    }
  }

  /** Two containers of one server, as reported by the engine; then the server's second life. */
  @Test
  void tellsWhatContainersUse() throws Exception {
    try (Cluster cluster = start("zetcd", Map.of())) {
      ClusterNode node = cluster.nodes().getFirst();
      List<HostSample> samples = new CopyOnWriteArrayList<>();
      assertThat(node.isSampled()).isTrue();
      try (Closeable telling = node.sample(samples::add)) {
        await("a sample", () -> !samples.isEmpty());
        byte[] block = new byte[100_000];
        for (int i = 0; i < 20; i++) {
          Store.ZOOKEEPER.write(node.endpoint(), "block" + i, new String(block, US_ASCII));
        }
        await("more samples", () -> samples.size() > 2);
        grew(samples.getFirst(), samples.getLast());
        assertThat(node.visiblePids()).hasSize(2).startsWith(use(samples.getLast()).pid());

        long life = use(samples.getLast()).incarnation();
        node.kill();
        await("its end", node::hasEnded);
        node.restart();
        await("its second life", () -> use(samples.getLast()).incarnation() > life);
        assertThat(node.visiblePids()).hasSize(2).startsWith(use(samples.getLast()).pid());
        assertThat(telling).isNotNull();
      }
    }
  }

  private static ProcessFigures use(HostSample sample) {
    return sample.process("zetcd-1").orElseThrow();
  }

  private static void grew(HostSample before, HostSample after) {
    assertThat(after.number()).isGreaterThan(before.number());
    assertThat(after.sinceStartNanos()).isGreaterThan(before.sinceStartNanos());
    assertThat(after.cpu().processors()).isPositive();
    assertThat(use(after).processes()).isEqualTo(2);
    assertThat(use(after).program()).isEqualTo("zetcd");
    assertThat(use(after).pid()).isPositive();
    assertThat(use(after).cpuMillis().orElseThrow())
        .isGreaterThan(use(before).cpuMillis().orElseThrow());
    assertThat(use(after).residentBytes().orElseThrow()).isBetween(5L << 20, 1L << 30);
    assertThat(use(after).threads().orElseThrow()).isGreaterThan(2);
    if (use(after).writtenBytes().isPresent()) {
      assertThat(use(after).writtenBytes().getAsLong())
          .as("not every kernel counts for every container, but then it does not say 0")
          .isGreaterThan(use(before).writtenBytes().orElse(0));
    }
    assertThat(received(after) - received(before)).isGreaterThanOrEqualTo(2_000_000);
    assertThat(use(after).openFiles()).as("no engine tells").isEmpty();
    assertThat(after.disks()).isEmpty();
  }

  private static long received(HostSample sample) {
    return sample.interfaces().stream().mapToLong(InterfaceFigures::receivedBytes).sum();
  }

  @Test
  void controlsContainersByTheirNames() throws Exception {
    ServerControl.Engine engine = ServiceLoader.load(ServerControl.Engine.class).findFirst().get();
    assertThat(engine.obstacle()).isEmpty();
    assertThatThrownBy(() -> engine.find("no-such-container"))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("there is no container no-such-container");
    try (Cluster cluster = start("etcd", Map.of())) {
      String id = cluster.state().get(DockerCluster.CONTAINERS).split(",", -1)[0];
      String name = inspect(id).getName().substring(1);
      ServerControl server = engine.find(name);
      server.pause();
      assertThat(inspect(id).getState().getPaused()).isTrue();
      server.resume();
      assertThat(inspect(id).getState().getPaused()).isFalse();
      server.kill();
      await("the container ends", () -> !inspect(id).getState().getRunning());
      assertThatThrownBy(() -> engine.find(name)).hasMessageContaining("is not running");
      assertThatThrownBy(server::pause).hasMessageContaining(name + " was not paused");
      server.restart();
      await("the server answers", () -> cluster.nodes().getFirst().role().equals("standalone"));
    }
  }

  @Test
  void saysThatAnImageIsMissing() {
    assertThatThrownBy(
            () -> start("etcd", Map.of("cluster.docker.image", "localhost:1/nobody/etcd:1")))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("localhost:1/nobody/etcd:1 is not on this machine")
        .hasMessageContaining("docker/prepare images");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void saysThatAnImageHasNoSuchServer() throws Exception {
    List<Container> before = all();
    assertThatThrownBy(() -> start("consul", Map.of("cluster.docker.image", ETCD_IMAGE)))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("Consul was not started in Docker")
        .hasMessageContaining("executable file not found");
    assertThat(all()).hasSameSizeAs(before);
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void showsTheLogOfAServerThatEnds() throws Exception {
    List<Container> before = all();
    assertThatThrownBy(
            () ->
                start(
                    "zookeeper",
                    Map.of("cluster.zookeeper.snapCount", "2", "cluster.zookeeper.heap", "1m")))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("zookeeper-1 in Docker exited during startup")
        .hasMessageContaining("heap");
    assertThat(all()).hasSameSizeAs(before);
  }

  @Test
  void leavesNothingWhenTheCallerGivesUp() throws Exception {
    List<Container> before = all();
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> start("etcd", Map.of())).isInstanceOf(InterruptedException.class);
    assertThat(all()).hasSameSizeAs(before);
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void leavesNothingWhenTheCallerGivesUpHalfway() throws Exception {
    List<Container> before = all();
    AtomicReference<Throwable> end = new AtomicReference<>();
    Thread caller =
        Thread.ofPlatform()
            .start(
                () -> {
                  try (Cluster cluster = start("zookeeper", Map.of("cluster.nodes", "3"))) {
                    end.set(new AssertionError(cluster.description() + " was started"));
                  } catch (Exception e) {
                    end.set(e);
                  }
                });
    await("a container", () -> all().size() > before.size());
    caller.interrupt();
    caller.join();
    assertThat(end.get()).isInstanceOf(InterruptedException.class);
    assertThat(all()).hasSameSizeAs(before);
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void stopsForACallerThatIsInterrupted() throws Exception {
    String name;
    try (Cluster cluster = start("etcd", Map.of())) {
      name = nameOf(cluster);
      Thread.currentThread().interrupt();
      cluster.stop();
    }
    assertThat(Thread.interrupted()).isTrue();
    assertThat(Docker.containers(name)).isEmpty();
    assertThat(Docker.networks(name)).isEmpty();
  }

  @Test
  void findsAndEndsKeptServersAgain() throws Exception {
    DockerProvider provider = new DockerProvider();
    Map<String, String> state;
    String name;
    try (Cluster cluster = start("etcd", Map.of("cluster.keep", "true"))) {
      name = nameOf(cluster);
      state = cluster.state();
      cluster.release();
    }
    assertThat(directory)
        .as("what the servers said goes with who wrote it down")
        .isEmptyDirectory();
    KeptCluster kept = new KeptCluster("etcd-1", "docker", "etcd", "", List.of(), state);
    assertThat(provider.running(kept)).isEqualTo(1);
    provider.stop(kept, false);
    assertThat(provider.running(kept)).isZero();
    assertThat(Docker.containers(name)).hasSize(1);
    provider.stop(kept, true);
    provider.stop(kept, true);
    assertThat(Docker.containers(name)).isEmpty();
    assertThat(Docker.networks(name)).isEmpty();
    assertThat(provider.running(kept)).isZero();
  }

  @Test
  void leavesReleasedServersAlone() throws Exception {
    String name;
    try (Cluster cluster = start("etcd", Map.of("cluster.keep", "true"))) {
      name = nameOf(cluster);
      cluster.release();
      cluster.stop();
      assertThat(cluster.nodes().getFirst().role()).isEqualTo("standalone");
    }
    ContainerCleanup.ofTheGone(Docker.client());
    assertThat(Docker.containers(name)).hasSize(1);
    ContainerCleanup.ofCluster(Docker.client(), name);
    assertThat(Docker.containers(name)).isEmpty();
    assertThat(Docker.networks(name)).isEmpty();
  }

  @Test
  void removesServersOfAProcessThatIsKilled() throws Exception {
    Docker.rootRequired();
    Process owner = OwnerProgram.start(directory, "limit.space=400MB");
    String name = OwnerProgram.clusterOf(owner);
    assertThat(Docker.containers(name)).hasSize(1);
    assertThat(Docker.volumes(name)).hasSize(1);
    assertThat(directory).as("of logs").isNotEmptyDirectory();
    assertThat(loopDevices()).contains(directory.toString());
    owner.destroyForcibly().waitFor();
    await(
        "removed containers",
        () ->
            Docker.containers(name).isEmpty()
                && Docker.volumes(name).isEmpty()
                && Docker.networks(name).isEmpty());
    await("removed files", () -> isEmpty(directory));
    await("a free device", () -> !loopDevices().contains(directory.toString()));
  }

  /** Returns the files behind loop devices. */
  private static String loopDevices() throws Exception {
    Process process = new ProcessBuilder("losetup", "--list", "--output", "BACK-FILE").start();
    return new String(process.getInputStream().readAllBytes(), US_ASCII);
  }

  private static boolean isEmpty(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.findAny().isEmpty();
    }
  }

  @Test
  void removesWhatNobodyCouldAtTheNextStart() throws Exception {
    Process owner = OwnerProgram.start(directory, "cluster.nodes=1");
    String name = OwnerProgram.clusterOf(owner);
    List<ProcessHandle> watches = owner.descendants().toList();
    assertThat(watches).hasSize(1);
    watches.getFirst().destroyForcibly();
    watches.getFirst().onExit().get();
    owner.destroyForcibly().waitFor();
    assertThat(Docker.containers(name)).hasSize(1);
    try (Cluster cluster = start("etcd", Map.of())) {
      assertThat(cluster.nodes()).hasSize(1);
      assertThat(Docker.containers(name)).isEmpty();
      assertThat(Docker.networks(name)).isEmpty();
    }
    assertThat(Files.exists(directory)).isTrue();
  }

  private static List<Container> all() throws Exception {
    return Docker.client()
        .listContainersCmd()
        .withShowAll(true)
        .withLabelFilter(List.of(DockerLabels.OWNER))
        .exec();
  }
}
