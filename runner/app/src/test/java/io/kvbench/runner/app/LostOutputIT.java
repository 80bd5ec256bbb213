package io.kvbench.runner.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.engine.StopSignal;
import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.format.RunStatus;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.runner.app.terminal.StandardStream;
import io.kvbench.runner.app.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of a standard output that cannot be written: on a full disk, closed, or with a reader that
 * left.
 */
final class LostOutputIT {
  private static final String LOST = "kvbench: cannot write to standard output: ";

  @TempDir private static Path shared;
  private static String run = "";
  private static String copy = "";

  @TempDir private Path directory;

  @BeforeAll
  static void makeAResult() throws Exception {
    try (KvbenchThread kvbench =
        KvbenchThread.start(shared, "-db", "memory", "-P", "workloads/smoke")) {
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
        "report --csv dbtester --out FILES RUN",
        "report --plots FILES RUN",
        "report --hlog RUN",
        "report --perfdash RUN",
        "compare RUN COPY",
        "compare --format csv RUN COPY",
        "compare --format markdown RUN COPY",
        "compare --readme FILES RUN COPY"
      })
  void isAnErrorOfEveryCommand(String line) throws Exception {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code;
    try (FileOutputStream full = new FileOutputStream("/dev/full")) {
      Terminal terminal =
          new Terminal(new StandardStream(full, UTF_8), new StandardStream(err, UTF_8), false);
      code = terminal.finish(new CommandLineApp(terminal, new StopSignal()).run(arguments(line)));
    }
    assertRefused(code, err.toString(UTF_8), "No space left on device");
  }

  /** A calibration uses all processors for seconds, and ends like the other commands. */
  @Test
  @Tag("matrix")
  void isAnErrorOfACalibration() throws Exception {
    isAnErrorOfEveryCommand("calibrate --quick");
  }

  /** The sidecar reads standard input, so it is never started in the JVM of tests. */
  @ParameterizedTest
  @CsvSource({
    "systems, >/dev/full, No space left on device",
    "systems, >&-, Bad file descriptor",
    "sidecar --count 1, >/dev/full, No space left on device",
    "sidecar --listen 0, >&-, Bad file descriptor"
  })
  void isAnErrorOfTheProcess(String line, String redirection, String reason) throws Exception {
    try (KvbenchProcess kvbench =
        KvbenchProcess.start(java(redirection), directory, arguments(line))) {
      assertRefused(kvbench.exitCode(), kvbench.err(), reason);
    }
  }

  private static void assertRefused(int exitCode, String err, String reason) {
    assertThat(exitCode).as(err).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(err)
        .containsOnlyOnce(LOST + reason + ". The output is incomplete")
        .doesNotContain("\tat ", "internal error");
  }

  /** The next files that are opened get the numbers of those that are closed. */
  @Test
  void aRunKeepsItsFilesWithClosedStreams() throws Exception {
    aRunKeepsItsFiles("<&- >&-");
  }

  @ParameterizedTest
  @Tag("matrix")
  @ValueSource(strings = {">/dev/full", ">&-"})
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

  /** Only the exit code can report it then. */
  @Test
  void bothStreamsMayBeClosed() throws Exception {
    try (KvbenchProcess kvbench = KvbenchProcess.start(java(">&- 2>&-"), directory, "systems")) {
      assertThat(kvbench.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    }
  }

  /** The reader has had enough, which is no error of this program. */
  @Test
  void aReaderThatLeavesChangesNothing() throws Exception {
    Path java = script("{ %s \"$@\"; echo $? >code; } | true");
    try (KvbenchProcess kvbench = KvbenchProcess.start(java, directory, "plan", "--properties")) {
      assertThat(kvbench.exitCode()).isZero();
      assertThat(kvbench.err()).isEmpty();
    }
    assertThat(directory.resolve("code")).hasContent("0");
  }

  private String[] arguments(String line) {
    return line.replace("RUN", run)
        .replace("COPY", copy)
        .replace("FILES", directory.resolve("files").toString())
        .split(" ", -1);
  }

  private Path java(String redirection) throws IOException {
    return script("exec %s \"$@\" " + redirection);
  }

  /** Returns a script in place of java, whose path replaces {@code %s}. */
  private Path script(String body) throws IOException {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Path script = Files.createTempFile(directory, "java", ".sh");
    Files.writeString(script, "#!/bin/sh\n" + body.formatted("'" + java + "'") + "\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
    return script;
  }
}
