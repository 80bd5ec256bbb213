package io.kvbench.runner.app.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.server.ServerEvent;
import io.kvbench.core.server.ServerEventKind;
import io.kvbench.results.format.LimitsResult;
import io.kvbench.results.format.LimitsResult.Measured;
import io.kvbench.results.format.LimitsResult.Node;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.runner.app.InstalledServers;
import io.kvbench.runner.app.KvbenchCommand;
import io.kvbench.runner.app.KvbenchProcess;
import io.kvbench.runner.app.KvbenchThread;
import io.kvbench.testkit.RealServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of real servers with limited resources. They take long one after the other, so they run
 * first.
 */
@Order(1)
final class LimitsIT {
  private static final Path GROUPS = Path.of("/sys/fs/cgroup");
  private static final String DOCKER = "cluster=docker";

  /**
   * The example of the benchmark whose files these are, with its own numbers except for the
   * bandwidth: a busy machine may be slower than 1 Gbit/s.
   */
  private static final String TOPOLOGY =
      """
      [
        {
          "ip": "10.0.0.251", // instance ip
          "mem": "100m", // memory limits
          "cpus": "8", // cpu limits in cpu units
          "bandwidth": 100, // bandwith limits
          "link_delay": "3ms"
        },
        {
          "ip": "10.0.0.252",
          "mem": "100m",
          "cpus": "8",
          "bandwidth": 100,
          "link_delay": "3ms"
        }
      ]
      """;

  @TempDir private Path directory;
  @TempDir private Path servers;

  @BeforeEach
  void groups() {
    if (!Files.isWritable(GROUPS)) {
      throw RealServers.missing(
          "control groups cannot be made in " + GROUPS, RealServers.remedy("root"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"etcd", "consul", "zookeeper"})
  void processesKeepWithinTheirLimits(String system) throws Exception {
    keepsWithinItsLimits(system, InstalledServers.of(system));
  }

  @Test
  void aContainerKeepsWithinItsLimits() throws Exception {
    keepsWithinItsLimits("etcd", DOCKER);
  }

  @Tag("matrix")
  @ParameterizedTest
  @ValueSource(strings = {"consul", "zookeeper"})
  void containersKeepWithinTheirLimits(String system) throws Exception {
    keepsWithinItsLimits(system, DOCKER);
  }

  private void keepsWithinItsLimits(String system, String cluster) throws Exception {
    try (KvbenchThread kvbench =
        start(
            system,
            cluster,
            "hosts.every=500ms",
            "clients=50",
            "limit.memory=400MiB",
            "limit.cpus=0.2",
            "limit.disk=20MB/s")) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();

      RunResult result = kvbench.result();
      assertThat(result.status()).as(kvbench::err).isEqualTo(RunStatus.COMPLETE);
      Node node = result.conditions().limits().orElseThrow().nodes().getFirst();
      assertThat(node.name()).isEqualTo(system + "-1");
      assertThat(node.inForce()).isEqualTo(node.asked());
      assertThat(node.asked().memoryBytes()).hasValue(400 << 20);
      assertThat(node.asked().cpus()).hasValue(0.2);
      assertThat(node.asked().diskBytesPerSecond()).hasValue(20_000_000);
      Measured measured = node.measured();
      // As sampled: both ends of a second may be in the middle of a period.
      assertThat(measured.cpusMean().orElseThrow()).isBetween(0.0001, 0.25);
      assertThat(measured.throttledPeriods().orElseThrow())
          .isBetween(1L, measured.periods().orElseThrow());
      assertThat(measured.throttledNanos().orElseThrow()).isPositive();
      assertThat(measured.peakMemoryBytes().orElseThrow()).isBetween(1L << 20, 400L << 20);
      assertThat(measured.writtenBytesPerSecond().orElseThrow()).isLessThan(21_000_000);
      assertThat(measured.oomKills()).isZero();
      if (!cluster.equals(DOCKER)) {
        assertThat(node.probedCpus().orElseThrow()).isBetween(0.001, 0.35);
      }
      assertThat(kvbench.err())
          .contains(
              "Limits of %s-1: requested memory 400 MiB, 0.2 CPUs, disk 20 MB/s; in effect memory 400"
                      .formatted(system)
                  + " MiB, 0.2 CPUs, disk 20 MB/s");
      assertThat(kvbench.report()).contains("Limits", "throttled");
      assertThat(Files.readString(kvbench.resultDirectory().resolve("report.html")))
          .contains("throttled");
      assertThat(Files.readString(kvbench.resultDirectory().resolve("plan.json")))
          .contains("\"decides\": \"limits\"");
    }
  }

  /** At the limit, a server may stall for long before it is killed where the machine is busy. */
  @ParameterizedTest
  @ValueSource(strings = {"process", "docker"})
  void aServerThatReachesItsMemoryLimitIsNamed(String cluster) throws Exception {
    RealServers.require("etcd");
    try (KvbenchThread kvbench =
        start(
            "etcd",
            "cluster=" + cluster,
            "clients=50",
            "valuesize=300000",
            "unavailable.timeout=20s",
            "maxexecutiontime=100",
            "limit.memory=64MiB")) {
      kvbench.exitCode();

      String killed = "etcd-1 was killed: it reached its memory limit of 64 MiB";
      assertThat(kvbench.err()).contains(killed);
      RunResult result = kvbench.result();
      assertThat(result.statusReason().orElseThrow()).contains(killed);
      assertThat(
              result.conditions().limits().orElseThrow().nodes().getFirst().measured().oomKills())
          .isEqualTo(1);
      assertThat(result.cluster().events().orElseThrow().list())
          .filteredOn(event -> event.kind() == ServerEventKind.OOM_KILL)
          .singleElement()
          .extracting(ServerEvent::node)
          .isEqualTo("etcd-1");
      assertThat(kvbench.report())
          .contains("OOM kill 1×", "etcd-1: was killed: it reached its memory limit of 64 MiB");
    }
  }

  /** A JVM needs more than that at once. A program may only be slow, as its code is read anew. */
  @Test
  void aServerThatDoesNotStartWithItsMemoryIsNamed() throws Exception {
    try (KvbenchThread kvbench = start("zookeeper", "cluster=embedded", "limit.memory=24MiB")) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isEqualTo(3);
      assertThat(kvbench.result().statusReason().orElseThrow())
          .contains("zookeeper-1 was killed: it reached its memory limit of 24 MiB");
    }
    assertThat(servers).isEmptyDirectory();
  }

