package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.result.AgentResult;
import io.kvbench.core.result.AgentResult.AgentPhase;
import io.kvbench.core.result.HostsResult;
import io.kvbench.core.result.ProcessUse;
import io.kvbench.core.result.RunResult;
import io.kvbench.core.result.RunStatus;
import io.kvbench.testkit.ServerProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs whose clients are in agents, on real servers. Agents are threads of this JVM, and processes
 * where these are the subject.
 */
final class LoadAgentsIT {
  private static final String OWN = "own";
  private static final String OTHERS = "others";

  /** Operations that never end, a few per second. */
  private static final List<String> ENDLESS =
      List.of("operationcount=100000000", "thinktime=50ms", "maxexecutiontime=170", "clients=10");

  @TempDir private static Path certificates;
  private static OwnServer etcd;

  @TempDir private Path directory;

  private final List<RunningKvbench> agents = new ArrayList<>();

  @BeforeAll
  static void prepare() throws Exception {
    for (String authority : List.of(OWN, OTHERS)) {
      String files = certificates.resolve(authority).toString();
      KvbenchCommand made = KvbenchCommand.run(List.of("certs", files, "--host", "load1"));
      assertThat(made.exitCode()).as(made::said).isZero();
    }
    etcd = OwnServer.start("etcd");
  }

  @AfterAll
  static void stopServer() {
    if (etcd != null) {
      etcd.close();
    }
  }

  @AfterEach
  void stopAgents() {
    agents.forEach(RunningKvbench::close);
  }

  private static String[] arguments(String system, String workload, List<String> settings) {
    return Stream.concat(
            Stream.of("-db", system, "-P", "workloads/" + workload),
            Stream.of(settings, List.of("status.interval=1", "exit.on=never"))
                .flatMap(List::stream)
                .flatMap(setting -> Stream.of("-p", setting)))
        .toArray(String[]::new);
  }

  private static List<String> onEtcd(String name) {
    return List.of("endpoints=" + etcd.endpoints(), InstalledServers.apart("etcd", name));
  }

  private static List<String> both(List<String> some, List<String> others) {
    return Stream.concat(some.stream(), others.stream()).toList();
  }

  /** Starts a run that waits for so many agents at a port. */
  private KvbenchThread controller(
      String system, String workload, int port, int count, List<String> settings) throws Exception {
    KvbenchThread kvbench =
        KvbenchThread.start(
            directory,
            arguments(
                system,
                workload,
                both(
                    List.of(
                        "agents=external:" + count,
                        "agents.listen=127.0.0.1:" + port,
                        "agents.certs=" + certificates.resolve(OWN)),
                    settings)));
    kvbench.awaitErr("kvbench agent --controller");
    return kvbench;
  }

  /** Starts a run and its agents, all in this JVM. */
  private KvbenchThread shared(String system, String workload, int count, List<String> settings)
      throws Exception {
    int port = ServerProcess.freePorts(1).getFirst();
    KvbenchThread kvbench = controller(system, workload, port, count, settings);
    for (int agent = 0; agent < count; agent++) {
      join(port, OWN);
    }
    return kvbench;
  }

  private static String[] agent(int port, String authority) {
    return new String[] {
      "agent",
      "--controller",
      "127.0.0.1:" + port,
      "--certs",
      certificates.resolve(authority).resolve("load1").toString()
    };
  }

  private KvbenchThread join(int port, String authority) {
    KvbenchThread agent = KvbenchThread.start(directory, agent(port, authority));
    agents.add(agent);
    return agent;
  }

  private static List<String> inserting(int count) {
    return List.of("clients=10", "connections=5", "operationcount=" + count, "dataintegrity=true");
  }

  /** Every record is there, with its value, and was inserted by one of the agents. */
  private static void hasAll(RunResult result, int count, int agents) {
    assertThat(result.status()).isEqualTo(RunStatus.COMPLETE);
    assertThat(result.phases().getFirst().operations().get(OperationType.INSERT).okCount())
        .isEqualTo(count);
    assertThat(result.storeCheck().orElseThrow().agrees()).isTrue();
    RunResult.KeyCheck keys = result.keyCheck().orElseThrow();
    assertThat(keys.keysRead()).isEqualTo(count);
    assertThat(keys.agrees()).isTrue();
    assertThat(keys.values().orElseThrow().compared()).isEqualTo(count);
    assertThat(keys.values().orElseThrow().lost()).isZero();
    assertThat(result.agents().orElseThrow())
        .hasSize(agents)
        .allMatch(agent -> agent.status() == AgentResult.Status.COMPLETE)
        .flatExtracting(AgentResult::phases)
        .allSatisfy(phase -> assertThat(phase.response()).isPresent())
        .extracting(AgentPhase::clients)
        .satisfies(
            clients ->
                assertThat(clients.stream().mapToInt(Integer.class::cast).sum()).isEqualTo(10));
  }

