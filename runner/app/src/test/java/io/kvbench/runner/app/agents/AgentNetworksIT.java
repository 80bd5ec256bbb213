package io.kvbench.runner.app.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.OperationType;
import io.kvbench.results.format.AgentResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.runner.app.KvbenchCommand;
import io.kvbench.runner.app.KvbenchProcess;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.testkit.RealServers;
import io.kvbench.testkit.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests of agents that a user starts on other machines, with one link to the controller and one to
 * the store: network namespaces of this machine. They mostly wait, one after the other.
 */
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock("networks of agents")
final class AgentNetworksIT {
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  @TempDir private Path directory;

  private final List<AutoCloseable> open = new ArrayList<>();
  private AgentNetworks networks;

  @BeforeEach
  void start() throws Exception {
    String etcd = RealServers.require("etcd").toString();
    networks = AgentNetworks.create(2);
    open.addFirst(networks);
    Path log = directory.resolve("etcd.log");
    String url = "http://" + AgentNetworks.STORE + ":2379";
    open.addFirst(
        ServerProcess.begin(
            networks.within(
                0,
                etcd,
                "--data-dir=" + directory.resolve("etcd"),
                "--listen-client-urls=" + url,
                "--advertise-client-urls=" + url,
                "--listen-peer-urls=http://127.0.0.1:2380"),
            Map.of(),
            log,
            2379));
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    while (!read(log).contains("serving client traffic")) {
      assertThat(System.nanoTime()).as(() -> read(log)).isLessThan(deadline);
      Thread.sleep(50);
    }
    String certs = directory.resolve("certs").toString();
    KvbenchCommand made =
        KvbenchCommand.run(List.of("certs", certs, "--host", "load1", "--host", "load2"));
    assertThat(made.exitCode()).as(made::said).isZero();
  }

  private static String read(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @AfterEach
  void stop() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
  }

  private KvbenchProcess in(int network, String... arguments) throws Exception {
    KvbenchProcess started =
        KvbenchProcess.start(networks.within(network, JAVA), directory, Map.of(), arguments);
    open.addFirst(started);
    return started;
  }

  private KvbenchProcess controller(String... settings) throws Exception {
    List<String> all = new ArrayList<>(List.of("-db", "etcd", "-P", "workloads/write1m"));
    Stream.concat(
            Stream.of(
                "clients=8",
                "connections=4",
                "endpoints=" + AgentNetworks.STORE + ":2379",
                "agents=external:2",
                "agents.listen=0.0.0.0:9570",
                "agents.certs=certs",
                "agents.timeout=150s",
                "status.interval=1",
                "exit.on=never"),
            Stream.of(settings))
        .forEach(setting -> all.addAll(List.of("-p", setting)));
    KvbenchProcess controller = in(0, all.toArray(String[]::new));
    controller.awaitErr("kvbench agent --controller");
    return controller;
  }

  private KvbenchProcess agent(int number) throws Exception {
    return in(
        number,
        "agent",
        "--controller",
        AgentNetworks.controller(number),
        "--certs",
        "certs/load" + number,
        "--index",
        String.valueOf(number - 1));
  }

  @Test
  void agentsOnOtherNetworksCarryTheLoad() throws Exception {
    KvbenchProcess controller = controller("operationcount=500");
    List<KvbenchProcess> agents = List.of(agent(1), agent(2));

    assertThat(controller.exitCode()).as(controller::said).isZero();
    RunResult result = controller.result();
    assertThat(result.status()).isEqualTo(RunStatus.COMPLETE);
    assertThat(result.phases().getFirst().operations().get(OperationType.INSERT).okCount())
        .isEqualTo(500);
    assertThat(result.store().keyCheck().orElseThrow().keysRead()).isEqualTo(500);
    assertThat(result.store().keyCheck().orElseThrow().agrees()).isTrue();
    for (KvbenchProcess agent : agents) {
      assertThat(agent.exitCode()).as(agent::said).isZero();
    }
  }

  /** An agent without its controller stops its load though it reaches the store. */
  @Tag("matrix")
  @ParameterizedTest
  @CsvSource({"CONTROLLER", "CONTROLLER+STORE"})
  void anAgentWhoseCableIsPulledEndsAndIsNamed(String links) throws Exception {
    KvbenchProcess controller =
        controller("operationcount=100000000", "maxexecutiontime=170", "thinktime=50ms");
    KvbenchProcess first = agent(1);
    KvbenchProcess second = agent(2);
    controller.awaitErr(" OK/s");

    for (String link : links.split("\\+", -1)) {
      networks.cut(2, AgentNetworks.Use.valueOf(link));
    }

    assertThat(second.exitCode()).as(second::said).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(second.err()).contains("the controller is gone");
    assertThat(controller.exitCode()).as(controller::said).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(first.exitCode()).as(first::said).isZero();
    RunResult result = controller.result();
    assertThat(result.status()).isEqualTo(RunStatus.PARTIAL);
    assertThat(result.statusReason().orElseThrow())
        .contains("agent 2 (", "pid " + second.handle().pid(), "in the run phase");
    List<AgentResult> agents = result.agents().orElseThrow();
    assertThat(agents)
        .extracting(AgentResult::status)
        .containsExactly(AgentResult.Status.COMPLETE, AgentResult.Status.LOST);
    assertThat(agents.getFirst().phases())
        .singleElement()
        .satisfies(phase -> assertThat(phase.throughputPerSecond()).isPositive());
    assertThat(result.phases().getLast().operations().get(OperationType.INSERT).okCount())
        .isPositive();
  }
}
