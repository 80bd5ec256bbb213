package io.kvbench.runner.app.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.results.format.FaultResult;
import io.kvbench.results.format.HostsResult.SamplerResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.runner.app.KvbenchCommand;
import io.kvbench.runner.app.KvbenchProcess;
import io.kvbench.runner.app.KvbenchThread;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.testkit.RealServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of servers started by agents, under loads of complete runs; the tests share them. */
@Order(1)
final class AgentsIT {
  @TempDir private static Path hosts;
  private static AgentProcesses agents;

  @TempDir private Path directory;

  @BeforeAll
  static void startAgents() throws Exception {
    RealServers.require("etcd");
    agents = new AgentProcesses(hosts);
    for (int number = 1; number <= 3; number++) {
      KvbenchProcess unused = startAgent();
    }
  }

  @AfterAll
  static void stopAgents() {
    if (agents != null) {
      agents.close();
    }
  }

  private static KvbenchProcess startAgent() throws Exception {
    return agents.start(Map.of(), "--lease", "10s");
  }

  /** A run of one to three servers, one for each of these agents. */
  private static String[] run(String system, int clients, List<String> settings, int... numbers) {
    List<String> all = new ArrayList<>(List.of("-db", system, "-P", "workloads/write1m"));
    Stream.concat(
            Stream.of("clients=" + clients, "operationcount=100000000", "thinktime=50ms"),
            settings.stream())
        .forEach(setting -> all.addAll(List.of("-p", setting)));
    all.addAll(agents.settings(numbers));
    return all.toArray(String[]::new);
  }

  private KvbenchProcess process(String... arguments) throws Exception {
    return KvbenchProcess.start(
        Path.of(System.getProperty("java.home"), "bin", "java"),
        directory,
        Map.of(
            "XDG_STATE_HOME",
            directory.resolve("state").toString(),
            "JAVA_TOOL_OPTIONS",
            "-Djava.io.tmpdir=" + temporary()),
        arguments);
  }

  /** The supervisors of servers end a moment after them. */
  private static void nothingIsLeft(int... numbers) throws IOException {
    for (int number : numbers) {
      assertThat(agents.servers(number))
          .as("stopped at the end")
          .allSatisfy(
              process -> assertThat(process.onExit()).succeedsWithin(Duration.ofSeconds(30)));
      assertThat(agents.content(number)).as("removed at the end").isEmpty();
    }
  }

  /** Returns where a controller has copies of logs during a run. */
  private Path temporary() throws IOException {
    return Files.createDirectories(directory.resolve("temporary"));
  }

