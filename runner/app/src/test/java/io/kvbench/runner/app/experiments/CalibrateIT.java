package io.kvbench.runner.app.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.runner.app.KvbenchThread;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Tests of {@code kvbench calibrate} with all its figures at once. */
final class CalibrateIT {
  @TempDir private Path directory;

  @ResourceLock(KvbenchThread.COORDINATION)
  @Test
  void itPrintsOneScreenAndWritesTheFiguresAlsoOfAgents() throws Exception {
    Path json = directory.resolve("floor.json");
    try (KvbenchThread kvbench =
        start(
            "--quick",
            "--rate",
            "1000",
            "--clients",
            "9",
            "--agents",
            "2",
            "--json",
            json.toString())) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
      assertThat(kvbench.out())
          .startsWith("kvbench on this machine")
          .contains("1 client:", "9 clients:", "1,000/s offered", "Lag  of the open loop")
          .contains("one core", "1 process, 9 clients:", "2 agents, 9 clients:");
      assertThat(kvbench.out().lines()).hasSizeLessThan(45);
      assertThat(kvbench.err()).contains("calibrating: open loop, 9 clients");
    }
    assertThat(Files.readAllLines(json))
        .contains("{", "  \"schema\": \"kvbench-calibration/1\",", "  \"quick\": true,")
        .contains("  \"offeredPerSecond\": 1000.000,", "  \"agents\": 2,", "}")
        .anyMatch(line -> line.startsWith("  \"lagP99Micros\": "))
        .anyMatch(line -> line.startsWith("  \"agentsPerSecond\": "));
  }

  @Test
  void agentsThatCannotBeAreRefused() throws Exception {
    try (KvbenchThread kvbench = start("--agents", "none", "--rate", "0")) {
      assertThat(kvbench.exitCode()).isEqualTo(2);
    }
    try (KvbenchThread kvbench = start("--agents", "none")) {
      assertThat(kvbench.exitCode()).isEqualTo(2);
      assertThat(kvbench.err()).contains("agents").doesNotContain("calibrating");
    }
  }

  @Test
  void whatItCannotDoIsRefusedAtOnce() throws Exception {
    try (KvbenchThread kvbench = start("--rate", "0", "--clients", "-3")) {
      assertThat(kvbench.exitCode()).isEqualTo(2);
      assertThat(kvbench.err()).contains("2 errors", "--rate", "--clients");
      assertThat(kvbench.out()).isEmpty();
    }
  }

  @Test
  void aFileThatCannotBeWrittenIsRefusedWithTheRestAndBeforeMeasuring() throws Exception {
    try (KvbenchThread kvbench = start("--rate", "0", "--json", "nosuch/floor.json")) {
      assertThat(kvbench.exitCode()).isEqualTo(2);
      assertThat(kvbench.err())
          .contains("2 errors", "--rate", "--json", "no directory", "nosuch")
          .doesNotContain("calibrating", "\tat ");
      assertThat(kvbench.out()).isEmpty();
    }
    try (KvbenchThread kvbench = start("--json", ".")) {
      assertThat(kvbench.exitCode()).isEqualTo(2);
      assertThat(kvbench.err()).contains("is a directory").doesNotContain("calibrating");
    }
  }

  @Test
  void ctrlCEndsIt() throws Exception {
    try (KvbenchThread kvbench = start()) {
      kvbench.awaitErr("warming up");
      kvbench.interrupt();

      assertThat(kvbench.exitCode()).as(kvbench::said).isEqualTo(130);
      assertThat(kvbench.err()).contains("interrupted");
      assertThat(kvbench.out()).isEmpty();
    }
  }

  @Test
  void helpHasExamples() throws Exception {
    try (KvbenchThread kvbench = start("--help")) {
      assertThat(kvbench.exitCode()).isZero();
      assertThat(kvbench.out())
          .contains("--rate", "--clients", "--quick", "--json", "kvbench calibrate --rate 1000");
    }
  }

  private KvbenchThread start(String... options) {
    List<String> arguments = new ArrayList<>(List.of("calibrate"));
    arguments.addAll(List.of(options));
    return KvbenchThread.start(directory, arguments.toArray(String[]::new));
  }
}
