package io.kvbench.runner.app.servers;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.results.directory.HostSampleLines;
import io.kvbench.results.host.HostSample;
import io.kvbench.runner.app.KvbenchCommand;
import io.kvbench.runner.app.KvbenchProcess;
import io.kvbench.runner.app.SharedClasses;
import io.kvbench.runner.app.terminal.ExitCode;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SidecarCommandIT {
  private static final long LONGEST_SECONDS = 60;

  @TempDir private Path directory;

  @Test
  void samplesForAsLongAsItsParentHoldsItsInputOpen() throws Exception {
    long self = ProcessHandle.current().pid();
    Process sidecar = start("--client", String.valueOf(self), "--every", "100ms");
    try (HostSampleLines lines = HostSampleLines.of(sidecar.inputReader(StandardCharsets.UTF_8))) {
      assertThat(lines.header().targets()).containsExactly("client");
      HostSample first = lines.next().orElseThrow();
      assertThat(first.process("client").orElseThrow().pid()).isEqualTo(self);

      sidecar.outputWriter().append("watch client ").append(sidecar.pid() + "\n").flush();
      HostSample changed = lines.next().orElseThrow();
      while (changed.process("client").orElseThrow().pid() == self) {
        changed = lines.next().orElseThrow();
      }
      assertThat(changed.process("client").orElseThrow().pid()).isEqualTo(sidecar.pid());
      assertThat(changed.number()).isGreaterThan(first.number());

      String both = self + "," + sidecar.pid();
      sidecar.outputWriter().append("watch both " + both + "\ndirectory .\n").flush();
      HostSample more = lines.next().orElseThrow();
      while (more.process("both").isEmpty() || more.directories().isEmpty()) {
        more = lines.next().orElseThrow();
      }
      assertThat(more.process("both").orElseThrow().processes()).isGreaterThanOrEqualTo(2);
      assertThat(more.process("both").orElseThrow().threads().orElseThrow())
          .isGreaterThan(more.process("client").orElseThrow().threads().orElseThrow());
      assertThat(more.directories().getFirst().path()).isEqualTo(".");

      sidecar.getOutputStream().close();
      assertThat(sidecar.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)).isTrue();
      assertThat(sidecar.exitValue()).isEqualTo(ExitCode.FINE);
    } finally {
      sidecar.destroyForcibly();
    }
  }

  @Test
  void endsWhenItHasPrintedAsManyAsAskedFor() throws Exception {
    Process sidecar = start("--count", "2", "--every", "100ms", "--directory", ".");
    sidecar.getOutputStream().close(); // As in a script, or with nohup.
    try (HostSampleLines lines = HostSampleLines.of(sidecar.inputReader(StandardCharsets.UTF_8))) {
      assertThat(lines.header().targets()).isEmpty();
      assertThat(lines.next().orElseThrow().directories()).hasSize(1);
      assertThat(lines.next()).isPresent();
      assertThat(lines.next()).isEmpty();
    } finally {
      sidecar.destroyForcibly();
    }
  }

  @Test
  void saysEverythingThatIsWrongAtOnce() {
    KvbenchCommand refused =
        KvbenchCommand.run(
            List.of(
                "sidecar",
                "--pid",
                "x",
                "--pid",
                "../../../evil=1",
                "--every",
                "1ms",
                "--directory",
                "nowhere",
                "--directory",
                "",
                "--listen",
                "0",
                "--count",
                "3",
                "--until-closed"));
    assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(refused.err())
        .contains("x is not a number", "the minimum is 100ms", "nowhere")
        .contains("../../../evil=1 has no valid name before =", "'' is not a directory")
        .contains("cannot be combined", "--until-closed: cannot be combined with --count");
    KvbenchCommand unmatched = KvbenchCommand.run(List.of("sidecar", "--port", "1"));
    assertThat(unmatched.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(unmatched.err()).contains("no process that listens on port 1");
  }

  @Test
  void doesNotFindKvbenchItself() throws Exception {
    Process other = start("--every", "1s");
    try {
      KvbenchCommand search = KvbenchCommand.run(List.of("sidecar", "--name", "kvbench.jar"));
      assertThat(search.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
      assertThat(search.err()).contains("no process of the program kvbench.jar");
    } finally {
      other.destroyForcibly();
    }
  }

  @Test
  void saysWhatItIsToldInVainAndEndsAtALineWithoutEnd() throws Exception {
    Path err = directory.resolve("err");
    Process sidecar = start(Redirect.to(err.toFile()), "--every", "1s");
    try {
      sidecar.getOutputStream().write("watch you\n".getBytes(StandardCharsets.UTF_8));
      // More than it takes, and no more than a pipe holds: it ends while this is written.
      sidecar.getOutputStream().write(new byte[20_000]);
      sidecar.getOutputStream().flush();
      assertThat(sidecar.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)).isTrue();
      assertThat(err).content().contains("'watch you' is not a command", "more than 16384");
    } finally {
      sidecar.destroyForcibly();
    }
  }

  private Process start(String... options) throws IOException {
    return start(Redirect.INHERIT, options);
  }

  private Process start(Redirect err, String... options) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> command = new ArrayList<>(List.of(java));
    command.addAll(SharedClasses.of(java));
    command.addAll(
        List.of(KvbenchProcess.QUICK, "-jar", KvbenchProcess.jar().toString(), "sidecar"));
    command.addAll(List.of(options));
    return new ProcessBuilder(command).directory(directory.toFile()).redirectError(err).start();
  }
}