  @Test
  void aTopologyFileStartsItsServers() throws Exception {
    startsTheServersOfATopologyFile("process");
  }

  @Tag("matrix")
  @Test
  void aTopologyFileStartsItsContainers() throws Exception {
    startsTheServersOfATopologyFile("docker");
  }

  private void startsTheServersOfATopologyFile(String cluster) throws Exception {
    RealServers.require("etcd");
    RealServers.require("toxiproxy-server");
    Path file = Files.writeString(directory.resolve("topology.json"), TOPOLOGY);
    try (KvbenchThread kvbench =
        start(
            "etcd",
            "cluster=" + cluster,
            "clients=4",
            "connections=2",
            "cluster.topology=" + file)) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();

      RunResult result = kvbench.result();
      assertThat(result.cluster().nodes()).isEqualTo(2);
      List<Node> nodes = result.conditions().limits().orElseThrow().nodes();
      assertThat(nodes).hasSize(2);
      assertThat(nodes)
          .extracting(Node::inForce)
          .allSatisfy(
              inForce -> {
                assertThat(inForce.memoryBytes()).hasValue(100 << 20);
                assertThat(inForce.cpus()).hasValue(8);
              });
      assertThat(result.conditions().network().orElseThrow().nodes())
          .hasSize(2)
          .allSatisfy(
              node -> {
                assertThat(node.askedLatencyMicros()).isEqualTo(6_000);
                assertThat(node.askedBytesPerSecond()).hasValue(12_500_000);
              });
    }
  }

  @Test
  void groupsAreRemovedWithAKvbenchThatIsKilled() throws Exception {
    RealServers.require("etcd");
    Path cluster;
    try (KvbenchProcess kvbench =
        KvbenchProcess.start(
            directory,
            arguments("etcd", "cluster=process", "limit.memory=400m", "limit.cpus=0.5"))) {
      kvbench.awaitErr("Limits of etcd-1");
      try (Stream<Path> created = Files.list(servers)) {
        cluster = created.findFirst().orElseThrow();
      }
      List<Path> groups = groups(cluster);
      assertThat(groups).isNotEmpty();
      for (Path group : groups) {
        assertThat(Files.readString(group.resolve("cgroup.procs"))).isNotBlank();
      }
      kvbench.signal("KILL");
      long deadline = System.nanoTime() + 60_000_000_000L;
      while (!groups(cluster).isEmpty() || Files.exists(cluster)) {
        assertThat(System.nanoTime()).as("removed: " + groups(cluster)).isLessThan(deadline);
        Thread.sleep(50);
      }
    }
  }

  @Test
  void groupsAreRemovedWithKeptServers() throws Exception {
    RealServers.require("etcd");
    try (KvbenchThread up =
        KvbenchThread.start(
            directory,
            "cluster",
            "up",
            "-db",
            "etcd",
            "-p",
            "cluster=process",
            "-p",
            "cluster.dir=" + servers,
            "-p",
            "limit.cpus=0.5")) {
      assertThat(up.exitCode()).as(up::said).isZero();
      String name =
          up.out()
              .lines()
              .filter(line -> line.contains("keeps running as"))
              .findFirst()
              .map(line -> line.replaceAll(".* keeps running as (\\S+)\\.", "$1"))
              .orElseThrow();
      Path cluster;
      try (Stream<Path> created = Files.list(servers)) {
        cluster = created.findFirst().orElseThrow();
      }
      assertThat(groups(cluster)).isNotEmpty();
      KvbenchCommand down = KvbenchCommand.run(List.of("cluster", "down", name, "--purge"));
      assertThat(down.exitCode()).as(down::said).isZero();
      assertThat(groups(cluster)).isEmpty();
    }
  }

  /** Returns the groups of a cluster, whose names begin with that of its directory. */
  private static List<Path> groups(Path cluster) throws IOException {
    List<Path> found = new ArrayList<>();
    String name = String.valueOf(cluster.getFileName());
    for (String line : Files.readAllLines(Path.of("/proc/mounts"))) {
      String[] parts = line.split(" ", -1);
      if (parts[2].startsWith("cgroup")) {
        try (Stream<Path> all =
            Files.find(
                Path.of(parts[1]),
                8,
                (path, attributes) ->
                    attributes.isDirectory()
                        && String.valueOf(path.getFileName()).startsWith(name))) {
          found.addAll(all.toList());
        }
      }
    }
    return found;
  }

  @Tag("matrix")
  @ParameterizedTest
  @CsvSource({
    "etcd, process",
    "etcd, docker",
    "consul, process",
    "consul, docker",
    "zookeeper, embedded",
    "zookeeper, docker",
    "dengine, process",
    "zetcd, process",
  })
  void oneOfThreeServersIsSlow(String system, String cluster) throws Exception {
    InstalledServers.of(system);
    try (KvbenchThread kvbench =
        start(
            system,
            "cluster=" + cluster,
            "cluster.nodes=3",
            "hosts.every=500ms",
            "limit.node2.cpus=0.1",
            "limit.node2.disk=5MB/s",
            "limit.node3.memory=500MB")) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();

      LimitsResult limits = kvbench.result().conditions().limits().orElseThrow();
      assertThat(limits.nodes()).hasSize(3);
      assertThat(limits.nodes())
          .extracting(node -> node.inForce().cpus().orElse(0))
          .containsExactly(0.0, 0.1, 0.0);
      assertThat(limits.nodes())
          .extracting(node -> node.inForce().memoryBytes().isPresent())
          .containsExactly(false, false, true);
      assertThat(limits.nodes().get(1).measured().throttledPeriods().orElseThrow()).isPositive();
    }
  }

  private KvbenchThread start(String system, String... settings) {
    return KvbenchThread.start(directory, arguments(system, settings));
  }

  private String[] arguments(String system, String... settings) {
    return Stream.concat(
            Stream.of("-db", system, "-P", "workloads/write1m"),
            Stream.concat(
                    Stream.of(
                        "maxexecutiontime=4",
                        "cluster.dir=" + servers,
                        "exit.on=never",
                        "status.interval=1"),
                    Stream.of(settings))
                .flatMap(setting -> Stream.of("-p", setting)))
        .toArray(String[]::new);
  }
}