  @Test
  void agentsOnThisMachineShareTheLoad() throws Exception {
    try (KvbenchThread kvbench =
        KvbenchThread.start(
            directory,
            arguments(
                "zookeeper",
                "write1m",
                both(inserting(1000), List.of("agents=2", "hosts.every=1s"))))) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
      RunResult result = kvbench.result();
      hasAll(result, 1000, 2);
      assertThat(kvbench.out()).contains("Agents", "agent-1", "skew");
      HostsResult.Span hosts = result.hosts().orElseThrow().overall().orElseThrow();
      assertThat(hosts.agents().orElseThrow())
          .extracting(ProcessUse::name)
          .containsExactlyElementsOf(
              result.agents().orElseThrow().stream().map(AgentResult::name).toList());
      assertThat(hosts.nodes()).as("agents are no servers").hasSize(1);
      assertThat(kvbench.resultDirectory().resolve("host-agent-1.csv")).exists();
    }
  }

  @ParameterizedTest
  @CsvSource({"etcd,4", "consul,1"})
  void agentsShareTheLoadOfEverySystem(String system, int count) throws Exception {
    try (OwnServer server = OwnServer.start(system);
        KvbenchThread kvbench =
            shared(
                system,
                "write1m",
                count,
                both(inserting(1000), List.of("endpoints=" + server.endpoints())))) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
      hasAll(kvbench.result(), 1000, count);
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
      for (int count : new int[] {1, 2, 4}) {
        try (KvbenchThread kvbench =
            KvbenchThread.start(
                directory,
                arguments(
                    system,
                    "write1m",
                    both(
                        inserting(1500),
                        List.of(
                            "agents=" + count,
                            "agents.timeout=150s",
                            "endpoints=" + server.endpoints(),
                            InstalledServers.apart(system, "with" + count)))))) {
          assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
          hasAll(kvbench.result(), 1500, count);
        }
      }
    }
  }

  /** Leases are each one client's, so agents can check when they end. */
  @Test
  void agentsMeasureTheEndOfLeases() throws Exception {
    try (KvbenchThread kvbench =
        shared(
            "etcd",
            "lease-expiry",
            2,
            both(
                onEtcd("leases"),
                List.of("clients=4", "connections=2", "lease.ttl=2s", "operationcount=8")))) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
      RunResult result = kvbench.result();
      assertThat(result.status()).isEqualTo(RunStatus.COMPLETE);
      assertThat(result.phases().getLast().operations().get(OperationType.LEASE_AWAIT).okCount())
          .isEqualTo(8);
      assertThat(result.phases().getLast().operations()).containsKey(OperationType.LEASE_EXPIRY);
    }
  }

  @ParameterizedTest
  @CsvSource({"KILL", "STOP"})
  void anAgentThatIsGoneOrFrozenEndsTheRun(String signal) throws Exception {
    int port = ServerProcess.freePorts(1).getFirst();
    try (KvbenchThread kvbench =
            controller("etcd", "write1m", port, 2, both(onEtcd(signal), ENDLESS));
        KvbenchProcess agent = KvbenchProcess.start(directory, agent(port, OWN))) {
      join(port, OWN);
      kvbench.awaitErr(" OK/s");
      agent.signal(signal);

      assertThat(kvbench.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
      RunResult result = kvbench.result();
      assertThat(result.status()).isEqualTo(RunStatus.PARTIAL);
      assertThat(result.statusReason().orElseThrow()).contains("pid " + agent.handle().pid());
      assertThat(result.phases().getLast().operations().get(OperationType.INSERT).okCount())
          .isPositive();
      assertThat(result.agents().orElseThrow())
          .extracting(AgentResult::status)
          .containsExactlyInAnyOrder(AgentResult.Status.COMPLETE, AgentResult.Status.LOST);
    }
  }

  @Test
  void anAgentThatTheStoreDoesNotAnswerIsNamed() throws Exception {
    try (OwnServer server = OwnServer.start("etcd");
        KvbenchThread kvbench =
            shared(
                "etcd",
                "write1m",
                2,
                both(
                    ENDLESS,
                    List.of("endpoints=" + server.endpoints(), "unavailable.timeout=5s")))) {
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
    try (KvbenchProcess kvbench =
        KvbenchProcess.start(
            directory,
            arguments(
                "etcd", "write1m", both(both(onEtcd("killed"), ENDLESS), List.of("agents=2"))))) {
      kvbench.awaitErr(" OK/s");
      List<ProcessHandle> started =
          kvbench
              .handle()
              .descendants()
              .filter(
                  process ->
                      process
                          .info()
                          .arguments()
                          .map(List::of)
                          .orElse(List.of())
                          .contains("--controller"))
              .toList();
      assertThat(started).hasSize(2);
      kvbench.handle().destroyForcibly();

      CompletableFuture.allOf(
              started.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
          .get(2, TimeUnit.MINUTES);
    }
  }

  /** What a user does with two other machines, on this one. */
  @Test
  void externalAgentsJoinWithCertificatesOnly() throws Exception {
    int port = ServerProcess.freePorts(1).getFirst();
    try (KvbenchThread kvbench =
        controller("etcd", "write1m", port, 2, both(onEtcd("external"), inserting(500)))) {
      KvbenchThread stranger = join(port, OTHERS);
      assertThat(stranger.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
      assertThat(stranger.err()).contains("does not accept the other's certificate");
      List<KvbenchThread> own = List.of(join(port, OWN), join(port, OWN));

      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
      assertThat(kvbench.result().agents().orElseThrow()).hasSize(2);
      for (KvbenchThread agent : own) {
        assertThat(agent.exitCode()).as(agent::said).isZero();
      }
    }
  }
}
