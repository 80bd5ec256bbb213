package io.kvbench.reports.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.reports.RunBuilder;
import io.kvbench.reports.TimeFixtures;
import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.TimeResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the scripts in {@code docs/benchmarks} parse the output and the files of runs. */
class BenchmarkScriptTest {
  private static final String NOTE =
      "A write is acknowledged when most servers have it in memory, before it is on any disk, which"
          + " is less than other systems promise.";

  @TempDir private Path checkout;

  @Test
  void aReportBecomesALineAndItsNotesAreToldOnce() throws Exception {
    RunResult result =
        new RunBuilder("dengine")
            .answered(Outcome.OK, TimeFixtures.lognormal(1_000, 2_000_000, 0.5))
            .noting(NOTE)
            .result();
    TextStyle style = new TextStyle(100, false, true);
    String report = TextReport.of(result, Optional.of(Path.of("results/a-run")), style);
    Path text = Files.writeString(checkout.resolve("report.txt"), report);
    String summary = TextReport.summary(result, Optional.empty(), style);
    Path ofRun = Files.writeString(checkout.resolve("summary.txt"), summary + "results/a-run\n");
    Path kvbench = checkout.resolve("kvbench");
    Files.writeString(
        kvbench,
        "#!/bin/sh\n[ \"$1 $2\" = 'report results/a-run' ] && exec cat '%s'\ncat '%s'\n"
            .formatted(text, ofRun));
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

  /** All runs come to the same result, so each row has its figures. */
  @Test
  void resultsBecomeRowsOfFigures() throws Exception {
    RunResult result =
        new RunBuilder("dengine")
            .answered(Outcome.OK, TimeFixtures.lognormal(1_000, 2_000_000, 0.5))
            .result();
    ResultDirectory written =
        ResultDirectory.create(
            checkout, result.origin().startedAt(), "write", "dengine", FilePermissions.OWNER);
    written.writeResult(result);
    Path json = written.path().resolve(ResultDirectory.RESULT);
    Path comparison =
        Files.writeString(
            checkout.resolve("comparison"),
            """
            ,dengine,etcd,REMARKS
            BEST throughput,best,,"not comparable [1]: dengine with 900/s"
            BEST p99,,,within the noise
            """);
    Path programs = Files.createDirectories(checkout.resolve("bin"));
    program(programs.resolve("d-engine"), "");
    program(programs.resolve("etcd"), "");
    program(
        Files.createDirectories(checkout.resolve("docker")).resolve("prepare"),
        "echo '" + programs + "'");
    program(checkout.resolve("kvbench"), "echo 'java.home = " + checkout + "'");
    program(
        programs.resolve("java"),
        "while [ $# -gt 1 ]; do\n"
            + "  case $1 in\n"
            + "    --results) mkdir -p \"$2/run\" && cp '"
            + json
            + "' \"$2/run\" && echo \"$2/run\" ;;\n"
            + "    compare) [ $# -ge 5 ] && [ -f \"$5/result.json\" ] && cat '"
            + comparison
            + "' ;;\n"
            + "  esac\n  shift\ndone");
    Path scripts = Files.createDirectories(checkout.resolve("docs/benchmarks"));
    for (String name : List.of("dengine-vs-etcd", "side-by-side.sh")) {
      Files.copy(Path.of("../docs/benchmarks").resolve(name), scripts.resolve(name));
    }
    Path said = checkout.resolve("said");
    ProcessBuilder builder =
        new ProcessBuilder(
                "sh",
                scripts.resolve("dengine-vs-etcd").toString(),
                "--count",
                "1",
                "--results",
                checkout.resolve("kept").toString())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile());
    builder.environment().merge("PATH", programs.toString(), (path, own) -> own + ":" + path);

    assertThat(builder.start().waitFor()).as(() -> read(said)).isZero();

    PhaseResult run = result.phases().getLast();
    TimeResult service = run.operations().get(OperationType.INSERT).service();
    String figures =
        String.format(
            Locale.ROOT,
            " | %,.0f | %.2f | %.2f | %.1f | 0 | VALID |",
            run.rates().throughputPerSecond(),
            service.p50Micros() / 1e3,
            service.p99Micros() / 1e3,
            run.rates().meanConcurrency());
    List<String> lines = Files.readAllLines(said);
    assertThat(lines)
        .contains("| put | 1/1 | dengine" + figures, "| stale read | 10/100 | etcd" + figures)
        .filteredOn(line -> line.endsWith(figures))
        .hasSize(12);
    assertThat(lines).anyMatch(line -> line.startsWith("- Requests in flight are equal on both"));
    String rate = String.format(Locale.ROOT, "%,.0f", run.rates().throughputPerSecond());
    String high = String.format(Locale.ROOT, "%.2f", service.p99Micros() / 1e3);
    assertThat(lines)
        .contains(
            "| put throughput, ops/s | 1/1 | %s | %s | d-engine, but not comparable |"
                .formatted(rate, rate),
            "| stale read p99, ms | 10/100 | %s | %s | none, within the noise |"
                .formatted(high, high));
    assertThat(checkout.resolve("kept"))
        .isDirectoryContaining("glob:**/run")
        .isDirectoryContaining("glob:**/compare-linearizable-read-10-100.csv");
  }

  private static void program(Path path, String body) throws IOException {
    Files.writeString(path, "#!/bin/sh\n" + body + "\n");
    assertThat(path.toFile().setExecutable(true)).isTrue();
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
