package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.reports.series.RunSeries;
import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.format.RunStatus;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.testkit.RealServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of runs on a full disk: the files that exist afterwards are complete. The disk is in memory
 * and visible to kvbench and to the process that copies the files only, so it ends with them.
 */
final class FullDiskIT {
  @TempDir private Path directory;

  /** Stands in for java, with a disk of SIZE under results/ whose files are copied to left/. */
  private Path java;

  @BeforeEach
  void writeScript() throws Exception {
    java =
        Files.writeString(
            directory.resolve("java-on-a-small-disk"),
            """
            #!/bin/sh
            exec %s sh -c 'mkdir -p results && mount -t tmpfs -o size="$SIZE" tmpfs results || exit 99
              "$@"; code=$?; cp -a results left; exit $code' sh '%s' "$@"
            """
                .formatted(unshare(), Path.of(System.getProperty("java.home"), "bin", "java")));
    assertThat(java.toFile().setExecutable(true)).isTrue();
  }

  /** Returns the command that may mount something for itself alone. */
  private static String unshare() throws Exception {
    for (String command : List.of("unshare --mount", "unshare --map-root-user --mount")) {
      Process mounting =
          new ProcessBuilder("sh", "-c", command + " mount -t tmpfs tmpfs /mnt")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (mounting.waitFor(1, TimeUnit.MINUTES) && mounting.exitValue() == 0) {
        return command;
      }
    }
    throw RealServers.missing(
        "unshare and mount give no disk of a few KiB",
        "Run the tests as root, or allow user namespaces.");
  }

  private KvbenchProcess run(String size) throws IOException {
    return KvbenchProcess.start(
        java, directory, Map.of("SIZE", size), "-db", "memory", "-P", "workloads/smoke");
  }

  /** The plan is written before anything is started. */
  @Test
  void withoutSpaceNothingIsStarted() throws Exception {
    try (KvbenchProcess kvbench = run("4k")) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isEqualTo(ExitCode.USAGE);
      assertThat(kvbench.err())
          .containsPattern("kvbench: cannot write results/\\S+/plan.json: No space left on device.")
          .contains("choose another place for results.", "--results DIR")
          .doesNotContain("\tat ", "connecting");
    }
    assertThat(files()).isEmpty();
  }

  @Test
  void aResultThatCannotBeWrittenIsAbsentAndFailsTheRun() throws Exception {
    try (KvbenchProcess kvbench = run("36k")) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isEqualTo(ExitCode.ENVIRONMENT);
      assertThat(kvbench.err())
          .containsPattern("kvbench: cannot write results/\\S+/result.json: No space left on dev")
          .contains("Free some space, or choose another place for results.", "--results DIR")
          .doesNotContain("\tat ", "report.html", "internal error");
      assertThat(kvbench.out()).contains("INSERT", "READ", "UPDATE", "DELETE");
    }
    assertThat(files()).contains("plan.json", "intervals.csv").doesNotContain("result.json");
    ResultDirectory.readPlan(left());
    for (String streamed : List.of("intervals.csv", "histograms.hlog")) {
      assertThat(Files.readString(left().resolve(streamed))).as(streamed).endsWith("\n");
    }
  }

  /** Everything measured is there, so the run is as good as its verdict. */
  @Test
  void aPageThatCannotBeWrittenIsAbsentAndToldOf() throws Exception {
    try (KvbenchProcess kvbench = run("200k")) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
      assertThat(kvbench.err())
          .containsPattern("report.html is missing: cannot write results/\\S+/report.html: No spa")
          .contains("Fix that, and write it with kvbench report --html.")
          .doesNotContain("\tat ", "internal error");
    }
    assertThat(files()).contains("result.json").doesNotContain("report.html");
    assertThat(ResultDirectory.readResult(left()).status()).isEqualTo(RunStatus.COMPLETE);
    List<String> problems = new ArrayList<>();
    assertThat(RunSeries.readAll(List.of(left()), problems::add)).isPresent();
    assertThat(problems).isEmpty();
  }

  /** Returns where the copy of the run's directory is. */
  private Path left() throws IOException {
    try (Stream<Path> runs = Files.list(directory.resolve("left"))) {
      return runs.findFirst().orElseThrow();
    }
  }

  /** Returns the names of all files of the run, hidden ones too. */
  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.walk(directory.resolve("left"))) {
      List<String> names =
          files.filter(Files::isRegularFile).map(file -> file.getFileName().toString()).toList();
      assertThat(names).noneMatch(name -> name.endsWith(".part"));
      return names;
    }
  }
}
