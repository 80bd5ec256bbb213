package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.runner.app.terminal.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The run of docs/benchmarks/soak, for as many hours as the system property {@code soak.hours}
 * says: all runs end alike, and kvbench needs no more resources in the last than in the first.
 */
@Tag("soak")
final class SoakIT {
  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
  private static final int RUNS = 4;
  private static final Pattern ROW =
      Pattern.compile("(?m)^ *(\\d+) +(\\d+) +(\\w+) +[\\d.]+ +(\\d+), (\\d+), (\\d+)$");

  @TempDir private Path directory;

  private record Run(int exit, String verdict, long memory, long threads, long descriptors) {
    static Run of(MatchResult row) {
      return new Run(
          Integer.parseInt(row.group(2)),
          row.group(3),
          Long.parseLong(row.group(4)),
          Long.parseLong(row.group(5)),
          Long.parseLong(row.group(6)));
    }
  }

  @Test
  void kvbenchNeedsNoMoreInTheLastRunThanInTheFirst() throws Exception {
    double hours = Double.parseDouble(System.getProperty("soak.hours", "1"));
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Path jar = Path.of(System.getProperty("kvbench.jar")).toAbsolutePath().normalize();
    Path start =
        Files.writeString(
            directory.resolve("start"),
            "#!/bin/sh\nexec '%s' -jar '%s' \"$@\"".formatted(java, jar));
    assertThat(start.toFile().setExecutable(true)).isTrue();
    ProcessBuilder soak =
        new ProcessBuilder(
                ROOT.resolve("docs/benchmarks/soak").toString(),
                "--run",
                String.valueOf(hours * 60 / RUNS),
                "--out",
                directory.resolve("soak").toString(),
                String.valueOf(hours))
            .directory(ROOT.toFile())
            .inheritIO();
    soak.environment().put("KVBENCH", start.toString());

    assertThat(soak.start().waitFor()).isZero();

    String summary = Files.readString(directory.resolve("soak/summary.txt"));
    List<Run> runs = ROW.matcher(summary).results().map(Run::of).toList();
    assertThat(runs).as(summary).hasSizeGreaterThan(1).allMatch(run -> run.exit == ExitCode.FINE);
    assertThat(runs).extracting(Run::verdict).as(summary).doesNotContain("INVALID", "none");
    Run first = runs.getFirst();
    Run last = runs.getLast();
    assertThat(last.threads).as(summary).isLessThanOrEqualTo(first.threads + 4);
    assertThat(last.descriptors).as(summary).isLessThanOrEqualTo(first.descriptors + 8);
    assertThat(last.memory).as(summary).isLessThan(first.memory * 3 / 2);
  }
}
