package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.result.OperationResult;
import io.kvbench.core.result.RunResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Owners of a lock whose whole process is killed or stopped, on three servers. */
@Tag("matrix")
@Execution(ExecutionMode.CONCURRENT)
final class OwnerProcessIT {
  private static final Duration TIME_TO_LIVE = Duration.ofSeconds(10);
  private static final String WAITING = " 0 requests";

  @TempDir private Path directory;
  @TempDir private Path servers;
  @TempDir private Path states;

  private KvbenchProcess start(List<String> arguments) throws IOException {
    return KvbenchProcess.start(
        Path.of(System.getProperty("java.home"), "bin", "java"),
        directory,
        Map.of("XDG_STATE_HOME", states.toString()),
        arguments.toArray(String[]::new));
  }

  private String said(String... arguments) throws Exception {
    try (KvbenchProcess kvbench = start(List.of(arguments))) {
      assertThat(kvbench.exitCode()).as(() -> kvbench.out() + kvbench.err()).isZero();
      return kvbench.out() + kvbench.err();
    }
  }

  /** Starts the only client of a run, which owns the lock once. */
  private KvbenchProcess owner(String system, String area, String endpoints, String... more)
      throws IOException {
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
    return start(arguments);
  }

  @ParameterizedTest
  @ValueSource(strings = {"zookeeper", "etcd", "consul"})
  void theLockIsPassedOnAndTheFormerOwnerCannotWrite(String system) throws Exception {
    String up =
        said(
            "cluster",
            "up",
            "-db",
            system,
            "-p",
            "cluster.nodes=3",
            "-p",
            "cluster.dir=" + servers,
            "-p",
            InstalledServers.of(system));
    String endpoints = up.replaceAll("(?s).*endpoints=(\\S+).*", "$1");
    try {
      for (String signal : List.of("KILL", "STOP")) {
        isPassedOn(system, signal, endpoints);
      }
    } finally {
      said("cluster", "down", "--all", "--purge");
    }
  }

  private void isPassedOn(String system, String signal, String endpoints) throws Exception {
    try (KvbenchProcess first =
        owner(system, signal, endpoints, "-p", "lock.hold=40s", "-p", "drain.timeout=60s")) {
      first.awaitErr(WAITING);
      try (KvbenchProcess next = owner(system, signal, endpoints, "-t")) {
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
  private static void assertFollows(KvbenchProcess next) throws Exception {
    assertThat(next.exitCode()).as(next::said).isZero();
    RunResult result = next.result();
    OperationResult acquired = only(result, OperationType.LOCK);
    assertThat(acquired.okCount()).as(() -> next.out()).isEqualTo(1);
    assertThat(Duration.ofMillis(acquired.service().maxMicros() / 1000))
        .isGreaterThan(TIME_TO_LIVE.dividedBy(2));
    assertThat(only(result, OperationType.FENCED_UPDATE).okCount()).isEqualTo(1);
    assertThat(result.coordination().orElseThrow().breaksExclusion()).isFalse();
  }

  /** Its client may find the lock lost, or its own session with the store. */
  private static void assertCannotWrite(KvbenchProcess first) throws Exception {
    assertThat(first.exitCode()).as(first::said).isZero();
    OperationResult written = only(first.result(), OperationType.FENCED_UPDATE);
    assertThat(written.okCount()).as(first::out).isZero();
    assertThat(written.outcomes().getOrDefault(Outcome.CONFLICT, 0L) + written.errorCount())
        .as(first::out)
        .isEqualTo(1);
  }
}
