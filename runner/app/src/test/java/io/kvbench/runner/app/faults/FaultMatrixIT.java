package io.kvbench.runner.app.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.results.format.EventResult;
import io.kvbench.results.format.FaultResult;
import io.kvbench.results.format.NetworkResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.runner.app.InstalledServers;
import io.kvbench.runner.app.KvbenchThread;
import io.kvbench.runner.app.OwnServer;
import io.kvbench.testkit.RealServers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of each kind of fault with each system, as one run: nothing hangs, everything is counted,
 * acknowledged writes exist, and the fault is named. The runs mostly wait, so several are run in
 * parallel; and last, since so many short ones leave no processor idle.
 */
@Tag("matrix")
@Order(Integer.MAX_VALUE)
@Execution(ExecutionMode.CONCURRENT)
final class FaultMatrixIT {
  @TempDir private Path directory;
  @TempDir private Path servers;

  @ParameterizedTest
  @ValueSource(strings = {"zookeeper", "etcd", "consul", "dengine", "zetcd"})
  void oneOfThreeFreezesAndGoesOn(String system) throws Exception {
    RunResult result =
        run(
            system,
            InstalledServers.of(system),
            "cluster.nodes=3",
            "dataintegrity=true",
            "maxexecutiontime=11",
            "fault=pause:" + target(system) + "@2s,resume:paused@6s");

    assertThat(faults(result)).containsExactly("PAUSE", "RESUME");
    FaultRun.assertNothingIsLost(result);
  }

  @ParameterizedTest
  @ValueSource(strings = {"etcd", "consul", "dengine", "zetcd"})
  void aProcessIsKilledAndStartedAgain(String system) throws Exception {
    RunResult result =
        run(
            system,
            InstalledServers.of(system),
            "cluster.nodes=3",
            "dataintegrity=true",
            "maxexecutiontime=12",
            "fault=kill:" + target(system) + "@2s,restart:killed@6s");

    assertThat(faults(result)).containsExactly("KILL", "RESTART");
    FaultRun.assertNothingIsLost(result);
  }

  @ParameterizedTest
  @ValueSource(strings = {"zookeeper", "etcd", "consul", "dengine"})
  void aContainerIsKilledAndStartedAgain(String system) throws Exception {
    RunResult result =
        run(
            system,
            "cluster=docker",
            "cluster.nodes=3",
            "dataintegrity=true",
            "maxexecutiontime=25",
            "fault=kill:follower@5s,restart:killed@9s,pause:leader@15s,resume:paused@17s");

    assertThat(faults(result)).containsExactly("KILL", "RESTART", "PAUSE", "RESUME");
    FaultRun.assertNothingIsLost(result);
  }

  @ParameterizedTest
  @ValueSource(strings = {"zookeeper", "etcd", "consul"})
  void clientsOfProcessesAreCutOffResetAndSlowedDown(String system) throws Exception {
    interrupted(system, InstalledServers.of(system));
  }

  @ParameterizedTest
  @ValueSource(strings = {"zookeeper", "etcd", "consul"})
  void clientsOfContainersAreCutOffResetAndSlowedDown(String system) throws Exception {
    interrupted(system, "cluster=docker");
  }

  private void interrupted(String system, String cluster) throws Exception {
    RealServers.require("toxiproxy-server");
    RunResult result =
        run(
            system,
            cluster,
            "cluster.nodes=3",
            "dataintegrity=true",
            "maxexecutiontime=22",
            "fault=cut:leader@2s/for=3s,reset:all@7s,cut:random@16s/every=3s/for=500ms",
            "at=9s: net.node1.latency=50ms; 12s: net.node1.latency=0ms");

    assertThat(faults(result))
        .startsWith("CUT", "HEAL", "RESET", "NETWORK", "NETWORK", "CUT", "HEAL");
    assertThat(result.conditions().network().orElseThrow().changes().orElseThrow())
        .extracting(NetworkResult.Change::askedLatencyMicros)
        .containsExactly(50_000L, 0L);
    assertThat(FaultRun.errors(result)).doesNotContain(ErrorKind.BINDING_FAULT, ErrorKind.OTHER);
    FaultRun.assertNothingIsLost(result);
  }

  @ParameterizedTest
  @ValueSource(strings = {"zookeeper", "etcd", "consul"})
  void aProcessIsIsolatedAndItsDiskIsSlow(String system) throws Exception {
    isolated(system, InstalledServers.of(system));
  }

  @ParameterizedTest
  @ValueSource(strings = {"zookeeper", "etcd", "consul"})
  void aContainerIsIsolatedAndItsDiskIsSlow(String system) throws Exception {
    isolated(system, "cluster=docker");
  }

  @ParameterizedTest
  @ValueSource(strings = {"zookeeper", "etcd", "consul"})
  void theDiskOfAProcessIsFull(String system) throws Exception {
    full(system, InstalledServers.of(system));
  }

