package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.result.RunStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What hosts did while a run went on, on a real ZooKeeper. */
class HostsIT {
  private static final String[] RUN = {
    "-db",
    "zookeeper",
    "-p",
    "recordcount=100",
    "-p",
    "operationcount=100000000",
    "-p",
    "readproportion=0.5",
    "-p",
    "updateproportion=0.5",
    "-p",
    "maxexecutiontime=8",
    "-p",
    "hosts.every=500ms",
    "-threads",
    "4"
  };

  @TempDir private Path directory;

  @Test
  void aRunKeepsWhatItsServerAndItselfDid() throws Exception {
    try (KvbenchProcess kvbench = KvbenchProcess.start(directory, RUN)) {
      assertThat(kvbench.exitCode()).as(kvbench::err).isLessThan(ExitCode.USAGE);
      for (String name : List.of("host-client.csv", "host-zookeeper-1.csv")) {
        List<Map<String, String>> rows = rows(kvbench.resultDirectory().resolve(name));
        assertThat(rows).hasSizeGreaterThan(5);
        assertThat(rows).anySatisfy(row -> assertThat(row).containsEntry("CLIENT-NUM", "4"));
        for (String figure :
            List.of("CPU", "VMRSS", "VOLUNTARY-CTXT-SWITCHES-DELTA", "RECEIVE-BYTES-DELTA")) {
          assertThat(rows)
              .as(name + " " + figure)
              .anySatisfy(row -> assertThat(Double.parseDouble(row.get(figure))).isPositive());
        }
      }
    }
  }

  @Test
  void aSidecarThatDiesLeavesAGapAndTheRunGoesOn() throws Exception {
    try (KvbenchProcess kvbench = KvbenchProcess.start(directory, RUN)) {
      kvbench.awaitErr("connecting to");
      sidecarOf(kvbench).destroyForcibly();

      assertThat(kvbench.exitCode()).as(kvbench::err).isLessThan(ExitCode.USAGE);
      assertThat(kvbench.result().status()).isEqualTo(RunStatus.COMPLETE);
      assertThat(kvbench.err()).contains("sidecar was lost");
      assertThat(rows(kvbench.resultDirectory().resolve("host-client.csv")))
          .as("from before")
          .isNotEmpty()
          .hasSizeLessThan(10);
    }
  }

  private static ProcessHandle sidecarOf(KvbenchProcess kvbench) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    while (System.nanoTime() < deadline) {
      for (ProcessHandle child : kvbench.handle().descendants().toList()) {
        if (child.info().commandLine().orElse("").contains(" sidecar ")) {
          return child;
        }
      }
      Thread.sleep(20);
    }
    throw new AssertionError("no sidecar: " + kvbench.err());
  }

  private static List<Map<String, String>> rows(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
    String[] names = lines.getFirst().split(",", -1);
    return lines.stream()
        .skip(1)
        .map(
            line -> {
              String[] cells = line.split(",", -1);
              Map<String, String> row = new HashMap<>();
              for (int i = 0; i < names.length; i++) {
                row.put(names[i], cells[i].isEmpty() ? "0" : cells[i]);
              }
              return row;
            })
        .toList();
  }
}
