package io.kvbench.runner.cluster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.server.ProgramPath;
import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterNode;
import io.kvbench.runner.cluster.Clusters;
import io.kvbench.runner.cluster.KeptCluster;
import io.kvbench.runner.cluster.KeptClusters;
import io.kvbench.runner.cluster.ParentProgram;
import io.kvbench.runner.cluster.Requests;
import io.kvbench.runner.cluster.local.Ports;
import io.kvbench.runner.cluster.local.ProcessMark;
import io.kvbench.testkit.RealServers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
class ProcessIT {
  @TempDir private Path directory;
  @TempDir private Path scratch;

  private Map<String, String> with(String system, String... settings) throws IOException {
    Map<String, String> all = new HashMap<>(Programs.settings(system, scratch));
    all.put("cluster.dir", directory.toString());
    for (int index = 0; index < settings.length; index += 2) {
      all.put(settings[index], settings[index + 1]);
    }
    return all;
  }

  private static Cluster start(String system, Map<String, String> given) throws Exception {
    return Requests.start(Requests.named(system), given);
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(90);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).describedAs("in time").isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  private List<Path> leftovers() {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean isAlive(long pid) {
    return ProcessMark.of(pid).isPresent();
  }

  @ParameterizedTest
  @CsvSource({"etcd, etcd", "consul, Consul", "dengine, d-engine", "zookeeper, ZooKeeper"})
  void runsOneServerAndLeavesNothing(String system, String title) throws Exception {
    Cluster cluster = start(system, with(system));
    long pid;
    try (cluster) {
      ClusterNode node = cluster.nodes().getFirst();
      pid = node.pid().orElseThrow();
      assertThat(cluster.kind()).isEqualTo("process");
      assertThat(cluster.description())
          .matches(title + " \\d+\\.\\d+\\.\\d+.*, 1 node, process on this machine");
      assertThat(node.name()).isEqualTo(system + "-1");
      assertThat(node.role()).isEqualTo("standalone");
      assertThat(node.diskBytes().orElseThrow()).isPositive();
      assertThat(cluster.keptNotice()).isEmpty();
      cluster.stop();
      assertThat(isAlive(pid)).isFalse();
      assertThat(node.role()).isEqualTo("unknown");
      assertThat(cluster.logs()).hasSize(1);
      assertThat(cluster.logs().getFirst()).isNotEmptyFile();
      assertThat(cluster.diskBytes().orElseThrow()).isPositive();
    }
    cluster.close();
    assertThat(leftovers()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"etcd", "consul", "dengine", "zookeeper", "zetcd"})
  void electsAnotherLeader(String system) throws Exception {
    try (Cluster cluster = start(system, with(system, "cluster.nodes", "3"))) {
      assertThat(cluster.description()).contains(", 3 nodes, processes on this machine");
      assertThat(roles(cluster)).containsExactlyInAnyOrder("leader", "follower", "follower");
      ClusterNode leader =
          cluster.nodes().stream().filter(node -> node.role().equals("leader")).findFirst().get();
      leader.kill();
      await(() -> leader.pids().stream().noneMatch(ProcessIT::isAlive));
      await(() -> roles(cluster).contains("leader"));
      assertThat(leader.role()).isEqualTo("unknown");
      assertThat(leader.log().orElseThrow()).isNotEmptyFile();
      assertThat(leader.diskBytes().orElseThrow()).isPositive();
      assertThat(leader.hasEnded()).isTrue();

      leader.restart();
      await(() -> leader.role().equals("follower"));
      assertThat(leader.hasEnded()).isFalse();
      cluster.stop();
      assertThat(isAlive(leader.pid().orElseThrow())).isFalse();
      assertThatThrownBy(leader::restart)
          .isInstanceOf(ClusterException.class)
          .hasMessage("the servers are being stopped");
    }
    assertThat(leftovers()).isEmpty();
  }

  private static List<String> roles(Cluster cluster) {
    return cluster.nodes().stream().map(ClusterNode::role).toList();
  }

  /** Programs of other versions work too. */
  @ParameterizedTest
  @Tag("matrix")
  @ValueSource(strings = {"etcd-3.4", "etcd-3.5", "etcd-3.7"})
  void runsOtherVersions(String name) throws Exception {
    Path program = RealServers.require(name);
    Map<String, String> given =
        with("etcd", "cluster.nodes", "3", "cluster.bin", program.toString());
    try (Cluster cluster = start("etcd", given)) {
      assertThat(cluster.description()).startsWith(name.replace('-', ' ') + ".");
      assertThat(roles(cluster)).containsExactlyInAnyOrder("leader", "follower", "follower");
    }
  }

  @Test
  void givesTheServersTheirSettings() throws Exception {
    try (Cluster cluster =
        start(
            "etcd",
            with(
                "etcd",
                "cluster.etcd.quota-backend-bytes",
                "1000000000",
                "cluster.etcd.flags",
                "--max-request-bytes=3000000 --log-level=warn"))) {
      String command =
          ProcessHandle.of(cluster.nodes().getFirst().pid().orElseThrow())
              .flatMap(process -> process.info().commandLine())
              .orElseThrow();
      assertThat(command)
          .contains(
              "--snapshot-count=100000",
              "--quota-backend-bytes=1000000000",
              "--max-request-bytes=3000000 --log-level=warn");
      assertThat(cluster.description())
          .endsWith("with --max-request-bytes=3000000 --log-level=warn");
    }
  }

  @Test
  void listensWhereItIsTold() throws Exception {
    int port = Ports.free(1).getFirst();
    try (Cluster cluster = start("etcd", with("etcd", "cluster.ports", "" + port))) {
      assertThat(cluster.endpoints()).containsExactly("127.0.0.1:" + port);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"etcd", "consul"})
  void namesAPortInUse(String system) throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Map<String, String> given = with(system, "cluster.ports", "" + taken.getLocalPort());
      assertThatThrownBy(() -> start(system, given))
          .isInstanceOf(ClusterException.class)
          .hasMessageContaining("port " + taken.getLocalPort())
          .hasMessageContaining("cluster.ports");
    }
    assertThat(leftovers()).isEmpty();
  }

  @Test
  void triesOtherPortsWhenOneWasTaken() throws Exception {
    Map<String, String> given = with("etcd");
    Path real = ProgramPath.ofThisProcess().find("etcd").orElseThrow();
    Path marker = scratch.resolve("once");
    Path program =
        Programs.script(
            scratch.resolve("etcd"),
            "if [ \"$1\" != --version ] && [ ! -e '" + marker + "' ]; then",
            "  : >'" + marker + "'",
            "  echo 'listen tcp 127.0.0.1:1: bind: address already in use'; exit 1",
            "fi",
            "exec '" + real + "' \"$@\"");
    given.put("cluster.bin", program.toString());
    try (Cluster cluster = start("etcd", given)) {
      assertThat(marker).exists();
      assertThat(cluster.nodes().getFirst().role()).isEqualTo("standalone");
      assertThat(leftovers()).hasSize(1);
    }
  }

  @Test
  void quotesTheLogOfAServerThatDoesNotStart() throws Exception {
    Map<String, String> given = with("etcd", "cluster.etcd.flags", "--no-such-flag");
    assertThatThrownBy(() -> start("etcd", given))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("etcd's server etcd-1 exited during startup")
        .hasMessageContaining("no-such-flag");
    assertThat(leftovers()).isEmpty();
  }

  @Test
  void givesUpOnAServerThatDoesNotAnswer() throws Exception {
    Path program =
        Programs.script(
            scratch.resolve("etcd"),
            "[ \"$1\" != --version ] || { echo 'etcd Version: 9.9.9'; exit; }",
            "echo waiting for nothing",
            "exec sleep 600");
    Map<String, String> given =
        Map.of(
            "cluster.dir",
            directory.toString(),
            "cluster.bin",
            program.toString(),
            "cluster.starttimeout",
            "2s");
    assertThatThrownBy(() -> start("etcd", given))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("did not answer within 2.0 s (cluster.starttimeout)")
        .hasMessageContaining("waiting for nothing");
    assertThat(leftovers()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"etcd", "consul"})
  void refusesAProgramThatIsAnother(String system) throws Exception {
    Map<String, String> given =
        Map.of("cluster.dir", directory.toString(), "cluster.bin", "/bin/echo");
    assertThatThrownBy(() -> start(system, given))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("/bin/echo is not " + Requests.named(system).title())
        .hasMessageContaining("version")
        .hasMessageContaining("cluster.bin");
    assertThat(leftovers()).isEmpty();
  }

  /** With servers that never serve, so that the interrupt comes first. */
  @Test
  void leavesNothingWhenInterrupted() throws Exception {
    Path program = scratch.resolve("etcd-that-hangs");
    Files.writeString(
        program,
        "#!/bin/sh\n[ \"$1\" = --version ] && exec %s --version\nexec sleep 600\n"
            .formatted(RealServers.require("etcd")));
    assertThat(program.toFile().setExecutable(true)).isTrue();
    Map<String, String> given =
        with("etcd", "cluster.nodes", "3", "cluster.bin", program.toString());
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread starter =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    start("etcd", given).close();
                  } catch (Exception e) {
                    thrown.set(e);
                  }
                });
    await(() -> !leftovers().isEmpty());
    starter.interrupt();
    starter.join();
    assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
    assertThat(leftovers()).isEmpty();
  }

  private Process startParent(String system, String... settings) throws IOException {
    List<String> args = new ArrayList<>(List.of(system));
    with(system, settings).forEach((name, value) -> args.add(name + "=" + value));
    return ParentProgram.start(scratch.resolve("states"), args.toArray(String[]::new));
  }

  @Test
  void endsWithAParentThatIsKilled() throws Exception {
    assertEndsWithItsParent("etcd");
  }

  @ParameterizedTest
  @Tag("matrix")
  @ValueSource(strings = {"consul", "zookeeper", "zetcd"})
  void anySystemEndsWithAParentThatIsKilled(String system) throws Exception {
    assertEndsWithItsParent(system);
  }

  private void assertEndsWithItsParent(String system) throws Exception {
    Process parent = startParent(system, "cluster.nodes", "3");
    List<Long> servers =
        ParentProgram.readyLines(parent).stream()
            .flatMap(line -> Stream.of(line.split(" ", -1)[0].split(",", -1)))
            .map(Long::valueOf)
            .toList();
    assertThat(servers).hasSize(system.equals("zetcd") ? 6 : 3).allMatch(ProcessIT::isAlive);
    parent.destroyForcibly();
    await(() -> servers.stream().noneMatch(ProcessIT::isAlive));
    await(() -> leftovers().isEmpty());
  }

  /** A terminal sends the signal to every process of the group. */
  @Test
  void survivesTheInterruptThatTheTerminalSends() throws Exception {
    Map<String, String> given = with("etcd");
    try (Cluster cluster = start("etcd", given)) {
      long pid = cluster.nodes().getFirst().pid().orElseThrow();
      Process ps = new ProcessBuilder("ps", "-o", "pgid=", "-p", "" + pid).start();
      String group =
          new String(ps.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
      assertThat(group).isEqualTo("" + pid);
    }
  }

  @Test
  void outlivesAParentThatKeepsIt() throws Exception {
    assertOutlivesItsParent("etcd");
  }

  @ParameterizedTest
  @Tag("matrix")
  @ValueSource(strings = {"consul", "zookeeper", "zetcd"})
  void anySystemOutlivesAParentThatKeepsIt(String system) throws Exception {
    assertOutlivesItsParent(system);
  }

  private void assertOutlivesItsParent(String system) throws Exception {
    Process parent = startParent(system, "cluster.keep", "true");
    List<String> lines = ParentProgram.readyLines(parent);
    long server = Long.parseLong(lines.getFirst().split("[ ,]", -1)[0]);
    try {
      assertThat(parent.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(parent.exitValue()).isZero();
      assertThat(String.join("\n", lines)).contains("kvbench cluster down " + system + "-1");
      Clusters clusters =
          new Clusters(
              List.of(new ProcessProvider()),
              new KeptClusters(scratch.resolve("states/kvbench/clusters")),
              List.of());
      KeptCluster kept = clusters.kept().list().getFirst();
      assertThat(kept.system()).isEqualTo(system);
      assertThat(kept.endpoints()).containsExactly(lines.getFirst().split(" ", -1)[1]);
      ProcessProvider provider = new ProcessProvider();
      assertThat(provider.running(kept)).isOne();
      assertThat(leftovers()).hasSize(1);
      provider.stop(kept, false);
      assertThat(provider.running(kept)).isZero();
      assertThat(isAlive(server)).isFalse();
      assertThat(leftovers()).hasSize(1);
      provider.stop(kept, true);
      assertThat(leftovers()).isEmpty();
    } finally {
      ProcessHandle.of(server).ifPresent(ProcessHandle::destroyForcibly);
    }
  }
}
