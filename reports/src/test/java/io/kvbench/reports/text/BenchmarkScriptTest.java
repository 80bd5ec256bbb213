package io.kvbench.reports.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.Outcome;
import io.kvbench.reports.RunBuilder;
import io.kvbench.reports.TimeFixtures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code docs/benchmarks/writes-and-reads} takes its lines from reports as they are printed. */
class BenchmarkScriptTest {
  private static final String NOTE =
      "A write is acknowledged when most servers have it in memory, before it is on any disk, which"
          + " is less than other systems promise.";

  @TempDir private Path checkout;

  @Test
  void aReportBecomesALineAndItsNotesAreToldOnce() throws Exception {
    String report =
        TextReport.of(
            new RunBuilder("dengine")
                .answered(Outcome.OK, TimeFixtures.lognormal(1_000, 2_000_000, 0.5))
                .noting(NOTE)
                .result(),
            Optional.of(Path.of("results/a-run")),
            new TextStyle(100, false, true));
    Path text = Files.writeString(checkout.resolve("report.txt"), report);
    Path kvbench = checkout.resolve("kvbench");
    Files.writeString(kvbench, "#!/bin/sh\ncat '" + text + "'\n");
    assertThat(kvbench.toFile().setExecutable(true)).isTrue();
    Path script = Files.createDirectories(checkout.resolve("docs/benchmarks")).resolve("script");
    Files.copy(Path.of("../docs/benchmarks/writes-and-reads"), script);
    Path said = checkout.resolve("said");

    Process process =
        new ProcessBuilder("sh", script.toString(), "--systems", "dengine")
            .directory(checkout.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();

    assertThat(process.waitFor()).as(() -> read(said)).isZero();
    List<String> lines = Files.readAllLines(said);
    String[] times = line(report, "INSERT ").split(" +", -1);
    String rate = line(report, "Throughput ").split(" +", -1)[1];
    assertThat(lines.get(1).split(" +", -1))
        .containsExactly(
            "dengine",
            "write",
            "1,000",
            "1,000",
            rate,
            times[3],
            times[7],
            "VALID",
            "results/a-run");
    assertThat(lines.getLast()).isEqualTo("dengine: " + NOTE);
    assertThat(lines).hasSize(1 + 4 + 2);
  }

  private static String line(String report, String beginning) {
    return report.lines().filter(line -> line.startsWith(beginning)).findFirst().orElseThrow();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
