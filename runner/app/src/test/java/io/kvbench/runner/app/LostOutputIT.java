package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.directory.ResultDirectory;
import io.kvbench.core.result.RunStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Standard output that cannot be written: on a full disk, closed, or with a reader that left. */
final class LostOutputIT {
  private static final String LOST = "kvbench: cannot write to standard output: ";

  @TempDir private static Path shared;
  private static String run = "";
  private static String copy = "";

  @TempDir private Path directory;

  @BeforeAll
  static void makeAResult() throws Exception {
    try (KvbenchProcess kvbench =
        KvbenchProcess.start(shared, "-db", "memory", "-P", "workloads/smoke")) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
      run = kvbench.resultDirectory().toString();
    }
    copy = Files.createDirectory(shared.resolve("copy")).toString();
    try (Stream<Path> files = Files.list(Path.of(run))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, Path.of(copy).resolve(file.getFileName()));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--help",
        "--version",
        "systems",
        "plan --properties",
        "plan -db memory -P workloads/smoke",
        "report RUN",
        "report --text RUN",
        "report --html RUN",
        "report --csv scenarios RUN",
        "report --csv tidy RUN",
        "report --csv dbtester --out files RUN",
        "report --plots plots RUN",
        "report --hlog RUN",
        "report --perfdash RUN",
        "compare RUN COPY",
        "compare --format csv RUN COPY",
        "compare --format markdown RUN COPY",
        "calibrate --quick",
        "sidecar --count 1",
        "sidecar --listen 0"
      })
  void isAnErrorOfEveryCommand(String line) throws Exception {
    String[] arguments = arguments(line);
    refused(">/dev/full", "No space left on device", arguments);
    refused(">&-", "Bad file descriptor", arguments);
  }

  private void refused(String redirection, String reason, String... arguments) throws Exception {
    try (KvbenchProcess kvbench = KvbenchProcess.start(java(redirection), directory, arguments)) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isEqualTo(ExitCode.ENVIRONMENT);
      assertThat(kvbench.err())
          .containsOnlyOnce(LOST + reason + ". The output is incomplete")
          .doesNotContain("\tat ", "internal error");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {">/dev/full", ">&-", "<&- >&-"})
  void aRunKeepsItsFiles(String redirection) throws Exception {
    try (KvbenchProcess kvbench =
        KvbenchProcess.start(
            java(redirection), directory, "-db", "memory", "-P", "workloads/smoke")) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isEqualTo(ExitCode.ENVIRONMENT);
      assertThat(kvbench.err()).containsOnlyOnce(LOST);
    }
    try (Stream<Path> runs = Files.list(directory.resolve("results"))) {
      Path left = runs.findFirst().orElseThrow();
      assertThat(ResultDirectory.readResult(left).status()).isEqualTo(RunStatus.COMPLETE);
      assertThat(left.resolve("report.html")).isNotEmptyFile();
    }
  }

  /** Nothing can be said then, but the exit code. */
  @Test
  void bothStreamsMayBeClosed() throws Exception {
    try (KvbenchProcess kvbench = KvbenchProcess.start(java(">&- 2>&-"), directory, "systems")) {
      assertThat(kvbench.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    }
  }

  /** The reader has had enough, which is no error of this program. */
  @ParameterizedTest
  @ValueSource(strings = {"plan --properties", "compare --format csv RUN COPY"})
  void aReaderThatLeavesChangesNothing(String line) throws Exception {
    Path java = script("{ %s \"$@\"; echo $? >code; } | true");
    try (KvbenchProcess kvbench = KvbenchProcess.start(java, directory, arguments(line))) {
      assertThat(kvbench.exitCode()).isZero();
      assertThat(kvbench.err()).isEmpty();
    }
    assertThat(directory.resolve("code")).hasContent("0");
  }

  private static String[] arguments(String line) {
    return line.replace("RUN", run).replace("COPY", copy).split(" ", -1);
  }

  private Path java(String redirection) throws IOException {
    return script("exec %s \"$@\" " + redirection);
  }

  /** Returns a script that stands in for java, whose path it is given as {@code %s}. */
  private Path script(String body) throws IOException {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Path script = Files.createTempFile(directory, "java", ".sh");
    Files.writeString(script, "#!/bin/sh\n" + body.formatted("'" + java + "'") + "\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
    return script;
  }
}
