package io.kvbench.runner.app.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.results.directory.Decodings;
import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.runner.app.KvbenchThread;
import io.kvbench.runner.app.terminal.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@code kvbench compare} and {@code kvbench report} on the results of real runs. */
final class CompareIT {
  /** As a system has one whose acknowledgements are worth less than those of others. */
  private static final String NOTE = "A write is acknowledged before it is on any disk.";

  @TempDir private Path directory;

  @Test
  void runsAreComparedInEveryFormAndWhatIsNoRunIsRefused() throws Exception {
    String few = run("4");
    String many = run("16");

    try (KvbenchThread text = KvbenchThread.start(directory, "compare", few, many)) {
      assertThat(text.exitCode()).as(text::said).isZero();
      assertThat(text.out())
          .startsWith("Comparison: memory, clients=4")
          .contains(
              "\nThroughput ",
              "\nTOTAL-SECONDS ",
              "Client time",
              Path.of(few).getFileName().toString())
          .containsPattern("AVG-THROUGHPUT +[0-9,]+ req/sec +[0-9,]+ req/sec");
    }
    try (KvbenchThread csv =
        KvbenchThread.start(
            directory, "compare", "--format", "csv", "--out", path("c.csv"), few, many)) {
      assertThat(csv.exitCode()).as(csv::said).isZero();
      assertThat(csv.out()).isEmpty();
      assertThat(Files.readAllLines(directory.resolve("c.csv")).get(1))
          .matches("TOTAL-SECONDS,[0-9.]+ sec,[0-9.]+ sec,.*");
    }
    try (KvbenchThread rows =
        KvbenchThread.start(directory, "report", "--csv", "scenarios", few, many)) {
      assertThat(rows.exitCode()).as(rows::said).isZero();
      assertThat(rows.out()).startsWith("TestType,ClusterSize,").contains("\nread,0,", ",16,");
    }
    try (KvbenchThread nowhere =
        KvbenchThread.start(directory, "report", "--text", "--out", "no/file", few)) {
      assertThat(nowhere.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(nowhere.err()).contains("cannot write no/file: its directory does not exist");
    }
    Path page = Path.of(few, "report.html");
    Files.delete(page);
    try (KvbenchThread html =
        KvbenchThread.start(directory, "compare", "--html", path("c.html"), few, many)) {
      assertThat(html.exitCode()).as(html::said).isZero();
      assertThat(html.out()).startsWith("Comparison: ");
      assertThat(directory.resolve("c.html")).content().containsPattern("2 of 2 runs are SUSPECT");
    }
    try (KvbenchThread plots =
        KvbenchThread.start(directory, "report", "--plots", path("both"), few, many)) {
      assertThat(plots.exitCode()).as(plots::err).isZero();
      assertThat(directory.resolve("both/COMPARISON.svg")).content().contains("Throughput");
      assertThat(directory.resolve("both/COMPARISON.png")).isNotEmptyFile();
    }
    try (KvbenchThread readme =
        KvbenchThread.start(directory, "compare", "--readme", path("readme"), few, many)) {
      assertThat(readme.exitCode()).as(readme::err).isZero();
      String text = Files.readString(directory.resolve("readme/README.md"));
      assertThat(text)
          .startsWith("## smoke\n")
          .contains("- client machine: ", "TOTAL-SECONDS |", "<img src=\"AVG-THROUGHPUT.svg\"");
      assertThat(directory.resolve("readme/AVG-THROUGHPUT.svg")).isNotEmptyFile();
    }
    try (KvbenchThread html = KvbenchThread.start(directory, "report", "--html", few)) {
      assertThat(html.exitCode()).as(html::said).isZero();
      assertThat(html.out()).isEqualTo(page + "\n");
      assertThat(page).content().containsPattern("smoke \\([0-9,]+ operations\\) on memory");
    }
    Files.delete(Path.of(many, "plan.json"));
    try (KvbenchThread refused =
        KvbenchThread.start(directory, "compare", "--format", "markdown", "none", few, many)) {
      assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(refused.out()).isEmpty();
      assertThat(refused.err())
          .contains("2 errors:", "there is no directory none", many + "/plan.json");
    }
  }

  @Test
  void aRunIsWrittenAsFilesAndPlots() throws Exception {
    String run = run("4");
    Path result = Path.of(run, ResultDirectory.RESULT);
    Files.writeString(
        result,
        Files.readString(result)
            .replaceFirst("\"system\"\\s*:\\s*\\{", "$0 \"notes\": [\"" + NOTE + "\"],"));

    try (KvbenchThread plots =
        KvbenchThread.start(
            directory, "report", "--plots", path("p/lots"), "--title", "A test", run)) {
      assertThat(plots.exitCode()).as(plots::said).isZero();
      assertThat(plots.out())
          .contains("plots as SVG, PNG and CSV in " + path("p/lots"))
          .contains("No data in any run:", "AVG-CPU")
          .containsOnlyOnce(NOTE)
          .containsPattern("(?m)^memory.*: " + NOTE + "$");
      assertThat(Files.readString(directory.resolve("p/lots/AVG-THROUGHPUT.svg")))
          .contains("A test, throughput");
      assertThat(directory.resolve("p/lots/AVG-THROUGHPUT.png")).isNotEmptyFile();
      assertThat(directory.resolve("p/lots/AVG-THROUGHPUT.csv")).isNotEmptyFile();
    }
    try (KvbenchThread files =
        KvbenchThread.start(
            directory, "report", "--csv", "dbtester", "--out", path("files"), run)) {
      assertThat(files.exitCode()).as(files::said).isZero();
      assertThat(files.out())
          .as("dbtester's columns have no place for it")
          .containsPattern("(?m)^memory.*: " + NOTE + "$");
      Path name = Path.of(run).getFileName();
      assertThat(directory.resolve("files").resolve(name).resolve("latency-by-key-number.csv"))
          .isNotEmptyFile();
      assertThat(directory.resolve("files")).isDirectoryContaining("glob:**/all-aggregated-*.csv");
    }
    try (KvbenchThread log =
        KvbenchThread.start(directory, "report", "--hlog", "--out", path("all.hlog"), run)) {
      assertThat(log.exitCode()).as(log::said).isZero();
      assertThat(directory.resolve("all.hlog")).content().startsWith("#[Histogram log format");
    }
    try (KvbenchThread nowhere =
        KvbenchThread.start(directory, "report", "--csv", "dbtester", run)) {
      assertThat(nowhere.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(nowhere.err()).contains("specify a directory with --out");
    }
  }

  /** A file of histograms takes longer to decode than anything else about a run. */
  @Test
  void everyCommandDecodesADirectoryOnce() throws Exception {
    Decodings.of(directory);
    String one = run("4");
    String other = run("16");
    assertDecoded(1, "at the end of the run", one, other);

    for (String form :
        List.of(
            "report",
            "report --text",
            "report --csv scenarios",
            "report --csv tidy",
            "report --csv dbtester --out " + path("files"),
            "report --html",
            "report --plots " + path("plots"),
            "report --hlog",
            "compare",
            "compare --format csv",
            "compare --format markdown",
            "compare --html " + path("c.html"),
            "compare --readme " + path("readme"))) {
      ends(form + " " + one + " " + other);
      assertDecoded(1, form, one, other);
    }
    ends("report --perfdash " + one);
    assertDecoded(1, "report --perfdash", one);
    ends("history " + directory.resolve("results"));
    assertDecoded(0, "history", one, other);
  }

  private void ends(String line) throws Exception {
    try (KvbenchThread kvbench = KvbenchThread.start(directory, line.split(" "))) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isIn(ExitCode.FINE, ExitCode.NOT_JUDGED);
    }
  }

  private static void assertDecoded(int times, String what, String... runs) {
    assertThat(runs).as(what).allMatch(run -> Decodings.of(Path.of(run)) == times);
  }

  private String path(String file) {
    return directory.resolve(file).toString();
  }

  private String run(String clients) throws InterruptedException {
    try (KvbenchThread kvbench =
        KvbenchThread.start(
            directory,
            "-db",
            "memory",
            "-P",
            "workloads/smoke",
            "-threads",
            clients,
            // Without a full second there is no throughput over time.
            "-p",
            "operationcount=0",
            "-p",
            "maxexecutiontime=3",
            "-p",
            "thinktime=5ms")) {
      assertThat(kvbench.exitCode()).as(kvbench::said).isZero();
      return kvbench.resultDirectory().toString();
    }
  }
}
