package io.kvbench.runner.app.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.results.format.EventResult;
import io.kvbench.results.format.FaultResult;
import io.kvbench.results.format.NetworkResult;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.runner.app.InstalledServers;
import io.kvbench.runner.app.KvbenchThread;
import io.kvbench.runner.app.OwnServer;
import io.kvbench.runner.app.faults.FaultRun;
import io.kvbench.runner.app.faults.LeaderKilledIT;
import io.kvbench.testkit.RealServers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of steps during a run: cut, reset and slow connections, and servers that kvbench did not
 * start.
 */
final class StepsIT {
  @TempDir private Path directory;
  @TempDir private Path servers;

  @Test
  void connectionsAreCutHealedAndReset() throws Exception {
    RealServers.require("toxiproxy-server");
    try (KvbenchThread kvbench =
        start(
            "etcd",
            InstalledServers.of("etcd"),
            "cluster.dir=" + servers,
            "maxexecutiontime=8",
            "thinktime=0s", // Some requests are in flight when connections are reset.
            "net.latency=200ms",
            "dataintegrity=true",
            "fault=cut:node1@1s/for=2s,reset:leader@5s")) {
      RunResult result = completed(kvbench);

      List<FaultResult> faults = faults(result);
      assertThat(faults).extracting(FaultResult::action).containsExactly("CUT", "HEAL", "RESET");
      assertThat(faults).extracting(FaultResult::node).containsOnly("etcd-1");
      assertThat(faults.getFirst().longestClientStallMillis().orElseThrow())
          .isBetween(1_500L, 20_000L);
      assertThat(updates(faults.getFirst()).errors()).as("connections stay open").isEmpty();
      assertThat(updates(faults.get(2)).errors())
          .as(kvbench::said)
          .containsKey(ErrorKind.CONNECTION_LOST);
      assertThat(updates(faults.get(2)).firstErrorMillis()).isPresent();
      assertThat(updates(faults.get(2)).firstSuccessMillis()).isPresent();
      assertThat(kvbench.out()).contains("etcd-1 cut from clients");
      assertThat(kvbench.report())
          .contains("etcd-1 cut from clients", "longest single-client stall");
      assertThat(result.store().keyCheck().orElseThrow().values().orElseThrow())
          .satisfies(
              values -> {
                assertThat(values.compared()).isEqualTo(100);
                assertThat(values.lost()).isZero();
              });
    }
  }

  @Test
  void theNetworkBecomesSlowAndFastAgain() throws Exception {
    RealServers.require("toxiproxy-server");
    try (KvbenchThread kvbench =
        start(
            "etcd",
            InstalledServers.of("etcd"),
            "cluster.dir=" + servers,
            "maxexecutiontime=9",
            "at=1s: net.latency=200ms; 7s: net.node1.latency=0ms")) {
      RunResult result = completed(kvbench);

      assertThat(faults(result))
          .extracting(FaultResult::fault)
          .containsExactly("net.latency=200ms@1s", "net.node1.latency=0ms@7s");
      List<NetworkResult.Change> changes =
          result.conditions().network().orElseThrow().changes().orElseThrow();
      assertThat(changes)
          .extracting(NetworkResult.Change::askedLatencyMicros)
          .containsExactly(200_000L, 0L);
      assertThat(changes.getFirst().roundTripMicros()).isBetween(200_000L, 800_000L);
      assertThat(changes.getLast().roundTripMicros()).isBetween(0L, 200_000L);
      PhaseResult run = result.phases().getLast();
      assertThat(run.operations().get(OperationType.UPDATE).response().maxMicros())
          .isGreaterThanOrEqualTo(200_000);
      assertThat(run.incidents().events().orElseThrow())
          .extracting(EventResult::kind)
          .contains("NETWORK", "MEASURED");
      assertThat(kvbench.report()).contains("network to all servers changed", "Network changes");
      assertThat(Files.readString(kvbench.resultDirectory().resolve("plan.json")))
          .contains("\"action\": \"NETWORK\"");
    }
  }

  @Test
  void theNetworkChangesWhileAServerIsCutOff() throws Exception {
    RealServers.require("toxiproxy-server");
    try (KvbenchThread kvbench =
        start(
            "etcd",
            InstalledServers.of("etcd"),
            "cluster.dir=" + servers,
            "maxexecutiontime=7",
            "net.latency=200ms",
            "at=1s: cut node1 for=3s; 2s: net.latency=400ms")) {
      RunResult result = completed(kvbench);

      assertThat(faults(result))
          .extracting(FaultResult::action)
          .containsExactly("CUT", "NETWORK", "HEAL");
      PhaseResult run = result.phases().getLast();
      assertThat(run.incidents().events().orElseThrow())
          .extracting(EventResult::kind)
          .doesNotContain(EventResult.NOT_DONE);
      assertThat(updates(faults(result).getLast()).firstSuccessMillis()).isPresent();
      assertThat(run.operations().get(OperationType.UPDATE).response().p90Micros())
          .as("the condition at the time of the heal is in force after it")
          .isGreaterThanOrEqualTo(400_000);
    }
  }

