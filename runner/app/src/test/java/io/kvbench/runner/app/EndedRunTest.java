package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.runner.app.run.EndedRun;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.runner.app.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EndedRunTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Terminal terminal = new Terminal(printing(out), printing(err));

  @TempDir Path directory;

  @Test
  void aRunWithoutItsFilesIsToldOfAndNothingElseHappens() throws Exception {
    Files.writeString(directory.resolve("result.json"), "{\"schema\": ");

    EndedRun run = new EndedRun(directory);
    assertThat(run.spikes()).isEmpty();
    run.writePage(terminal, FilePermissions.OWNER);

    assertThat(err.toString(StandardCharsets.UTF_8))
        .startsWith("kvbench: report.html is missing: ")
        .contains("result.json", "plan.json", "intervals.csv")
        .doesNotContain("Exception");
    assertThat(out.size()).isZero();
    assertThat(directory.resolve("report.html")).doesNotExist();
  }

  @Test
  void aRunThatIsTooLargeForTheHeapIsToldOfAndNothingElseHappens() throws Exception {
    Files.writeString(directory.resolve("result.json"), "{\"workload\": \"" + "w".repeat(16 << 20));
    Path said = directory.resolve("said");

    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx12m",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                EndedRunProgram.class.getName(),
                directory.toString())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();

    assertThat(process.waitFor()).isZero();
    assertThat(Files.readString(said))
        .contains("kvbench: report.html is missing: Java's heap of 12 MiB was too small for this.")
        .contains("kvbench report --html " + directory);
  }

  @Test
  void aDirectoryWithoutARunIsRefused() {
    KvbenchCommand kvbench = KvbenchCommand.run(List.of("report", "--html", directory.toString()));

    assertThat(kvbench.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(kvbench.err()).contains("has no result.json");
  }

  private static PrintStream printing(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }
}
