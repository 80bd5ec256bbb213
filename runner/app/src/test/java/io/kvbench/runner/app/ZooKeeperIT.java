package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunResult.StoreCheck;
import io.kvbench.results.format.RunStatus;
import io.kvbench.results.format.ServerResult;
import io.kvbench.results.format.Verdict.Validity;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of runs on ZooKeeper servers, which kvbench starts where their start or end is the subject.
 */
final class ZooKeeperIT {
  @TempDir private Path directory;
  @TempDir private Path servers;

  @Test
  void aWriteWorkloadOnOneNode() throws Exception {
    try (KvbenchThread kvbench =
        start("-P", "workloads/write1m", "-p", "operationcount=2000", "-threads", "50")) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
      RunResult result = kvbench.result();
      assertThat(result.status()).isEqualTo(RunStatus.COMPLETE);
      assertThat(result.system().version()).startsWith("3.9.");
      assertThat(result.cluster().kind()).isEqualTo("embedded");
      assertThat(result.verdict().validity()).isEqualTo(Validity.SUSPECT);
      PhaseResult run = result.phases().getFirst();
      assertThat(result.phases()).hasSize(1);
      assertThat(run.operations().get(OperationType.INSERT).okCount()).isEqualTo(2_000);
      assertThat(run.errorCount()).isZero();
      assertThat(result.store().storeCheck())
          .contains(new StoreCheck(2_000, 0, 2_000, 0, OptionalLong.empty(), Optional.empty()));
      assertThat(kvbench.out()).contains("embedded ZooKeeper 3.9.", "1 node, this machine");
      assertThat(result.cluster().askedServers())
          .singleElement()
          .satisfies(
              server -> {
                assertThat(server.endpoint()).isEqualTo(result.cluster().endpoints().getFirst());
                assertThat(server.keysFound()).hasValue(2_000);
                assertThat(server.diskBytes().orElseThrow()).isGreaterThan(2_000 * 1024);
                assertThat(server.problem()).isEmpty();
              });
      assertThat(kvbench.resultDirectory().resolve("logs")).isNotEmptyDirectory();
    }
    assertNothingIsLeft();
  }

  @Test
  void aMixedWorkloadOnThreeNodes() throws Exception {
    try (KvbenchThread kvbench =
        start(
            "-P",
            "workloads/workloada",
            "-p",
            "cluster.nodes=3",
            "-p",
            "recordcount=200",
            "-p",
            "operationcount=600",
            "-threads",
            "20",
            "-p",
            "connections=6")) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
      RunResult result = kvbench.result();
      assertThat(result.cluster().nodes()).isEqualTo(3);
      assertThat(result.cluster().elections()).hasValue(0);
      assertThat(result.cluster().askedServers())
          .hasSize(3)
          .allSatisfy(
              server -> {
                assertThat(server.keysFound()).hasValue(200);
                assertThat(server.diskBytes().orElseThrow()).isPositive();
              })
          .filteredOn(ServerResult::leader)
          .hasSize(1);
      assertThat(result.phases().getLast().okCount()).isEqualTo(600);
      assertThat(result.phases().getLast().errorCount()).isZero();
      assertThat(result.store().storeCheck().orElseThrow().agrees()).isTrue();
    }
    assertNothingIsLeft();
  }

  /** The first two check what reads return (dataintegrity=true). */
  @ParameterizedTest
  @CsvSource({"compareandset, COMPARE_AND_SET", "transactions, TRANSACTION", "watches, WATCH"})
  void recordsThatDependOnOneAnotherAreNeverWrong(String name, OperationType type)
      throws Exception {
    try (KvbenchThread kvbench =
        onShared(
            3,
            name,
            "-P",
            "workloads/" + name,
            "-p",
            "recordcount=100",
            "-p",
            "operationcount=600")) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
      PhaseResult run = kvbench.result().phases().getLast();
      assertThat(run.errorCount()).isZero();
      assertThat(run.operations().get(type).okCount()).isPositive();
      assertThat(run.operations().get(type).outcomes().keySet())
          .isSubsetOf(Outcome.OK, Outcome.CONFLICT);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"workloada", "workloadb", "workloadc", "workloadd", "workloadf"})
  void stockWorkloadFilesOfYcsbRunAsTheyAre(String name) throws Exception {
    try (KvbenchThread kvbench =
        onShared(1, name, "-P", StockWorkloads.path(name).toString(), "-threads", "10")) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
      PhaseResult run = kvbench.result().phases().getLast();
      assertThat(run.rates().requests()).isEqualTo(1000);
      StockWorkloads.assertMix(name, run);
    }
  }

  @Test
  void anOpenLoopKeepsItsSchedule() throws Exception {
    try (KvbenchThread kvbench =
        onShared(
            1,
            "open-loop",
            "-P",
            "workloads/write1m-1000ops",
            "-target",
            "500",
            "-p",
            "operationcount=600",
            "-p",
            "exit.on=never")) { // A busy machine makes the run INVALID, and keeps the schedule.
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
      PhaseResult run = kvbench.result().phases().getFirst();
      assertThat(run.rates().requests()).isEqualTo(600);
      assertThat(run.operations().get(OperationType.INSERT).response().count()).isEqualTo(600);
      assertThat(run.lag().count()).isEqualTo(600);
    }
  }

  @Test
  void everyNumberOfClientsHasConnectionsOfItsOwn() throws Exception {
    try (KvbenchThread kvbench =
        onShared(
            1,
            "client-steps",
            "-P",
            "workloads/write1m-clientsteps",
            "-p",
            "clientsteps=1,5,20",
            "-p",
            "operationcount=600")) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
      RunResult result = kvbench.result();
      assertThat(result.phases())
          .extracting(phase -> phase.load().clients())
          .containsExactly(1, 5, 20);
      assertThat(result.phases())
          .extracting(phase -> phase.load().connections())
          .containsExactly(1, 5, 10);
      assertThat(result.phases()).extracting(PhaseResult::okCount).containsOnly(200L);
      assertThat(result.store().storeCheck())
          .contains(new StoreCheck(600, 0, 600, 0, OptionalLong.empty(), Optional.empty()));
      assertThat(kvbench.err()).contains("connecting 20 clients on 10 connections");
    }
  }

  @Test
  void aSignalDrainsAndLeavesAPartialResultButNoServer() throws Exception {
    try (KvbenchProcess kvbench = underLoad()) {
      kvbench.awaitErr("OK/s");
      List<ProcessHandle> nodes = kvbench.handle().children().toList();
      assertThat(nodes).isNotEmpty();

      kvbench.signal("INT");

      assertThat(kvbench.exitCode()).as(kvbench::said).isEqualTo(130);
      RunResult result = kvbench.result();
      assertThat(result.status()).isEqualTo(RunStatus.PARTIAL);
      assertThat(result.phases().getFirst().okCount()).isPositive();
      assertThat(result.store().storeCheck().orElseThrow().agrees()).isTrue();
      assertThat(nodes).noneMatch(ProcessHandle::isAlive);
    }
    assertNothingIsLeft();
  }

  @Test
  void aSignalWhileTheServerIsFrozenLeavesAResultAndNoServer() throws Exception {
    try (KvbenchProcess kvbench = underLoad()) {
      kvbench.awaitErr("OK/s");
      // A shell watches over it, which is a child, too.
      ProcessHandle node =
          kvbench
              .handle()
              .children()
              .filter(child -> child.info().commandLine().orElse("").contains("ZooKeeperNode"))
              .findFirst()
              .orElseThrow();
      new ProcessBuilder("kill", "-STOP", String.valueOf(node.pid())).inheritIO().start().waitFor();

      kvbench.signal("TERM");

      assertThat(kvbench.exitCode()).as(kvbench::said).isEqualTo(130);
      RunResult result = kvbench.result();
      assertThat(result.status()).isEqualTo(RunStatus.PARTIAL);
      assertThat(result.phases().getFirst().errorCount())
          .as("those under way are counted")
          .isPositive();
      assertThat(kvbench.out()).contains("PARTIAL");
      assertThat(node.isAlive()).isFalse();
    }
    assertNothingIsLeft();
  }

  @Test
  void aServerOfItsOwnThatDiesIsNamed() throws Exception {
    try (KvbenchThread kvbench =
        start(
            "-P",
            "workloads/write1m",
            "-target",
            "100",
            "-p",
            "status.interval=1",
            "-p",
            "unavailable.timeout=3s")) {
      kvbench.awaitErr("OK/s");
      String ours = servers.toString();
      ProcessHandle.current()
          .children()
          .filter(child -> child.info().commandLine().orElse("").contains(ours))
          .forEach(ProcessHandle::destroyForcibly);

      assertThat(kvbench.exitCode()).as(kvbench::said).isEqualTo(3);
      assertThat(kvbench.result().statusReason().orElseThrow()).contains("exited unexpectedly");
    }
    assertNothingIsLeft();
  }

  @Test
  void aCrashOfKvbenchTakesItsServersAndTheirFilesWithIt() throws Exception {
    try (KvbenchProcess kvbench = underLoad("-p", "cluster.nodes=3")) {
      kvbench.awaitErr("OK/s");
      List<ProcessHandle> nodes = kvbench.handle().children().toList();
      assertThat(nodes).hasSizeGreaterThanOrEqualTo(3);

      kvbench.handle().destroyForcibly();

      for (ProcessHandle node : nodes) {
        node.onExit().get(60, TimeUnit.SECONDS);
      }
      assertThat(Files.readAllLines(intervals()))
          .as("what was measured until then")
          .hasSizeGreaterThan(1);
    }
    assertNothingIsLeft();
  }

  @Test
  void aPortThatIsInUseIsSaidSo() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        KvbenchThread kvbench =
            start("-P", "workloads/smoke", "-p", "cluster.ports=" + taken.getLocalPort())) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isBetween(2, 3);
      assertThat(kvbench.err() + kvbench.out())
          .contains(String.valueOf(taken.getLocalPort()))
          .contains("in use")
          .doesNotContain("\tat ");
    }
    assertNothingIsLeft();
  }

  private Path intervals() throws Exception {
    try (var files = Files.walk(directory)) {
      return files.filter(file -> file.endsWith("intervals.csv")).findFirst().orElseThrow();
    }
  }

  private void assertNothingIsLeft() throws Exception {
    long deadline = System.nanoTime() + 30_000_000_000L;
    while (!isEmpty(servers) && System.nanoTime() < deadline) {
      Thread.sleep(50);
    }
    assertThat(servers).isEmptyDirectory();
  }

  private static boolean isEmpty(Path directory) throws Exception {
    try (var files = Files.list(directory)) {
      return files.findAny().isEmpty();
    }
  }

  /** Starts a run on servers that tests share. */
  private KvbenchThread onShared(int nodes, String root, String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("-db", "zookeeper"));
    all.addAll(List.of("-p", "endpoints=" + OwnServer.shared("zookeeper", nodes).endpoints()));
    all.addAll(List.of("-p", InstalledServers.apart("zookeeper", root)));
    return KvbenchThread.start(directory, all.toArray(String[]::new));
  }

  private KvbenchThread start(String... arguments) {
    return KvbenchThread.start(directory, onItsOwn(arguments));
  }

  /** Starts an endless run in a process. */
  private KvbenchProcess underLoad(String... arguments) throws Exception {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("-P", "workloads/write1m", "-target", "200", "-p", "status.interval=1"));
    return KvbenchProcess.start(directory, onItsOwn(all.toArray(String[]::new)));
  }

  private String[] onItsOwn(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("-db", "zookeeper", "-p", "cluster.dir=" + servers));
    all.addAll(List.of("-p", "cluster.zookeeper.heap=512m", "-p", "cluster.starttimeout=2m"));
    return all.toArray(String[]::new);
  }
}
