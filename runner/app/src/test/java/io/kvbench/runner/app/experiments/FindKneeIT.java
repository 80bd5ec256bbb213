package io.kvbench.runner.app.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.format.FindResult;
import io.kvbench.results.format.FindResult.Range;
import io.kvbench.runner.app.InstalledServers;
import io.kvbench.runner.app.KvbenchProcess;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Tests of two searches on a real store. Its capacity is what other processes leave of the machine,
 * so nothing else runs meanwhile.
 */
@Tag("matrix")
@Isolated
final class FindKneeIT {
  @TempDir private Path directory;
  @TempDir private Path servers;

  @Test
  void theKneeOfARealStoreIsFoundTwice() throws Exception {
    String cluster = InstalledServers.of("etcd");
    Range first = knee(cluster);
    Range second = knee(cluster);

    assertThat(first.low().orElseThrow()).isLessThanOrEqualTo(second.high().orElseThrow());
    assertThat(second.low().orElseThrow()).isLessThanOrEqualTo(first.high().orElseThrow());
  }

  private Range knee(String cluster) throws Exception {
    try (KvbenchProcess kvbench =
        KvbenchProcess.start(
            directory,
            "find",
            "-db",
            "etcd",
            "-P",
            "workloads/workloada",
            "-threads",
            "50",
            "-p",
            cluster,
            "-p",
            "cluster.dir=" + servers,
            "-p",
            "recordcount=1000",
            "-p",
            "find.precision=30%",
            "-p",
            "find.duration=2s",
            "-p",
            "find.settle=1s",
            "-p",
            "find.max.time=4m")) {
      kvbench.handle().onExit().get(20, TimeUnit.MINUTES);
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
      return ResultDirectory.readFind(kvbench.resultDirectory())
          .flatMap(FindResult::ratePerSecond)
          .orElseThrow();
    }
  }
}
