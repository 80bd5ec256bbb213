package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.result.OperationResult;
import io.kvbench.core.result.PhaseResult;
import io.kvbench.core.result.RunResult;
import io.kvbench.core.result.RunStatus;
import io.kvbench.testkit.RealServers;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** d-engine's servers as processes: 10,000 keys are written, and then read. */
final class DEngineIT {
  private static final long KEYS = 10_000;

  @TempDir private Path directory;
  @TempDir private Path servers;

  @ParameterizedTest
  @CsvSource({"1, linearizable", "1, stale", "3, linearizable", "3, stale"})
  void writesAndReadsTenThousandKeys(int nodes, String consistency) throws Exception {
    RealServers.require("d-engine");
    try (KvbenchProcess kvbench = start(nodes, consistency)) {
      assertThat(kvbench.exitCode()).as(kvbench::err).isZero();
      RunResult result = kvbench.result();
      assertThat(result.status()).isEqualTo(RunStatus.COMPLETE);
      assertThat(result.storeCheck().orElseThrow().keysFound()).isEqualTo(KEYS);
      assertThat(result.system().notes().orElseThrow().toString()).contains("before it is on any");
      assertThat(kvbench.out()).contains("before it is on any");

      PhaseResult load = result.phases().getFirst();
      assertThat(only(load, OperationType.INSERT).okCount()).isEqualTo(KEYS);
      PhaseResult run = result.phases().getLast();
      assertThat(run.errorCount()).isZero();
      OperationResult reads = only(run, OperationType.READ);
      // A follower may be behind, yet not by most of what it is given.
      long least = consistency.equals("stale") && nodes > 1 ? KEYS / 2 : KEYS;
      assertThat(reads.okCount()).isBetween(least, KEYS);
    }
  }

  private static OperationResult only(PhaseResult phase, OperationType type) {
    assertThat(phase.operations()).containsOnlyKeys(type);
    return phase.operations().values().iterator().next();
  }

  private KvbenchProcess start(int nodes, String consistency) throws Exception {
    return KvbenchProcess.start(
        directory,
        "-db",
        "dengine",
        "-threads",
        "50",
        "-p",
        "cluster=process",
        "-p",
        "cluster.nodes=" + nodes,
        "-p",
        "cluster.dir=" + servers,
        "-p",
        "recordcount=" + KEYS,
        "-p",
        "operationcount=" + KEYS,
        "-p",
        "readproportion=1",
        "-p",
        "updateproportion=0",
        "-p",
        "readconsistency=" + consistency,
        "-p",
        "dataintegrity=true",
        "-p",
        "exit.on=never");
  }
}
