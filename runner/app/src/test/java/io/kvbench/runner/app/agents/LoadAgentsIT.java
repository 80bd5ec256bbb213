package io.kvbench.runner.app.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.OperationType;
import io.kvbench.results.format.AgentResult;
import io.kvbench.results.format.AgentResult.AgentPhase;
import io.kvbench.results.format.HostsResult;
import io.kvbench.results.format.ProcessUse;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.runner.app.InstalledServers;
import io.kvbench.runner.app.KvbenchCommand;
import io.kvbench.runner.app.KvbenchProcess;
import io.kvbench.runner.app.OwnServer;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.testkit.RealServers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of runs whose clients are in other processes, on real servers. */
@Order(1)
final class LoadAgentsIT {
  @TempDir private Path directory;

  private KvbenchProcess run(String... arguments) throws Exception {
    return KvbenchProcess.start(directory, arguments);
  }

  @ParameterizedTest
  @CsvSource({"zookeeper,2", "etcd,4", "consul,1"})
  void agentsOnThisMachineShareTheLoad(String system, int agents) throws Exception {
    if (!system.equals("zookeeper")) {
      RealServers.require(system);
    }
    try (KvbenchProcess kvbench =
        run(
            "-db",
            system,
            "-P",
            "workloads/write1m",
            "--agents",
            Integer.toString(agents),
            "-threads",
            "10",
            "-p",
            "connections=5",
            "-p",
            "operationcount=4000",
            "-p",
            "dataintegrity=true",
            "-p",
            "hosts.every=1s",
            "-p",
            "exit.on=never")) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
      RunResult result = kvbench.result();
      assertThat(result.status()).isEqualTo(RunStatus.COMPLETE);
      assertThat(result.phases().getFirst().operations().get(OperationType.INSERT).okCount())
          .isEqualTo(4000);
      assertThat(result.store().storeCheck().orElseThrow().agrees()).isTrue();
      RunResult.KeyCheck keys = result.store().keyCheck().orElseThrow();
      assertThat(keys.keysRead()).isEqualTo(4000);
      assertThat(keys.agrees()).isTrue();
      assertThat(keys.values().orElseThrow().compared()).isEqualTo(4000);
      assertThat(keys.values().orElseThrow().lost()).isZero();
      List<AgentResult> all = result.agents().orElseThrow();
      assertThat(all).hasSize(agents);
      assertThat(all)
          .allMatch(agent -> agent.status() == AgentResult.Status.COMPLETE)
          .flatExtracting(AgentResult::phases)
          .allSatisfy(phase -> assertThat(phase.response()).isPresent())
          .extracting(AgentPhase::clients)
          .satisfies(
              clients ->
                  assertThat(clients.stream().mapToInt(Integer.class::cast).sum()).isEqualTo(10));
      assertThat(kvbench.report()).contains("Agents", "agent-1", "skew");
      HostsResult.Span hosts = result.hosts().orElseThrow().overall().orElseThrow();
      assertThat(hosts.agents().orElseThrow())
          .extracting(ProcessUse::name)
          .containsExactlyElementsOf(all.stream().map(AgentResult::name).toList());
      assertThat(hosts.nodes()).as("agents are no servers").hasSize(1);
      assertThat(kvbench.resultDirectory().resolve("host-agent-1.csv")).exists();
      for (int agent = 1; agent <= agents; agent++) {
        assertThat(kvbench.resultDirectory().resolve("logs/agent-%d.log".formatted(agent)))
            .content()
            .contains("joined the controller", "carries part %d of".formatted(agent));
      }
    }
  }

  @Test
  void proxiesOfThisMachineAreRefusedForAgentsOnOthers() {
    for (String planned : List.of("net.latency=10ms", "fault=reset:all@1s")) {
      for (String agents : List.of("2", "ssh:load1,load2")) {
        KvbenchCommand plan =
            KvbenchCommand.run(
                List.of(
                    "plan",
                    "-db",
                    "etcd",
                    "-P",
                    "workloads/workloada",
                    "-threads",
                    "10",
                    "-p",
                    "endpoints=127.0.0.1:2379",
                    "-p",
                    "agents=" + agents,
                    "-p",
                    planned));
        if (agents.equals("2")) {
          assertThat(plan.err()).doesNotContain("proxies of network conditions");
        } else {
          assertThat(plan.exitCode()).isEqualTo(ExitCode.USAGE);
          assertThat(plan.err()).contains("agents on other machines cannot reach the proxies");
        }
      }
    }
  }

  /** All on one server, apart from each other. */
  @Tag("matrix")
  @ParameterizedTest
  @ValueSource(strings = {"zookeeper", "etcd", "consul"})
  void anyNumberOfAgentsLeavesTheSameRecords(String system) throws Exception {
    try (OwnServer server = OwnServer.start(system)) {
      for (int agents : new int[] {1, 2, 4}) {
        try (KvbenchProcess kvbench =
            run(
                "-db",
                system,
                "-P",
                "workloads/write1m",
                "--agents",
                Integer.toString(agents),
                "-threads",
                "9",
                "-p",
                "connections=5",
                "-p",
                "endpoints=" + server.endpoints(),
                "-p",
                InstalledServers.apart(system, "with" + agents),
                "-p",
                "operationcount=1500",
                "-p",
                "dataintegrity=true",
                "-p",
                "agents.timeout=150s",
                "-p",
                "exit.on=never")) {
          assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
          RunResult result = kvbench.result();
          assertThat(result.status()).isEqualTo(RunStatus.COMPLETE);
          assertThat(result.agents().orElseThrow()).hasSize(agents);
          assertThat(result.phases().getFirst().operations().get(OperationType.INSERT).okCount())
              .isEqualTo(1500);
          assertThat(result.store().storeCheck().orElseThrow().agrees()).isTrue();
          RunResult.KeyCheck keys = result.store().keyCheck().orElseThrow();
          assertThat(keys.keysRead()).isEqualTo(1500);
          assertThat(keys.agrees()).isTrue();
          assertThat(keys.values().orElseThrow().compared()).isEqualTo(1500);
          assertThat(keys.values().orElseThrow().lost()).isZero();
        }
      }
    }
  }

  /** Leases are each one client's, so agents can check when they end. */
  @Test
  void agentsMeasureTheEndOfLeases() throws Exception {
    try (OwnServer server = OwnServer.start("etcd");
        KvbenchProcess kvbench =
            run(
                "-db",
                "etcd",
                "-P",
                "workloads/lease-expiry",
                "--agents",
                "2",
                "-threads",
                "4",
                "-p",
                "connections=2",
                "-p",
                "endpoints=" + server.endpoints(),
                "-p",
                "lease.ttl=2s",
                "-p",
                "operationcount=8",
                "-p",
                "exit.on=never")) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
      RunResult result = kvbench.result();
      assertThat(result.status()).isEqualTo(RunStatus.COMPLETE);
      assertThat(result.phases().getLast().operations().get(OperationType.LEASE_AWAIT).okCount())
          .isEqualTo(8);
      assertThat(result.phases().getLast().operations()).containsKey(OperationType.LEASE_EXPIRY);
    }
  }

  /** The agents that a controller has started. */
  private static List<ProcessHandle> agentsOf(KvbenchProcess controller) {
    return controller
        .handle()
        .descendants()
        .filter(
            process ->
                process.info().arguments().map(List::of).orElse(List.of()).contains("--controller"))
        .toList();
  }

  private KvbenchProcess endless() throws Exception {
    KvbenchProcess kvbench =
        run(
            "-db",
            "zookeeper",
            "-P",
            "workloads/write1m",
            "--agents",
            "2",
            "-p",
            "operationcount=100000000",
            "-p",
            "maxexecutiontime=170",
            "-p",
            "status.interval=1");
    kvbench.awaitErr(" OK/s");
    kvbench.await(() -> agentsOf(kvbench).size() == 2, "two agents");
    return kvbench;
  }

  @ParameterizedTest
  @CsvSource({"KILL", "STOP"})
  void anAgentThatIsGoneOrFrozenEndsTheRun(String signal) throws Exception {
    try (KvbenchProcess kvbench = endless()) {
      ProcessHandle agent = agentsOf(kvbench).getLast();
      assertThat(
              new ProcessBuilder("kill", "-" + signal, String.valueOf(agent.pid()))
                  .inheritIO()
                  .start()
                  .waitFor())
          .isZero();
      try {
        assertThat(kvbench.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
        RunResult result = kvbench.result();
        assertThat(result.status()).isEqualTo(RunStatus.PARTIAL);
        assertThat(result.statusReason().orElseThrow()).contains("pid " + agent.pid());
        assertThat(result.phases().getLast().operations().get(OperationType.INSERT).okCount())
            .isPositive();
        assertThat(result.agents().orElseThrow())
            .extracting(AgentResult::status)
            .containsExactlyInAnyOrder(AgentResult.Status.COMPLETE, AgentResult.Status.LOST);
      } finally {
        agent.destroyForcibly();
      }
    }
  }

  @Test
  void anAgentThatTheStoreDoesNotAnswerIsNamed() throws Exception {
    try (OwnServer server = OwnServer.start("etcd");
        KvbenchProcess kvbench =
            run(
                "-db",
                "etcd",
                "-P",
                "workloads/write1m",
                "--agents",
                "2",
                "-p",
                "endpoints=" + server.endpoints(),
                "-p",
                "operationcount=100000000",
                "-p",
                "maxexecutiontime=170",
                "-p",
                "unavailable.timeout=5s",
                "-p",
                "status.interval=1")) {
      kvbench.awaitErr(" OK/s");
      server.signal("STOP");

      assertThat(kvbench.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
      assertThat(kvbench.result().statusReason().orElseThrow())
          .startsWith("no answer from the store to agent ")
          .endsWith("for 5 s in the run phase (unavailable.timeout)");
    }
  }

  @Test
  void agentsOfAControllerThatIsKilledEnd() throws Exception {
    try (KvbenchProcess kvbench = endless()) {
      List<ProcessHandle> agents = agentsOf(kvbench);
      kvbench.handle().destroyForcibly();

      CompletableFuture.allOf(
              agents.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
          .get(2, TimeUnit.MINUTES);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** A run on two other machines, simulated on this one. */
  @Test
  void externalAgentsJoinWithCertificatesOnly() throws Exception {
    try (KvbenchProcess certs = run("certs", "certs", "--host", "load1", "--host", "load2");
        KvbenchProcess others = run("certs", "others", "--host", "load1")) {
      assertThat(certs.exitCode()).isZero();
      assertThat(others.exitCode()).isZero();
    }
    int port = freePort();
    List<KvbenchProcess> open = new ArrayList<>();
    try (KvbenchProcess kvbench =
        run(
            "-db",
            "zookeeper",
            "-P",
            "workloads/write1m",
            "-p",
            "agents=external:2",
            "-p",
            "agents.listen=127.0.0.1:" + port,
            "-p",
            "agents.certs=certs",
            "-p",
            "operationcount=2000",
            "-p",
            "exit.on=never")) {
      kvbench.awaitErr("kvbench agent --controller");
      open.add(agent(port, "others/load1"));
      assertThat(open.getFirst().exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
      assertThat(open.getFirst().err()).contains("does not accept the other's certificate");
      Stream.of("certs/load1", "certs/load2").forEach(files -> open.add(started(port, files)));

      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
      assertThat(kvbench.result().agents().orElseThrow()).hasSize(2);
      for (KvbenchProcess agent : open.subList(1, 3)) {
        assertThat(agent.exitCode()).as(agent::said).isZero();
      }
    } finally {
      open.forEach(KvbenchProcess::close);
    }
  }

  private KvbenchProcess started(int port, String files) {
    try {
      return agent(port, files);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private KvbenchProcess agent(int port, String files) throws Exception {
    return run("agent", "--controller", "127.0.0.1:" + port, "--certs", files);
  }
}