  @Test
  void commandsDoItToServersThatKvbenchDidNotStart() throws Exception {
    try (OwnServer server = OwnServer.start("etcd")) {
      String pid = Long.toString(server.pid(1));
      try (KvbenchThread kvbench =
          start(
              "etcd",
              "endpoints=" + server.endpoints(),
              "maxexecutiontime=7",
              "fault=pause:leader@1s/for=2s,kill:node1@5s/for=1s",
              "fault.command.pause=kill -STOP " + pid,
              "fault.command.resume=kill -CONT " + pid,
              "fault.command.kill=sh -c 'echo no access for {host} with token=hunter2 >&2; exit 7'",
              "fault.command.restart=true")) {
        RunResult result = completed(kvbench);

        List<FaultResult> faults = faults(result);
        assertThat(faults).extracting(FaultResult::action).containsExactly("PAUSE", "RESUME");
        assertThat(faults.getFirst().role()).isEqualTo("leader");
        assertThat(faults.getFirst().longestClientStallMillis().orElseThrow())
            .isGreaterThanOrEqualTo(1_500);
        assertThat(result.phases().getLast().incidents().events().orElseThrow())
            .filteredOn(event -> event.kind().equals(EventResult.NOT_DONE))
            .singleElement()
            .satisfies(
                event ->
                    assertThat(event.message())
                        .isEqualTo(
                            "kill:node1@5s/for=1s was not carried out: fault.command.kill ended"
                                + " with exit code 7: no access for 127.0.0.1 with"
                                + " token=********"));
        assertThat(Files.readString(kvbench.resultDirectory().resolve("plan.json")))
            .contains("fault.command.kill")
            .doesNotContain("hunter2")
            .doesNotContain("no access");
      }
    }
  }

  @Test
  void theEngineDoesItToContainersThatKvbenchDidNotStart() throws Exception {
    LeaderKilledIT.requireEngine();
    try (OwnServer server = OwnServer.start("etcd", 1, "cluster=docker");
        KvbenchThread kvbench =
            start(
                "etcd",
                "endpoints=" + server.endpoints(),
                "fault=pause:leader@1s/for=2s,kill:node1@4s/for=1s",
                "fault.container.node1=" + container(server.endpoint()))) {
      RunResult result = FaultRun.stoppedAfter(kvbench, " killed", " restarted");

      List<FaultResult> faults = faults(result);
      assertThat(faults)
          .extracting(FaultResult::action)
          .containsExactly("PAUSE", "RESUME", "KILL", "RESTART");
      assertThat(faults.getFirst().longestClientStallMillis().orElseThrow())
          .isGreaterThanOrEqualTo(1_500);
      assertThat(updates(faults.getLast()).firstSuccessMillis()).isPresent();
    }
  }

  /** Returns the ID of the container that has published a port. */
  private static String container(String endpoint) throws Exception {
    String port = endpoint.substring(endpoint.lastIndexOf(':') + 1);
    Process ps =
        new ProcessBuilder("docker", "ps", "-q", "--filter", "publish=" + port)
            .redirectErrorStream(true)
            .start();
    String id = new String(ps.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(id).matches("[0-9a-f]{12,}");
    return id;
  }

  private static List<FaultResult> faults(RunResult result) {
    return result.phases().getLast().incidents().faults().orElseThrow();
  }

  private static FaultResult.RecoveryResult updates(FaultResult fault) {
    return fault.recovery().stream()
        .filter(recovery -> recovery.operation() == OperationType.UPDATE)
        .findFirst()
        .orElseThrow();
  }

  private static RunResult completed(KvbenchThread kvbench) throws Exception {
    assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
    RunResult result = kvbench.result();
    assertThat(result.status()).isEqualTo(RunStatus.COMPLETE);
    assertThat(result.store().storeCheck().orElseThrow().agrees()).isTrue();
    assertThat(result.store().keyCheck().orElseThrow().agrees()).isTrue();
    return result;
  }

  private KvbenchThread start(String system, String... settings) {
    List<String> arguments =
        new ArrayList<>(List.of("-db", system, "-P", "workloads/workloada", "-threads", "10"));
    List<String> all =
        new ArrayList<>(
            List.of(
                "recordcount=100",
                "operationcount=100000000",
                "connections=1",
                "thinktime=20ms",
                "status.interval=1",
                "exit.on=never"));
    all.addAll(List.of(settings));
    all.forEach(setting -> arguments.addAll(List.of("-p", setting)));
    return KvbenchThread.start(directory, arguments.toArray(String[]::new));
  }
}
