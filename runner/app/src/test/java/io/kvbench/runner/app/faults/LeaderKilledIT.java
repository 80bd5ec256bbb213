package io.kvbench.runner.app.faults;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.server.ProgramPath;
import io.kvbench.core.server.ServerEventKind;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.results.format.FaultResult;
import io.kvbench.results.format.FaultResult.RecoveryResult;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.results.format.ServerEvents;
import io.kvbench.runner.app.KvbenchProcess;
import io.kvbench.runner.app.KvbenchThread;
import io.kvbench.runner.cluster.ClusterProvider;
import io.kvbench.runner.run.Bindings;
import io.kvbench.testkit.RealServers;
import io.kvbench.testkit.ServerProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of real clusters whose leader kvbench kills under load and starts again. */
@Order(1)
public final class LeaderKilledIT {
  private static final String PATH = "PATH";

  @TempDir private Path directory;
  @TempDir private Path servers;
  @TempDir private Path nothing;

  /** Processes where the program is installed, containers otherwise. */
  @ParameterizedTest
  @CsvSource({"etcd, process", "consul, process", "etcd, docker"})
  void theRunGoesOnAndSaysHowLongItTook(String system, String kind) throws Exception {
    try (KvbenchProcess kvbench = start(system, environment(system, kind))) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
      RunResult result = kvbench.result();
      assertThat(result.status()).isEqualTo(RunStatus.COMPLETE);
      assertThat(result.cluster().kind()).isEqualTo(kind);
      assertThat(kvbench.err()).contains("(cluster=auto: " + kind + ")");
      assertThat(result.store().storeCheck().orElseThrow().agrees()).isTrue();
      // The one that was started again answers too.
      assertThat(result.cluster().servers().orElseThrow())
          .hasSize(3)
          .allSatisfy(server -> assertThat(server.version()).isPresent());

      PhaseResult run = result.phases().getFirst();
      electionIsFound(result, run);
      List<FaultResult> faults = run.incidents().faults().orElseThrow();
      assertThat(faults).extracting(FaultResult::action).containsExactly("KILL", "RESTART");
      assertThat(faults.getFirst().role()).isEqualTo("leader");
      assertThat(faults.getFirst().recovery()).hasSize(1);
      RecoveryResult inserts = faults.getFirst().recovery().getFirst();
      assertThat(inserts.operation()).isEqualTo(OperationType.INSERT);
      assertThat(inserts.okPerSecondBefore()).isPositive();
      assertThat(inserts.firstSuccessMillis()).isPresent();
      assertThat(inserts.errors()).isNotEmpty();
      assertThat(run.errorCount()).isPositive();
      assertThat(kvbench.out().replaceAll("\\s+", " "))
          .contains("leader " + faults.getFirst().node() + " killed", "first success after")
          // The recovery time, or its absence: two nodes of three may stay slower.
          .contains("back at 95 % of", "longest outage")
          .contains(inserts.errors().keySet().iterator().next().name());
      assertThat(kvbench.report()).contains("Events", "became leader at term");
    }
  }

  /** In the log of the server that won it, after the other one was killed. */
  private static void electionIsFound(RunResult result, PhaseResult run) {
    FaultResult killed = run.incidents().faults().orElseThrow().getFirst();
    Instant at = run.span().startedAt().plusNanos(killed.phaseNanos());
    ServerEvents events = result.cluster().events().orElseThrow();
    assertThat(events.sources())
        .hasSize(3)
        .allSatisfy(source -> assertThat(source.from()).contains("log"))
        .anySatisfy(source -> assertThat(source.from()).contains("metrics"));
    assertThat(events.list())
        .filteredOn(event -> event.kind() == ServerEventKind.ELECTION && event.at().isAfter(at))
        .anySatisfy(
            event -> {
              assertThat(event.node()).isNotEqualTo(killed.node());
              assertThat(event.at())
                  .isBefore(run.span().startedAt().plusNanos(run.span().wallNanos()));
              assertThat(event.text()).startsWith("became leader at term ");
            });
    assertThat(events.counts()).containsKey(ServerEventKind.LEADER_LOST);
  }

  /** Thinking clients leave even a busy machine the means to come back to the earlier rate. */
  private KvbenchProcess start(String system, Map<String, String> environment) throws Exception {
    return KvbenchProcess.start(
        Path.of(System.getProperty("java.home"), "bin", "java"),
        directory,
        environment,
        "-db",
        system,
        "-P",
        "workloads/write1m",
        "-threads",
        "100",
        "-p",
        "thinktime=100ms",
        "-p",
        "cluster.nodes=3",
        "-p",
        "cluster.dir=" + servers,
        "-p",
        "fault=kill:leader@5s,restart:killed@17s",
        "-p",
        "maxexecutiontime=22",
        "-p",
        "exit.on=never");
  }

  /**
   * While etcd's requests wait for seven seconds, as many clients are started as are due: so the
   * outage is the one that a probe beside the run sees, whose requests do not wait for one another.
   */
  @Test
  void anOpenLoopSeesTheOutageThatAProbeSees() throws Exception {
    RealServers.require("etcd");
    List<Integer> ports = ServerProcess.freePorts(3);
    String[] run = {
      "-db",
      "etcd",
      "-P",
      "workloads/write1m",
      "-threads",
      "50",
      "-target",
      "300",
      "-p",
      "cluster.nodes=3",
      "-p",
      "cluster.ports=" + ports.stream().map(String::valueOf).collect(joining(",")),
      "-p",
      "cluster.dir=" + servers,
      "-p",
      "etcd.prefix=run/",
      "-p",
      "fault=kill:leader@6s/for=6s",
      "-p",
      "operationcount=0",
      "-p",
      "maxexecutiontime=16",
      "-p",
      "exit.on=never"
    };
    List<String> endpoints = ports.stream().map(port -> "127.0.0.1:" + port).toList();
    try (KvbenchThread kvbench = KvbenchThread.start(directory, run);
        OutageProbe probe = OutageProbe.start("etcd", endpoints)) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
      PhaseResult phase = kvbench.result().phases().getLast();
      FaultResult killed = phase.incidents().faults().orElseThrow().getFirst();
      RecoveryResult inserts = killed.recovery().getFirst();
      Instant kill = phase.span().startedAt().plusNanos(killed.phaseNanos());
      Duration seen =
          probe.longestSilence(kill, kill.plusMillis(inserts.firstSuccessMillis().orElseThrow()));
      long tolerance = seen.toMillis() / 10 + 50;
      // On a busy machine, answers to requests from before the kill come after it: they may divide
      // the silence, or be the last before it.
      long first = inserts.firstSuccessMillis().orElseThrow();
      assertThat(List.of(inserts.silenceMillis(), first))
          .as(() -> "%s, and the probe saw %s".formatted(inserts, seen))
          .anySatisfy(outage -> assertThat(outage).isCloseTo(seen.toMillis(), within(tolerance)));
      // Elections take up to two seconds, and longer on a machine that is busy.
      assertThat(first)
          .as(inserts::toString)
          .isLessThanOrEqualTo(Math.max(2_000, 3 * seen.toMillis() / 2 + 50));
      assertThat(killed.noneFreeMillis()).isEmpty();
      assertThat(phase.mostClients()).isBetween(51, 10_000);
    }
  }

  private Map<String, String> environment(String system, String kind) {
    if (kind.equals("process")) {
      RealServers.require(system);
      return Map.of();
    }
    requireEngine();
    return Map.of(PATH, nothing.toString(), ProgramPath.PREPARED, nothing.toString());
  }

  public static void requireEngine() {
    ClusterProvider docker =
        ServiceLoader.load(ClusterProvider.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(provider -> provider.kind().equals("docker"))
            .findFirst()
            .orElseThrow();
    Settings none = Settings.resolve(new Assignments(), List.of(), new Problems());
    Optional<String> obstacle =
        docker.obstacle(Bindings.load().find("etcd").orElseThrow().servers(List.of(), none));
    if (obstacle.isPresent()) {
      throw RealServers.missing(obstacle.get(), RealServers.remedy("docker engine"));
    }
  }
}
