package io.kvbench.reports.content;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.reports.FaultFixtures;
import io.kvbench.reports.FindFixtures;
import io.kvbench.reports.PageFixtures;
import io.kvbench.reports.RunBuilder;
import io.kvbench.reports.StoredFixtures;
import io.kvbench.reports.compare.ComparedRuns;
import io.kvbench.reports.compare.Comparison;
import io.kvbench.reports.document.Document;
import io.kvbench.reports.history.History;
import io.kvbench.reports.html.HtmlDocument;
import io.kvbench.reports.markdown.MarkdownDocument;
import io.kvbench.reports.suite.SuiteCells;
import io.kvbench.reports.suite.Suites;
import io.kvbench.reports.text.TextDocument;
import io.kvbench.reports.text.TextStyle;
import io.kvbench.results.directory.IntervalTrack;
import io.kvbench.results.directory.StoredRun;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Golden-file tests of each document in each format; of pages, the part that is readable without
 * scripts.
 */
class DocumentsTest {
  private static final Path GOLDEN = Path.of("src/test/resources/golden/documents");

  @TempDir Path parent;

  @ParameterizedTest
  @CsvSource({"run", "search", "comparison", "comparison-beyond-noise", "history", "suite"})
  void looksAsItShould(String name) throws Exception {
    Document document = document(name);
    assertIs(TextDocument.of(document, TextStyle.PLAIN), name + ".txt");
    assertIs(MarkdownDocument.of(document), name + ".md");
    String page = HtmlDocument.of(document);
    int end = page.indexOf("<script");
    assertIs(page.substring(page.indexOf("<body>"), end < 0 ? page.length() : end), name + ".html");
  }

  private Document document(String name) throws Exception {
    return switch (name) {
      case "run" ->
          RunContent.of(
              new StoredRun(
                  parent,
                  FaultFixtures.leaderKilled(),
                  new RunBuilder("zookeeper").plan(),
                  List.of(),
                  List.of(),
                  Map.of()));
      case "search" -> SearchParts.document(FindFixtures.curve());
      case "comparison" ->
          comparison(
              PageFixtures.write(parent, "zookeeper", 20, ""),
              PageFixtures.write(parent, "etcd", 20, ""));
      case "comparison-beyond-noise" ->
          comparison(
              StoredFixtures.write(parent, "etcd", 30, 1_500),
              StoredFixtures.write(parent, "consul", 30, 1_000));
      case "history" -> {
        for (int day = 0; day < 12; day++) {
          Instant start = Instant.parse("2026-02-03T04:05:06Z").plusSeconds(86_400L * day);
          StoredFixtures.writeBenchmark(parent, day < 6 ? 200 : 150, start, "v" + day);
        }
        History history = History.read(List.of(parent), DocumentsTest::unexpected).orElseThrow();
        yield HistoryContent.of(history, List.of("REGRESSION: throughput."), "0.1.0");
      }
      default -> SuiteContent.of(SuiteCells.of(Suites.grid(0.5)));
    };
  }

  private static Document comparison(Path... runs) {
    return ComparisonContent.withCharts(
        Comparison.of(
            ComparedRuns.read(List.of(runs), DocumentsTest::unexpected, IntervalTrack.READING)
                .orElseThrow()));
  }

  private static void unexpected(String problem) {
    throw new AssertionError(problem);
  }

  private static void assertIs(String text, String file) throws Exception {
    if ("write".equals(System.getProperty("golden"))) {
      Files.createDirectories(GOLDEN);
      Files.writeString(GOLDEN.resolve(file), text);
    }
    assertThat(text).isEqualTo(Files.readString(GOLDEN.resolve(file), StandardCharsets.UTF_8));
  }
}