  private List<String> copiesOfLogs() throws IOException {
    try (Stream<Path> files = Files.list(temporary())) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith("kvbench-logs-"))
          .toList();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"etcd", "zookeeper"})
  void aLeaderElsewhereIsKilledAndStartedAgain(String system) throws Exception {
    if (!system.equals("zookeeper")) {
      RealServers.require(system);
    }
    try (KvbenchThread kvbench =
        KvbenchThread.start(
            directory,
            run(
                system,
                20,
                List.of(
                    "maxexecutiontime=8",
                    "hosts.every=1s",
                    "fault=kill:leader@1s,restart:killed@3s"),
                1,
                2,
                3))) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
      RunResult result = kvbench.result();
      assertThat(result.status()).isEqualTo(RunStatus.COMPLETE);
      assertThat(result.cluster().kind()).isEqualTo("agents");
      assertThat(result.cluster().endpoints())
          .hasSize(3)
          .anyMatch(endpoint -> endpoint.startsWith("127.0.0.2:"))
          .anyMatch(endpoint -> endpoint.startsWith("127.0.0.4:"));
      assertThat(result.store().storeCheck().orElseThrow().agrees()).isTrue();
      assertThat(result.cluster().servers().orElseThrow())
          .hasSize(3)
          .allSatisfy(
              server -> {
                assertThat(server.version()).isPresent();
                assertThat(server.diskBytes().orElseThrow()).isPositive();
              });
      List<FaultResult> faults = result.phases().getFirst().incidents().faults().orElseThrow();
      assertThat(faults).extracting(FaultResult::action).containsExactly("KILL", "RESTART");
      assertThat(faults.getFirst().role()).isEqualTo("leader");
      assertThat(result.cluster().events().orElseThrow().sources())
          .hasSize(3)
          .allSatisfy(source -> assertThat(source.from()).contains("log"));
      logsAndSamplesAreThere(kvbench.resultDirectory(), system);
      assertThat(result.hosts().orElseThrow().samplers())
          .extracting(SamplerResult::host)
          .contains("db1", "db2", "db3");
      nothingIsLeft(1, 2, 3);
    }
  }

  private static void logsAndSamplesAreThere(Path result, String system) throws Exception {
    for (int number = 1; number <= 3; number++) {
      String name = system + "-" + number;
      assertThat(Files.size(result.resolve("logs").resolve(name + ".log"))).isPositive();
      assertThat(Files.readAllLines(result.resolve("host-" + name + ".csv"))).hasSizeGreaterThan(3);
    }
  }

  /** The agents' servers end, regardless of how their controller did. */
  @Test
  void serversOfAControllerThatIsGoneAreStopped() throws Exception {
    List<ProcessHandle> servers = new ArrayList<>();
    try (KvbenchProcess kvbench =
        process(run("etcd", 5, List.of("maxexecutiontime=170"), 1, 2, 3))) {
      kvbench.awaitErr("run phase");
      refusesAnother();
      for (int number = 1; number <= 3; number++) {
        assertThat(agents.servers(number)).isNotEmpty();
        servers.addAll(agents.servers(number));
      }
      assertThat(copiesOfLogs()).hasSize(1);
      kvbench.handle().destroyForcibly();
      // The rest of the process is to end by itself.
      kvbench.exitCode();
    }
    CompletableFuture.allOf(
            servers.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
        .get(2, TimeUnit.MINUTES);
    for (int number = 1; number <= 3; number++) {
      agents.agent(number).awaitOut("the controller is gone: stopped etcd");
    }
    nothingIsLeft(1, 2, 3);
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    while (!copiesOfLogs().isEmpty() && System.nanoTime() - deadline < 0) {
      TimeUnit.MILLISECONDS.sleep(100);
    }
    assertThat(copiesOfLogs()).isEmpty();
  }

  private void refusesAnother() throws Exception {
    try (KvbenchThread second =
        KvbenchThread.start(directory, run("etcd", 5, List.of(), 1, 2, 3))) {
      assertThat(second.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
      assertThat(second.out().replaceAll("\\s+", " "))
          .contains("it is in use: etcd of CN=controller at 127.0.0.1, since");
    }
  }

  @Test
  void aRunSaysWhichAgentItLostAndGoesOn() throws Exception {
    KvbenchProcess lost = startAgent();
    try (KvbenchThread kvbench =
        KvbenchThread.start(
            directory,
            run("etcd", 5, List.of("maxexecutiontime=8", "status.interval=1"), 1, 2, 4))) {
      kvbench.awaitErr(" OK/s");
      List<ProcessHandle> servers = agents.servers(4);
      lost.handle().destroyForcibly();
      assertThat(kvbench.exitCode()).as(kvbench::err).isIn(ExitCode.FINE, ExitCode.VERDICT);
      assertThat(kvbench.err()).contains("the agent on db4 (", "connection refused");
      assertThat(servers).isNotEmpty().noneMatch(ProcessHandle::isAlive);
      nothingIsLeft(1, 2);
    }
  }

  @Test
  void serversAreKeptUntilTheyAreStopped() throws Exception {
    List<String> up = new ArrayList<>(List.of("cluster", "up", "-db", "etcd"));
    up.addAll(agents.settings(1, 2, 3));
    assertThat(said(up.toArray(String[]::new))).contains("kvbench cluster down etcd-1");
    assertThat(agents.servers(2)).isNotEmpty();
    agents.agent(2).awaitOut("keeps etcd");
    assertThat(said("cluster", "list")).contains("etcd-1", "agents", "3 of 3");
    assertThat(said("cluster", "down", "etcd-1", "--purge")).contains("was stopped");
    nothingIsLeft(1, 2, 3);
  }

  /** The state of clusters is in a directory that the environment names. */
  private String said(String... arguments) throws Exception {
    try (KvbenchProcess kvbench = process(arguments)) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
      return kvbench.out();
    }
  }

  @Test
  void certificatesAreMadeOnceAndAgentsNeedThem() throws Exception {
    assertThat(refused("agent", "--directory", directory.toString()))
        .contains("an agent needs certificates", "kvbench certs");
    assertThat(
            refused(
                "agent",
                "--plaintext",
                "--listen",
                "0.0.0.0:0",
                "--allow",
                "nosuch",
                "--lease",
                "1s",
                "--directory",
                directory.resolve("absent").toString()))
        .contains("4 errors:", "loopback only", "unknown system 'nosuch'", "at least 5s", "absent");
    assertThat(refused("agent", "--controller", "h", "--directory", "/tmp", "--lease", "20s"))
        .contains(
            "4 errors:",
            "--directory: has no effect with --controller",
            "--lease: has no effect with --controller",
            "--controller: invalid value h",
            "--certs: missing");
    String certs = directory.resolve("made").toString();
    KvbenchCommand made =
        KvbenchCommand.run(List.of("certs", certs, "--host", "db1,127.0.0.2", "--host", "db2"));
    assertThat(made.exitCode()).as(made::said).isZero();
    assertThat(Path.of(certs, "db1")).isDirectoryContaining("glob:**/host.key");
    assertThat(made.out()).contains("scp -r", "kvbench agent --listen", "cluster.agents.certs=");
    assertThat(refused("certs", certs, "--host", "db1", "--host", "../x", "--days", "0"))
        .contains("3 errors:", "db1 exists", "invalid value ../x", "--days");
    assertThat(
            refused(
                "plan",
                "-db",
                "zookeeper",
                "-P",
                "workloads/smoke",
                "-p",
                "cluster.agents=10.0.0.1,10.0.0.1",
                "-p",
                "limit.memory=1g",
                "-p",
                "cluster.dir=/tmp"))
        .contains(
            "cluster.nodes=2", "twice", "requires certificates", "limit.memory", "cluster.dir");
  }

  private static String refused(String... arguments) {
    KvbenchCommand command = KvbenchCommand.run(List.of(arguments));
    assertThat(command.exitCode()).isEqualTo(ExitCode.USAGE);
    command.check();
    return command.err();
  }
}
