package io.kvbench.runner.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.OperationType;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.runner.embed.Kvbench;
import io.kvbench.runner.run.RunOutcome;
import io.kvbench.testkit.RealServers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A test that the guide's reader in Python finds the same figures as kvbench. */
final class PythonReaderIT {
  private static final Path SCRIPT = Path.of("../../docs/examples/python/read_result.py");

  @Test
  void readsTheSamePercentiles(@TempDir Path results) throws Exception {
    Path python = RealServers.require("python3");
    RunOutcome run = Kvbench.run(Runs.plan().requests(50_000).build(), results);

    List<String> lines =
        Program.output(python.toString(), SCRIPT.toString(), run.directory().toString());

    List<String> expected = new ArrayList<>();
    for (PhaseResult phase : run.result().phases()) {
      for (Map.Entry<OperationType, OperationResult> each : phase.operations().entrySet()) {
        String figures = figures(each.getValue().response().times());
        expected.add("result\t%s\t%s\t%s".formatted(phase.name(), each.getKey(), figures));
        expected.add("log\t%s.%s.response\t%s".formatted(phase.name(), each.getKey(), figures));
      }
    }
    assertThat(expected).hasSize(6);
    assertThat(lines).containsAll(expected);
    assertThat(lines.getFirst()).startsWith("verdict\tSUSPECT\tsystem");
  }

  @Test
  void readsTheLogAloneAndAsFarAsItGoes(@TempDir Path results) throws Exception {
    Path python = RealServers.require("python3");
    RunOutcome run = Kvbench.run(Runs.plan().requests(500).build(), results);
    Path log = run.directory().resolve("histograms.hlog");
    Files.delete(run.directory().resolve("result.json"));
    Files.writeString(log, "Tag=run.READ.response,1.0,1.0,0.1,HISTFAAA", StandardOpenOption.APPEND);

    List<String> lines =
        Program.output(python.toString(), SCRIPT.toString(), run.directory().toString());

    assertThat(lines)
        .contains("no result.json yet: the log alone")
        .anyMatch(line -> line.endsWith(": not a whole histogram; left out"))
        .anyMatch(line -> line.startsWith("log\trun.READ.response\t"));
  }

  @Test
  void aDirectoryThatIsNoneIsToldInALine(@TempDir Path results) throws Exception {
    assertThat(refusal(results.resolve("nowhere"))).endsWith("nowhere: does not exist\n");
  }

  @Test
  void whatIsNoResultIsToldInALine(@TempDir Path directory) throws Exception {
    Files.writeString(directory.resolve("result.json"), "{\"a\":1}");

    assertThat(refusal(directory)).contains("result.json: not a result of kvbench").hasLineCount(1);
  }

  @Test
  void aReaderThatHasEnoughEndsItQuietly(@TempDir Path results) throws Exception {
    Path python = RealServers.require("python3");
    RunOutcome run = Kvbench.run(Runs.plan().requests(500).build(), results);
    String command = "{ sleep 1; \"$0\" \"$1\" \"$2\"; echo \"status $?\" >&2; } | true";

    assertThat(
            Program.output(
                "sh",
                "-c",
                command,
                python.toString(),
                SCRIPT.toString(),
                run.directory().toString()))
        .containsExactly("status 0");
  }

  private static String refusal(Path directory) throws Exception {
    Path python = RealServers.require("python3");
    Process process =
        new ProcessBuilder(python.toString(), SCRIPT.toString(), directory.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isEqualTo(1);
    assertThat(said).doesNotContain("Traceback");
    return said;
  }

  private static String figures(TimeHistogram times) {
    return "%s\t%s\t%s\t%s\t%s"
        .formatted(
            times.count(),
            times.percentileNanos(50),
            times.percentileNanos(99),
            times.percentileNanos(99.9),
            times.percentileNanos(100));
  }
}
