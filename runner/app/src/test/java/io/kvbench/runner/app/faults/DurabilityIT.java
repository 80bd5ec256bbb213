package io.kvbench.runner.app.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.ServerEvents.DiskSyncs;
import io.kvbench.results.format.ServerEvents.EventSource;
import io.kvbench.results.format.Verdict;
import io.kvbench.runner.app.KvbenchThread;
import io.kvbench.testkit.RealServers;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests that servers which acknowledge before they write to disk are found by their own metrics.
 */
@Tag("matrix")
@Execution(ExecutionMode.CONCURRENT)
final class DurabilityIT {
  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({
    "etcd,      process,  cluster.etcd.flags=--unsafe-no-fsync,                false",
    "etcd,      process,  events.every=2s,                                     true",
    "zookeeper, embedded, cluster.zookeeper.flags=-Dzookeeper.forceSync=no,    false",
    "zookeeper, embedded, events.every=2s,                                     true",
    "consul,    process,  maxexecutiontime=32,                                 true",
  })
  void theLogIsSyncedOrTheRunIsSuspect(String system, String kind, String setting, boolean syncs)
      throws Exception {
    if (kind.equals("process")) {
      RealServers.require(system);
    }
    try (KvbenchThread kvbench =
        KvbenchThread.start(
            directory,
            "-db",
            system,
            "-P",
            "workloads/write1m",
            "-threads",
            "10",
            "-target",
            "200",
            "-p",
            "cluster=" + kind,
            "-p",
            "maxexecutiontime=8",
            "-p",
            "exit.on=never",
            "-p",
            setting)) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
      RunResult result = kvbench.result();
      List<DiskSyncs> disks =
          result.cluster().events().orElseThrow().sources().stream()
              .map(EventSource::disk)
              .flatMap(Optional::stream)
              .toList();
      assertThat(disks)
          .as(() -> result.cluster().events().toString())
          .singleElement()
          .satisfies(
              disk -> {
                assertThat(disk.writes()).isGreaterThan(500);
                assertThat(disk.syncs() > 100).isEqualTo(syncs);
              });
      assertThat(result.verdict().reasons().stream().map(Verdict.Reason::check).toList())
          .satisfies(checks -> assertThat(checks.contains("durability")).isNotEqualTo(syncs));
    }
  }
}
