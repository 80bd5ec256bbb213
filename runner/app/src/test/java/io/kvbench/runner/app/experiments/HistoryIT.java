package io.kvbench.runner.app.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.runner.app.KvbenchProcess;
import io.kvbench.runner.app.KvbenchThread;
import io.kvbench.runner.app.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@code kvbench history} and baselines on the results of real runs. */
final class HistoryIT {
  @TempDir private Path directory;

  @Test
  void aHistoryIsShownAndItsBaselineComparedWith() throws Exception {
    String first = run("commit-1");
    String second = run("commit-2");
    Files.createDirectories(directory.resolve("results/unfinished/logs"));

    try (KvbenchThread history =
        KvbenchThread.start(
            directory,
            "history",
            "--html",
            path("h.html"),
            "--write-baseline",
            path("baseline.json"),
            "results")) {
      assertThat(history.exitCode()).as(history::said).isZero();
      assertThat(history.out())
          .startsWith("History\n\nsmoke on memory: NOT JUDGED: 2 of the 10 runs")
          .containsSubsequence("commit-1", "commit-2");
      assertThat(directory.resolve("h.html")).content().contains("History", "<td>commit-2</td>");
      assertThat(directory.resolve("baseline.json"))
          .content()
          .contains("kvbench-baseline/1", "\"throughput\"", "commit-2");
    }
    try (KvbenchThread compare =
        KvbenchThread.start(directory, "compare", "--baseline", "baseline.json", first, second)) {
      assertThat(compare.exitCode()).as(compare::said).isEqualTo(ExitCode.NOT_JUDGED);
      assertThat(compare.out()).contains("\nBaseline ", "NOT JUDGED, 7 runs would do");
    }
    try (KvbenchThread markdown =
        KvbenchThread.start(
            directory,
            "history",
            "--format",
            "markdown",
            "--baseline",
            "baseline.json",
            "results")) {
      assertThat(markdown.exitCode()).as(markdown::said).isZero();
      assertThat(markdown.out()).contains("- smoke on memory: ", "## Runs", "| 2 |");
    }
  }

  @Test
  void whatCannotBeReadIsRefused() throws Exception {
    Files.writeString(directory.resolve("other.json"), "{\"schema\": \"other/1\"}");

    try (KvbenchThread refused =
        KvbenchThread.start(
            directory,
            "history",
            "--baseline",
            "other.json",
            "--tolerance",
            "2",
            "none",
            directory.toString())) {
      assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(refused.out()).isEmpty();
      assertThat(refused.err())
          .contains("4 errors:", "--tolerance 2.0", "other.json", "no directory none")
          .contains("there is no result.json in " + directory)
          .doesNotContain("\tat ");
    }
  }

  @Test
  void reportsAreAppendedToTheStepSummary() throws Exception {
    String run = run("alone");
    Path file = Files.writeString(directory.resolve("summary.md"), "# Before\n");

    try (KvbenchProcess summary = summary(file.toString(), "compare", "--step-summary", run)) {
      assertThat(summary.exitCode()).as(summary::said).isZero();
    }
    try (KvbenchProcess summary = summary(file.toString(), "history", "--step-summary", run)) {
      assertThat(summary.exitCode()).as(summary::said).isEqualTo(ExitCode.NOT_JUDGED);
    }
    try (KvbenchProcess nowhere = summary("", "history", "--step-summary", run)) {
      assertThat(nowhere.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(nowhere.err()).contains("--step-summary needs", "GITHUB_STEP_SUMMARY");
    }
    assertThat(file)
        .content()
        .containsSubsequence(
            "# Before\n", "## Main figures", "## Summary", "## History", "- smoke on memory: ");
  }

  /** In a process, since the environment is that of one. */
  private KvbenchProcess summary(String file, String... arguments) throws IOException {
    return KvbenchProcess.start(
        Path.of(System.getProperty("java.home"), "bin", "java"),
        directory,
        Map.of("GITHUB_STEP_SUMMARY", file),
        arguments);
  }

  private String path(String file) {
    return directory.resolve(file).toString();
  }

  private String run(String label) throws InterruptedException {
    try (KvbenchThread kvbench =
        KvbenchThread.start(
            directory, "-db", "memory", "-P", "workloads/smoke", "-p", "label=" + label)) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
      return kvbench.resultDirectory().toString();
    }
  }
}