  @ParameterizedTest
  @ValueSource(strings = {"zookeeper", "etcd", "consul"})
  void theDiskOfAContainerIsFull(String system) throws Exception {
    full(system, "cluster=docker");
  }

  /** etcd ends when it cannot write its log. Filling takes long where several do it at once. */
  private void full(String system, String cluster) throws Exception {
    RunResult result =
        run(
            system,
            cluster,
            "cluster.nodes=3",
            "dataintegrity=true",
            "limit.space=400MB",
            "maxexecutiontime=35",
            "fault=fulldisk:node1@3s/for=6s,kill:node1@25s,restart:node1@27s");

    // A disk that was filled late is emptied late.
    assertThat(faults(result))
        .hasSize(4)
        .containsSubsequence("FULLDISK", "FREEDISK")
        .containsSubsequence("KILL", "RESTART");
    assertThat(FaultRun.phase(result).incidents().events().orElseThrow())
        .extracting(EventResult::kind)
        .doesNotContain(EventResult.NOT_DONE);
    FaultRun.assertNothingIsLost(result);
  }

  /** ZooKeeper's followers wait for a silent leader for ten seconds. */
  private void isolated(String system, String cluster) throws Exception {
    RunResult result =
        run(
            system,
            cluster,
            "cluster.nodes=3",
            "dataintegrity=true",
            "maxexecutiontime=60",
            "fault=isolate:leader@4s/for=16s,slowdisk:all@32s/for=4s,isolate:follower@45s,"
                + "rejoin:isolated@50s");

    assertThat(faults(result))
        .containsExactly("ISOLATE", "REJOIN", "SLOWDISK", "FASTDISK", "ISOLATE", "REJOIN");
    List<EventResult> events = FaultRun.phase(result).incidents().events().orElseThrow();
    assertThat(events)
        .filteredOn(event -> event.kind().equals(EventResult.LEADER))
        .singleElement()
        .satisfies(event -> assertThat(event.node()).isNotEqualTo(events.getFirst().node()));
    assertThat(FaultRun.errors(result)).doesNotContain(ErrorKind.BINDING_FAULT, ErrorKind.OTHER);
    FaultRun.assertNothingIsLost(result);
  }

  @ParameterizedTest
  @ValueSource(strings = {"zookeeper", "etcd", "consul"})
  void faultsAreRepeatedAndUndone(String system) throws Exception {
    RunResult result =
        run(
            system,
            "cluster=docker",
            "cluster.nodes=3",
            "dataintegrity=true",
            "maxexecutiontime=30",
            "fault=kill:random@4s/every=12s/for=3s,pause:follower@11s/for=1s");

    // A busy engine may take longer to restart or resume than there is to the next fault.
    assertThat(faults(result))
        .startsWith("KILL")
        .containsSubsequence("PAUSE", "RESUME")
        .containsSubsequence("KILL", "RESTART", "KILL", "RESTART");
    FaultRun.assertNothingIsLost(result);
  }

  @ParameterizedTest
  @ValueSource(strings = {"etcd", "consul"})
  void commandsReachServersThatKvbenchDidNotStart(String system) throws Exception {
    try (OwnServer server = OwnServer.start(system, 3)) {
      Path pids =
          Files.writeString(
              directory.resolve("pids"),
              "%s %s %s".formatted(server.pid(1), server.pid(2), server.pid(3)));
      RunResult result =
          run(
              system,
              "endpoints=" + server.endpoints(),
              "maxexecutiontime=17",
              "fault=pause:leader@2s/for=4s,skewclock:node1@8s/for=1s,kill:follower@11s",
              "fault.command.pause=sh -c 'kill -STOP $(cut -d\" \" -f{node} " + pids + ")'",
              "fault.command.resume=sh -c 'kill -CONT $(cut -d\" \" -f{node} " + pids + ")'",
              "fault.command.kill=sh -c 'kill -KILL $(cut -d\" \" -f{node} " + pids + ")'",
              "fault.command.skewclock=touch " + directory.resolve("skewed-{node}"),
              "fault.command.setclock=rm " + directory.resolve("skewed-{node}"));

      assertThat(faults(result))
          .containsExactly("PAUSE", "RESUME", "SKEWCLOCK", "SETCLOCK", "KILL");
      assertThat(FaultRun.phase(result).incidents().faults().orElseThrow().getFirst().role())
          .isEqualTo("leader");
      FaultRun.assertStoreAgrees(result);
    }
  }

  /** Proxies that are not the store's leader have names only. */
  private static String target(String system) {
    return system.equals("zetcd") ? "zetcd-1" : "leader";
  }

  private static List<String> faults(RunResult result) {
    return FaultRun.phase(result).incidents().faults().orElseThrow().stream()
        .map(FaultResult::action)
        .toList();
  }

  private RunResult run(String system, String... settings) throws Exception {
    String[] arguments = FaultRun.arguments(system, servers, settings);
    try (KvbenchThread kvbench = KvbenchThread.start(directory, arguments)) {
      return FaultRun.completed(kvbench);
    }
  }
}
