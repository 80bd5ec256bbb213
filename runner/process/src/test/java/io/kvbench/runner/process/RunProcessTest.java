package io.kvbench.runner.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.engine.StopSignal;
import io.kvbench.runner.process.RunProcess.Ended;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class RunProcessTest {
  @TempDir private Path directory;

  private static Ended run(String script, Path log) throws Exception {
    return RunProcess.run(
        List.of("/bin/sh", "-c", script),
        log,
        new RunControl(new StopSignal()),
        Duration.ofSeconds(10),
        () -> {});
  }

  @Test
  void addsWhatIsPrintedToTheLog() throws Exception {
    Path log = Files.writeString(directory.resolve("log"), "before\n");

    Ended ended = run("echo out; echo 'kvbench: the reason:' >&2; echo 1; echo 2; exit 3", log);

    assertThat(ended).isEqualTo(new Ended(3, "the reason: 1; 2"));
    assertThat(log).hasContent("before\nout\nkvbench: the reason:\n1\n2\n");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void theReasonArrivesThoughTheDiskIsFull() throws Exception {
    Ended ended = run("echo progress; echo 'kvbench: No space left'; exit 3", Path.of("/dev/full"));

    assertThat(ended).isEqualTo(new Ended(3, "No space left"));
  }

  @Test
  void keepsTheEndOfMuchOutput() {
    String line = "x".repeat(99) + "\n";
    RunOutput output = new RunOutput(directory.resolve("absent"));
    output.readAll(stream(line.repeat(10_000)));
    long before = output.size();
    output.readAll(stream("kvbench: the reason\nlast\nhal"));

    assertThat(before).isEqualTo(1_000_000);
    assertThat(output.linesFrom(before)).containsExactly("kvbench: the reason", "last");
    assertThat(output.linesFrom(0)).hasSizeBetween(600, 700);
    assertThat(output.reason()).isEqualTo("the reason");
  }

  /** A stage is known when its line has ended, and however much is printed after it. */
  @Test
  void keepsTheLastStage() {
    RunOutput output = new RunOutput(directory.resolve("absent"));
    assertThat(output.stage()).isEmpty();

    output.readAll(stream(StageLine.of("connecting") + "\nrun  20 %\ncounting"));
    assertThat(output.stage()).contains("connecting");

    output.readAll(stream(" ...\n" + "x\n".repeat(100_000)));
    assertThat(output.stage()).contains("counting");
  }

  private static ByteArrayInputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }
}
