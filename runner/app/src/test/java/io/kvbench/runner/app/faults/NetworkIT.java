package io.kvbench.runner.app.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.OperationType;
import io.kvbench.results.format.FaultResult;
import io.kvbench.results.format.NetworkResult;
import io.kvbench.results.format.NetworkResult.Node;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.runner.app.InstalledServers;
import io.kvbench.runner.app.KvbenchCommand;
import io.kvbench.runner.app.KvbenchProcess;
import io.kvbench.runner.app.KvbenchThread;
import io.kvbench.runner.app.OwnServer;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.testkit.RealServers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of real servers behind a slow network. A slow network limits the speed of clients from
 * above; a busy machine slows them without limit, so lower bounds are loose.
 */
@Order(1)
final class NetworkIT {
  private static final String PROGRAM = "toxiproxy-server";

  @TempDir private Path directory;
  @TempDir private Path servers;

  @BeforeEach
  void toxiproxy() {
    RealServers.require(PROGRAM);
  }

  @Test
  void latencyBoundsTheRateOfClientsThatWaitForEachResponse() throws Exception {
    String cluster = InstalledServers.of("etcd");
    List<ProcessHandle> proxies;
    try (KvbenchThread kvbench =
        start(
            "etcd",
            "workloads/workloadc",
            cluster,
            "clients=20",
            "recordcount=100",
            "net.latency=100ms")) {
      kvbench.await(() -> !proxies().isEmpty(), "a proxy");
      proxies = proxies();
      assertThat(proxies).hasSize(1);
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
      assertThat(kvbench.err()).contains("requested round trip +100 ms");

      RunResult result = kvbench.result();
      PhaseResult run = result.phases().getLast();
      assertThat(run.rates().throughputPerSecond()).isBetween(20.0, 20 / 0.1);
      NetworkResult network = result.conditions().network().orElseThrow();
      assertThat(network.engine()).startsWith("Toxiproxy ");
      Node node = network.nodes().getFirst();
      assertThat(node.endpoint()).isEqualTo(result.cluster().endpoints().getFirst());
      assertThat(node.askedLatencyMicros()).isEqualTo(100_000);
      assertThat(node.roundTripMicros()).isBetween(100_000L, 112_000L);
      assertThat(node.bytesPerSecondToServer()).isEmpty();
      // The servers are queried through the proxy, and known by their own endpoints.
      assertThat(result.cluster().askedServers())
          .singleElement()
          .satisfies(
              server -> {
                assertThat(server.endpoint()).isEqualTo(node.endpoint());
                assertThat(server.problem()).isEmpty();
                assertThat(server.keysFound()).hasValue(100);
              });
      assertThat(kvbench.report()).contains("Network", "proxy overhead");
      assertThat(Files.readString(kvbench.resultDirectory().resolve("plan.json")))
          .contains("\"decides\": \"network\"");
    }
    assertThat(proxies).noneMatch(ProcessHandle::isAlive);
    assertThat(servers).isEmptyDirectory();
  }

