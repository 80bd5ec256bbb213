package io.kvbench.runner.app.servers;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.measure.CoordinationCounts;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.results.format.FaultResult;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.runner.app.InstalledServers;
import io.kvbench.runner.app.KvbenchCommand;
import io.kvbench.runner.app.KvbenchProcess;
import io.kvbench.runner.app.KvbenchThread;
import io.kvbench.runner.app.OwnServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of lock owners that die, pause or are cut off, in a run and as processes, on three servers.
 */
@Tag("matrix")
@Execution(ExecutionMode.CONCURRENT)
final class OwnerProcessIT {
  private static final Duration TIME_TO_LIVE = Duration.ofSeconds(10);
  private static final String WAITING = " 0 requests";

  @TempDir private Path directory;
  @TempDir private Path servers;

  /** Starts the only client of a run, which owns the lock once. */
  private static String[] owner(String system, String area, String endpoints, String... more) {
    List<String> arguments = new ArrayList<>(List.of("-db", system, "-P", "workloads/locks", "-s"));
    for (String setting :
        List.of(
            "endpoints=" + endpoints,
            InstalledServers.apart(system, area),
            "recordcount=10",
            "operationcount=1",
            "clients=1",
            "locks=1",
            "lock.ttl=" + TIME_TO_LIVE.toSeconds() + "s",
            "warmuptime=0s",
            "status.interval=1",
            "exit.on=never")) {
      arguments.addAll(List.of("-p", setting));
    }
    if (system.equals("consul")) {
      arguments.addAll(List.of("-p", "consul.lock.delay=1s"));
    }
    arguments.addAll(List.of(more));
    return arguments.toArray(String[]::new);
  }

  @ParameterizedTest
  @ValueSource(strings = {"zookeeper", "etcd", "consul"})
  void theLockIsPassedOnAndTheFormerOwnerCannotWrite(String system) throws Exception {
    try (OwnServer three = OwnServer.start(system, 3)) {
      for (String signal : List.of("KILL", "STOP")) {
        isPassedOn(system, signal, three.endpoints());
      }
    }
  }

  private void isPassedOn(String system, String signal, String endpoints) throws Exception {
    try (KvbenchProcess first =
        KvbenchProcess.start(
            directory,
            owner(system, signal, endpoints, "-p", "lock.hold=40s", "-p", "drain.timeout=60s"))) {
      first.awaitErr(WAITING);
      try (KvbenchThread next =
          KvbenchThread.start(directory, owner(system, signal, endpoints, "-t"))) {
        next.awaitErr(WAITING);
        first.signal(signal);
        assertFollows(next);
      }
      if (signal.equals("STOP")) {
        first.signal("CONT");
        assertCannotWrite(first);
      }
    }
  }

  private static OperationResult only(RunResult result, OperationType type) {
    return result.phases().getLast().operations().get(type);
  }

  /** It waits for the lease of the one before, whose keepalive was at most a third ago. */
  private static void assertFollows(KvbenchThread next) throws Exception {
    assertThat(next.exitCode()).as(next::said).isZero();
    RunResult result = next.result();
    OperationResult acquired = only(result, OperationType.LOCK);
    assertThat(acquired.okCount()).as(() -> next.out()).isEqualTo(1);
    assertThat(Duration.ofMillis(acquired.service().maxMicros() / 1000))
        .isGreaterThan(TIME_TO_LIVE.dividedBy(2));
    assertThat(only(result, OperationType.FENCED_UPDATE).okCount()).isEqualTo(1);
    assertThat(result.coordination().orElseThrow().breaksExclusion()).isFalse();
  }

  /** Its client may report the lost lock, or a lost session with the store. */
  private static void assertCannotWrite(KvbenchProcess first) throws Exception {
    assertThat(first.exitCode()).as(first::said).isZero();
    OperationResult written = only(first.result(), OperationType.FENCED_UPDATE);
    assertThat(written.okCount()).as(first::out).isZero();
    assertThat(written.outcomes().getOrDefault(Outcome.CONFLICT, 0L) + written.errorCount())
        .as(first::out)
        .isEqualTo(1);
  }

  static Stream<String> owning() {
    return ServiceLoader.load(BindingProvider.class).stream()
        .flatMap(provider -> provider.get().systems().stream())
        .filter(system -> !system.local() && !system.name().equals("cetcd"))
        .filter(system -> system.capabilities().contains(Capability.LOCK))
        .map(SystemDescriptor::name);
  }

  @ParameterizedTest
  @MethodSource("owning")
  void locksOfDeadAndPausedOwnersArePassedOnOnThreeServers(String system) throws Exception {
    List<String> settings = new ArrayList<>();
    if (system.equals("consul")) {
      settings.add("consul.lock.delay=1s"); // Its default is longer than some of the pauses.
    }
    settings.addAll(
        List.of(
            "cluster.nodes=3",
            // Many locks: the deaths and pauses of one are waited for beside those of the others.
            InstalledServers.of(system),
            "cluster.dir=" + servers,
            "clients=24",
            "locks=8",
            "recordcount=100",
            "operationcount=48",
            "lock.dies=0.15",
            "lock.pauses=0.2",
            "lock.pause=35s"));
    RunResult result = run(system, settings);

    var operations = result.phases().getLast().operations();
    assertThat(operations.get(OperationType.LOCK_FAILOVER).okCount()).isPositive();
    CoordinationCounts counts = result.coordination().orElseThrow();
    assertThat(counts.breaksExclusion()).as(counts::toString).isFalse();
    assertThat(counts.pausedOverlaps()).isPositive();
  }

  /** Owners on the server that is cut lose their leases; those on the others go on. */
  @ParameterizedTest
  @MethodSource("owning")
  void locksOfOwnersWhoAreCutOffArePassedOn(String system) throws Exception {
    RunResult result =
        run(
            system,
            List.of(
                "cluster.nodes=3",
                InstalledServers.of(system),
                "cluster.dir=" + servers,
                "connections=3",
                "clients=24",
                "locks=8",
                "recordcount=100",
                "operationcount=1000000",
                "lock.hold=200ms",
                "maxexecutiontime=45s",
                "drain.timeout=2m",
                "fault=cut:node1@5s/for=25s"));

    PhaseResult phase = result.phases().getLast();
    assertThat(phase.incidents().faults().orElseThrow())
        .extracting(FaultResult::action)
        .containsExactly("CUT", "HEAL");
    assertThat(phase.operations().get(OperationType.LOCK).okCount()).isPositive();
    CoordinationCounts counts = result.coordination().orElseThrow();
    assertThat(counts.breaksExclusion()).as(counts::toString).isFalse();
  }

  private RunResult run(String system, List<String> settings) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("-db", system, "-P", "workloads/locks"));
    arguments.addAll(List.of("--results", directory.toString()));
    Stream.concat(settings.stream(), Stream.of("warmuptime=0s", "hosts.every=off", "exit.on=never"))
        .forEach(setting -> arguments.addAll(List.of("-p", setting)));
    RunResult result = KvbenchCommand.run(arguments).result();
    assertThat(result.status()).isEqualTo(RunStatus.COMPLETE);
    return result;
  }
}
