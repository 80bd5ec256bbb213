package io.kvbench.runner.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.bindings.zookeeper.ZooKeeperProvider;
import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.Session;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import io.kvbench.core.operation.Value;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterNode;
import io.kvbench.runner.cluster.KeptCluster;
import io.kvbench.runner.cluster.KeptClusters;
import io.kvbench.runner.cluster.ParentProgram;
import io.kvbench.runner.cluster.Requests;
import io.kvbench.runner.cluster.local.Ports;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class EmbeddedIT {
  @TempDir private Path directory;
  @TempDir private Path states;

  private Map<String, String> with(String... settings) {
    Map<String, String> all = new HashMap<>(Map.of("cluster.dir", directory.toString()));
    for (int index = 0; index < settings.length; index += 2) {
      all.put(settings[index], settings[index + 1]);
    }
    return all;
  }

  private static Binding open(Cluster cluster) throws Exception {
    ZooKeeperProvider provider = new ZooKeeperProvider();
    SystemDescriptor system = provider.systems().getFirst();
    Settings settings = Settings.resolve(new Assignments(), system.settings(), new Problems());
    return provider.open(
        system, new BindingConfig(cluster.endpoints(), 2, Duration.ofSeconds(60), settings));
  }

  private static Status insert(Session session, String key) throws Exception {
    StatusCompletion completion = new StatusCompletion();
    session.submit(new Operation.Insert(Key.of(key), Value.of(new byte[100])), completion);
    return completion.await();
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).describedAs("in time").isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  private List<Path> leftovers() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }

  private static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  @Test
  void runsOneServerAndLeavesNothing() throws Exception {
    Cluster cluster = Requests.start(with());
    long pid;
    try (cluster) {
      ClusterNode node = cluster.nodes().getFirst();
      pid = node.pid().orElseThrow();
      assertThat(cluster.nodes()).hasSize(1);
      assertThat(cluster.kind()).isEqualTo("embedded");
      assertThat(cluster.description())
          .startsWith("embedded ZooKeeper 3.9.")
          .contains(", 1 node, this machine");
      assertThat(node.role()).isEqualTo("standalone");
      assertThat(cluster.keptNotice()).isEmpty();
      try (Binding binding = open(cluster);
          Session session = binding.openSession(0)) {
        assertThat(insert(session, "k")).isEqualTo(Outcome.OK);
        assertThat(binding.servers().getFirst().keys()).hasValue(1);
        assertThat(cluster.description())
            .contains("ZooKeeper " + binding.servers().getFirst().version().orElseThrow());
      }
      cluster.stop();
      assertThat(isAlive(pid)).isFalse();
      assertThat(node.role()).isEqualTo("unknown");
      assertThat(cluster.logs()).hasSize(1);
      assertThat(cluster.logs().getFirst()).content().contains("binding to port");
      assertThat(node.diskBytes().orElseThrow()).isPositive();
      assertThat(cluster.diskBytes()).isEqualTo(node.diskBytes());
    }
    cluster.close();
    assertThat(leftovers()).isEmpty();
  }

  @Test
  void goesOnWithoutItsLeader() throws Exception {
    try (Cluster cluster = Requests.start(with("cluster.nodes", "3"));
        Binding binding = open(cluster);
        Session session = binding.openSession(0)) {
      assertThat(cluster.nodes())
          .extracting(ClusterNode::role)
          .containsExactlyInAnyOrder("leader", "follower", "follower");
      assertThat(insert(session, "before")).isEqualTo(Outcome.OK);
      ClusterNode leader =
          cluster.nodes().stream().filter(node -> node.role().equals("leader")).findFirst().get();
      leader.kill();
      await(() -> goesOn(session));
      assertThat(leader.role()).isEqualTo("unknown");
      await(() -> cluster.nodes().stream().anyMatch(node -> node.role().equals("leader")));
    }
    assertThat(leftovers()).isEmpty();
  }

  private static boolean goesOn(Session session) {
    try {
      Status status = insert(session, "after");
      if (status == Outcome.OK || status == Outcome.ALREADY_EXISTS) {
        return true;
      }
      session.recover(Duration.ofSeconds(10));
      return false;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void namesAPortInUse() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(
              () -> Requests.start(with("cluster.ports", Integer.toString(taken.getLocalPort()))))
          .isInstanceOf(ClusterException.class)
          .hasMessageContaining("port " + taken.getLocalPort())
          .hasMessageContaining("cluster.ports");
    }
    assertThat(leftovers()).isEmpty();
  }

  @Test
  void listensWhereItIsToldAndFlagsReachItsJvm() throws Exception {
    int port = Ports.free(1).getFirst();
    Map<String, String> given =
        new HashMap<>(with("cluster.zookeeper.flags", "-Dzookeeper.skipACL=yes -XX:+UseSerialGC"));
    given.put("cluster.ports", Integer.toString(port));
    given.put("cluster.zookeeper.heap.initial", "64m");
    try (Cluster cluster = Requests.start(given)) {
      assertThat(cluster.endpoints()).containsExactly("127.0.0.1:" + port);
      ProcessHandle server =
          ProcessHandle.of(cluster.nodes().getFirst().pid().orElseThrow()).orElseThrow();
      assertThat(server.info().arguments().orElseThrow())
          .contains("-Xms64m", "-Dzookeeper.skipACL=yes", "-XX:+UseSerialGC");
      assertThat(cluster.description()).endsWith(", with -Dzookeeper.skipACL=yes -XX:+UseSerialGC");
    }
  }

  @Test
  void quotesTheLogOfAServerThatDoesNotStart() throws Exception {
    assertThatThrownBy(() -> Requests.start(with("cluster.zookeeper.heap", "1m")))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("zookeeper-1 exited during startup")
        .hasMessageContaining("maximum heap");
    assertThat(leftovers()).isEmpty();
  }

  @Test
  void givesUpOnAServerThatTakesTooLong() throws Exception {
    assertThatThrownBy(() -> Requests.start(with("cluster.starttimeout", "1ms")))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("did not answer within 0.001 s (cluster.starttimeout)");
    assertThat(leftovers()).isEmpty();
  }

  @Test
  void leavesNothingWhenInterrupted() throws Exception {
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread starter =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    Requests.start(with("cluster.nodes", "3"));
                  } catch (Exception e) {
                    thrown.set(e);
                  }
                });
    await(() -> !list().isEmpty());
    starter.interrupt();
    starter.join();
    assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
    assertThat(leftovers()).isEmpty();
  }

  private List<Path> list() {
    try {
      return leftovers();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void survivesTheInterruptThatTheTerminalSends() throws Exception {
    try (Cluster cluster = Requests.start(with())) {
      ClusterNode node = cluster.nodes().getFirst();
      for (String signal : List.of("-INT", "-HUP")) {
        Process kill =
            new ProcessBuilder("kill", signal, Long.toString(node.pid().orElseThrow())).start();
        assertThat(kill.waitFor()).isZero();
      }
      TimeUnit.MILLISECONDS.sleep(500);
      assertThat(node.role()).isEqualTo("standalone");
    }
  }

  private Process startParent(boolean keep, int nodes) throws IOException {
    return ParentProgram.start(
        states,
        "zookeeper",
        "cluster.dir=" + directory,
        "cluster.keep=" + keep,
        "cluster.nodes=" + nodes);
  }

  @Test
  void endsWithAParentThatIsKilled() throws Exception {
    Process parent = startParent(false, 3);
    List<Long> servers =
        ParentProgram.readyLines(parent).stream()
            .map(line -> Long.valueOf(line.split(" ", -1)[0]))
            .toList();
    assertThat(servers).hasSize(3).allMatch(EmbeddedIT::isAlive);
    parent.destroyForcibly();
    await(() -> servers.stream().noneMatch(EmbeddedIT::isAlive));
    assertThat(leftovers()).isEmpty();
  }

  @Test
  void outlivesAParentThatKeepsIt() throws Exception {
    Process parent = startParent(true, 1);
    List<String> lines = ParentProgram.readyLines(parent);
    long server = Long.parseLong(lines.getFirst().split(" ", -1)[0]);
    String endpoint = lines.getFirst().split(" ", -1)[1];
    try {
      assertThat(parent.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(parent.exitValue()).isZero();
      assertThat(String.join("\n", lines))
          .contains("-p endpoints=" + endpoint)
          .contains("kvbench cluster down zookeeper-1")
          .contains(leftovers().getFirst().toString());
      assertThat(Requests.of(Requests.ZOOKEEPER, List.of(), Map.of()).servers().role(endpoint, 1))
          .contains("standalone");
      KeptCluster kept = kept().list().getFirst();
      EmbeddedProvider provider = new EmbeddedProvider();
      assertThat(kept.endpoints()).containsExactly(endpoint);
      assertThat(provider.running(kept)).isOne();
      provider.stop(kept, true);
      assertThat(provider.running(kept)).isZero();
    } finally {
      ProcessHandle.of(server).ifPresent(ProcessHandle::destroyForcibly);
    }
    await(() -> !isAlive(server));
    assertThat(leftovers()).isEmpty();
  }

  private KeptClusters kept() {
    return new KeptClusters(states.resolve("kvbench").resolve("clusters"));
  }
}