  /** Of a server that kvbench did not start. */
  @Test
  void eachDirectionHasItsOwnConditions() throws Exception {
    OwnServer server = OwnServer.shared("etcd", 1);
    try (KvbenchThread kvbench =
        start(
            "etcd",
            "workloads/workloada",
            "endpoints=" + server.endpoints(),
            "etcd.prefix=directions/",
            "clients=4",
            "connections=1",
            "recordcount=20",
            "operationcount=1000000",
            "maxexecutiontime=5",
            "net.latency=150ms,50ms",
            "net.bandwidth=1MB/s,4MB/s",
            "fault=cut:node1@1s/direction=to/for=1s,reset:node1@3s")) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();

      RunResult result = kvbench.result();
      NetworkResult.Node node = result.conditions().network().orElseThrow().nodes().getFirst();
      assertThat(node.endpoint()).isEqualTo(server.endpoint());
      assertThat(node.askedLatencyMicros()).isEqualTo(200_000);
      assertThat(node.roundTripMicros()).isBetween(200_000L, 222_000L);
      assertThat(node.askedBytesPerSecond()).isEmpty();
      assertThat(node.bytesPerSecondToServer().orElseThrow()).isBetween(800_000L, 1_200_000L);
      assertThat(node.bytesPerSecondFromServer().orElseThrow()).isBetween(3_200_000L, 4_800_000L);
      NetworkResult.Direction toServer = node.directions().orElseThrow().toServer();
      assertThat(toServer.askedLatencyMicros()).isEqualTo(150_000);
      assertThat(toServer.latencyMicros().orElseThrow()).isBetween(150_000L, 167_000L);
      PhaseResult run = result.phases().getLast();
      assertThat(run.rates().throughputPerSecond()).isLessThan(4 / 0.2);
      assertThat(run.incidents().faults().orElseThrow())
          .extracting(FaultResult::action)
          .containsExactly("CUT", "HEAL", "RESET");
      assertThat(kvbench.report()).contains("Network, each direction");
    }
  }

  @Test
  void latencyOfOneServerIsOfThatServerOnly() throws Exception {
    OwnServer server = OwnServer.shared("zookeeper", 3);
    try (KvbenchThread kvbench =
        start(
            "zookeeper",
            "workloads/workloadc",
            "endpoints=" + server.endpoints(),
            "zookeeper.root=/one-slow",
            "recordcount=30",
            "maxexecutiontime=4",
            "clients=3",
            "connections=3",
            "thinktime=10ms",
            "net.node2.latency=600ms")) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();

      RunResult result = kvbench.result();
      assertThat(result.conditions().network().orElseThrow().nodes())
          .extracting(Node::askedLatencyMicros)
          .containsExactly(0L, 600_000L, 0L);
      assertThat(result.conditions().network().orElseThrow().nodes())
          .extracting(Node::endpoint)
          .isEqualTo(result.cluster().endpoints());
      assertThat(result.conditions().network().orElseThrow().nodes().get(1).roundTripMicros())
          .isGreaterThanOrEqualTo(600_000);
      // Two of three clients are not slowed down, and so nearly all of the responses are theirs.
      OperationResult reads = result.phases().getLast().operations().get(OperationType.READ);
      assertThat(reads.response().maxMicros()).isGreaterThanOrEqualTo(600_000);
      assertThat(reads.okCount()).isGreaterThan(3 * 4_000 / 600);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"etcd", "zookeeper", "consul"})
  void latencyBetweenServersDelaysWhatTheyAgreeOn(String system) throws Exception {
    latencyBetweenServers(system, InstalledServers.of(system), "127\\.0\\.0\\.1:\\d+");
  }

  /** The bandwidth is measured, too. Consul's servers use UDP. */
  @Test
  void latencyBetweenContainersDelaysWhatTheyAgreeOn() throws Exception {
    latencyBetweenContainers("consul");
  }

  @Tag("matrix")
  @Test
  void latencyBetweenContainersThatUseTcpOnlyDelaysWhatTheyAgreeOn() throws Exception {
    latencyBetweenContainers("zookeeper");
  }

  private void latencyBetweenContainers(String system) throws Exception {
    latencyBetweenServers(
        system, "cluster=docker", system + "-\\d:\\d+", "net.peers.bandwidth=4MB/s");
  }

  private void latencyBetweenServers(
      String system, String cluster, String endpoints, String... more) throws Exception {
    List<String> settings =
        new ArrayList<>(
            List.of(
                cluster,
                "cluster.nodes=3",
                "recordcount=20",
                "clients=3",
                "connections=3",
                "maxexecutiontime=4",
                "readproportion=0",
                "updateproportion=1",
                "net.peers.latency=60ms",
                "at=2s: net.peers.latency=200ms"));
    settings.addAll(List.of(more));
    try (KvbenchThread kvbench =
        start(system, "workloads/workloada", settings.toArray(String[]::new))) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();

      RunResult result = kvbench.result();
      assertThat(result.conditions().network()).isEmpty();
      NetworkResult network = result.conditions().peerNetwork().orElseThrow();
      assertThat(network.nodes()).extracting(Node::askedLatencyMicros).containsOnly(60_000L);
      assertThat(network.nodes())
          .allSatisfy(node -> assertThat(node.roundTripMicros()).isBetween(60_000L, 68_000L));
      assertThat(network.nodes())
          .extracting(Node::endpoint)
          .doesNotHaveDuplicates()
          .allMatch(endpoint -> endpoint.matches(endpoints))
          .doesNotContainAnyElementsOf(result.cluster().endpoints());
      assertThat(network.changes().orElseThrow())
          .hasSize(3)
          .allSatisfy(
              change -> assertThat(change.roundTripMicros()).isGreaterThanOrEqualTo(200_000));
      // A majority needs one other server, to which a proposal and its acknowledgement travel.
      OperationResult updates = result.phases().getLast().operations().get(OperationType.UPDATE);
      assertThat(updates.response().p10Micros()).isGreaterThanOrEqualTo(59_000);
      assertThat(updates.response().maxMicros()).isGreaterThanOrEqualTo(199_000);
      assertThat(result.store().storeCheck().orElseThrow().agrees()).isTrue();
      assertThat(kvbench.report()).contains("Network between servers", "Network changes");
      assertThat(datagramsThatWereLost(kvbench)).hasSizeLessThan(5);
    }
    assertThat(servers).isEmptyDirectory();
  }

  /** Servers ask one another every second; a busy one may be too late for an answer by UDP. */
  private static List<String> datagramsThatWereLost(KvbenchThread kvbench) throws Exception {
    List<String> lost = new ArrayList<>();
    try (Stream<Path> logs = Files.list(kvbench.resultDirectory().resolve("logs"))) {
      for (Path log : logs.toList()) {
        Files.readString(log, StandardCharsets.ISO_8859_1)
            .lines()
            .filter(line -> line.contains("UDP probes failed"))
            .forEach(lost::add);
      }
    }
    return lost;
  }

  @Test
  void whereServersHaveNoProxiesPlanningSaysSo() {
    KvbenchCommand plan =
        refused(
            "plan",
            "-db",
            "dengine",
            "-p",
            InstalledServers.of("dengine"),
            "-p",
            "cluster.nodes=3",
            "-p",
            "net.peers.latency=10ms");
    assertThat(plan.err()).contains("net.peers.latency: ", "through proxies");
  }

  @Test
  void bandwidthBoundsTheBytesOfAllConnectionsTogether() throws Exception {
    String cluster = InstalledServers.of("etcd");
    try (KvbenchThread kvbench =
        start(
            "etcd",
            "workloads/write1m-etcd",
            cluster,
            "maxexecutiontime=4",
            "clients=20",
            "connections=2",
            "valuesize=10000",
            "net.bandwidth=1MB/s")) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();

      RunResult result = kvbench.result();
      assertThat(result.phases().getLast().rates().throughputPerSecond() * 10_000)
          .isBetween(200_000.0, 1_020_000.0);
      Node node = result.conditions().network().orElseThrow().nodes().getFirst();
      assertThat(node.connections()).isEqualTo(2);
      assertThat(node.askedBytesPerSecond()).hasValue(1_000_000);
      assertThat(node.bytesPerSecondToServer().orElseThrow()).isBetween(800_000L, 1_200_000L);
      assertThat(node.bytesPerSecondFromServer().orElseThrow()).isBetween(800_000L, 1_200_000L);
    }
  }

  @Test
  void aConditionThatIsNotMetEndsTheRunBeforeTheLoad() throws Exception {
    OwnServer server = OwnServer.shared("etcd", 1);
    try (KvbenchThread kvbench =
        start(
            "etcd",
            "workloads/workloadc",
            "endpoints=" + server.endpoints(),
            "net.bandwidth=10GB/s")) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isEqualTo(3);

      RunResult result = kvbench.result();
      assertThat(result.status()).isEqualTo(RunStatus.FAILED);
      assertThat(result.phases()).isEmpty();
      assertThat(result.statusReason().orElseThrow())
          .contains("network conditions are not met", "10 GB/s", "to the server");
      assertThat(result.conditions().network().orElseThrow().nodes())
          .singleElement()
          .satisfies(
              node ->
                  assertThat(node.bytesPerSecondToServer().orElseThrow())
                      .isBetween(1L, 8_000_000_000L));
    }
  }

  @Test
  void theProxyEndsWithAKvbenchThatIsKilled() throws Exception {
    OwnServer server = OwnServer.shared("etcd", 1);
    try (KvbenchProcess kvbench =
        KvbenchProcess.start(
            directory,
            arguments(
                "etcd",
                "workloads/workloadc",
                "endpoints=" + server.endpoints(),
                "etcd.prefix=killed/",
                "clients=2",
                "net.latency=200ms"))) {
      kvbench.awaitErr("requested round trip +200 ms");
      List<ProcessHandle> proxies =
          kvbench.handle().descendants().filter(NetworkIT::isProxy).toList();
      assertThat(proxies).hasSize(1);
      kvbench.signal("KILL");
      proxies.getFirst().onExit().get(1, TimeUnit.MINUTES);
    }
  }

  @Test
  void everyProblemOfThePlanIsTold() {
    KvbenchCommand several =
        refused(
            "-db",
            "dengine",
            "-p",
            "endpoints=127.0.0.1:1",
            "-p",
            "net.jitter=5ms",
            "-p",
            "net.node2.latency=1ms");
    assertThat(several.err())
        .contains("past any proxy", "more than the latency", "there is only 1 server");
    assertThat(refused("-db", "memory", "-p", "net.latency=1ms").err()).contains("inside kvbench");
  }

  private static KvbenchCommand refused(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("-P", "workloads/workloadc"));
    KvbenchCommand command = KvbenchCommand.run(all);
    command.check();
    assertThat(command.exitCode()).as(command::said).isEqualTo(ExitCode.USAGE);
    return command;
  }

  private static boolean isProxy(ProcessHandle process) {
    return process.info().command().orElse("").endsWith("/" + PROGRAM);
  }

  /** Returns the proxies of this test: they run below the directory of its servers. */
  private List<ProcessHandle> proxies() {
    return ProcessHandle.current()
        .descendants()
        .filter(NetworkIT::isProxy)
        .filter(process -> workingDirectory(process).startsWith(servers))
        .toList();
  }

  private static Path workingDirectory(ProcessHandle process) {
    try {
      return Files.readSymbolicLink(Path.of("/proc", Long.toString(process.pid()), "cwd"));
    } catch (IOException e) {
      return Path.of(""); // It has ended.
    }
  }

  private KvbenchThread start(String system, String workload, String... settings) {
    return KvbenchThread.start(directory, arguments(system, workload, settings));
  }

  private String[] arguments(String system, String workload, String... settings) {
    Stream<String> place =
        List.of(settings).stream().anyMatch(setting -> setting.startsWith("endpoints="))
            ? Stream.of()
            : Stream.of("cluster.dir=" + servers);
    return Stream.of(
            Stream.of("-db", system, "-P", workload),
            Stream.of(
                    Stream.of("maxexecutiontime=2", "exit.on=never", "status.interval=1"),
                    place,
                    Stream.of(settings))
                .flatMap(part -> part)
                .flatMap(setting -> Stream.of("-p", setting)))
        .flatMap(part -> part)
        .toArray(String[]::new);
  }
}
