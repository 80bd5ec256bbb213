package io.kvbench.reports.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Outcome;
import io.kvbench.reports.RunBuilder;
import io.kvbench.reports.SeedFixtures;
import io.kvbench.reports.StoredFixtures;
import io.kvbench.reports.compare.ComparedRun;
import io.kvbench.reports.compare.ComparedRuns;
import io.kvbench.reports.compare.Comparison;
import io.kvbench.reports.content.ComparisonContent;
import io.kvbench.reports.csv.ComparisonCsv;
import io.kvbench.reports.document.Element.Statement;
import io.kvbench.reports.markdown.DbtesterReadme;
import io.kvbench.reports.markdown.MarkdownDocument;
import io.kvbench.results.format.TimeResult;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Golden-file tests of comparisons in all formats. {@code mvn test -Dgolden=write} makes new ones.
 */
class ComparisonReportsTest {
  private static final Locale DEFAULT = Locale.getDefault();
  private static final TextStyle ASCII = new TextStyle(80, false, false);
  private static final Comparison MILLION = Comparison.of(SeedFixtures.bestThroughput());
  private static final Comparison PUTS = Comparison.of(SeedFixtures.putsInFlight());
  private static final Comparison READS = Comparison.of(SeedFixtures.readsOfNothing());
  private static final Comparison HOSTILE = hostile();

  @TempDir Path parent;

  @AfterEach
  void restoreLocale() {
    Locale.setDefault(DEFAULT);
  }

  static Stream<Arguments> reports() {
    return Stream.of("en-US", "de-DE", "ar-EG-u-nu-arab", "hi-IN-u-nu-deva", "tr-TR")
        .flatMap(
            locale ->
                Stream.of(
                    Arguments.of(locale, "compare-million.txt"),
                    Arguments.of(locale, "compare-million-ascii.txt"),
                    Arguments.of(locale, "compare-million.csv"),
                    Arguments.of(locale, "compare-million.md"),
                    Arguments.of(locale, "compare-puts.txt"),
                    Arguments.of(locale, "compare-reads.txt"),
                    Arguments.of(locale, "compare-reads.csv"),
                    Arguments.of(locale, "compare-reads.md"),
                    Arguments.of(locale, "compare-million-readme.md")));
  }

  @ParameterizedTest(name = "{1} in {0}")
  @MethodSource("reports")
  void looksAsItShould(String locale, String name) throws IOException {
    Locale.setDefault(Locale.forLanguageTag(locale));

    String report = report(name);

    if ("write".equals(System.getProperty("golden"))) {
      Files.writeString(Path.of("src/test/resources/golden", name), report);
    }
    assertThat(report).isEqualTo(golden(name));
  }

  private static String report(String name) {
    Comparison comparison =
        name.contains("million") ? MILLION : name.contains("puts") ? PUTS : READS;
    if (name.contains("readme")) {
      return DbtesterReadme.of("Write `1M` keys", comparison, List.of("AVG-CPU", "MAX-CPU"));
    }
    return switch (name.substring(name.lastIndexOf('.'))) {
      case ".csv" -> ComparisonCsv.of(comparison);
      case ".md" -> MarkdownDocument.of(ComparisonContent.of(comparison));
      default ->
          TextDocument.of(
              ComparisonContent.of(comparison), name.contains("ascii") ? ASCII : TextStyle.PLAIN);
    };
  }

  @Test
  void checksThatFailedInEachRunOfAComparisonAreNamedOnce() {
    assertThat(verdicts(List.of("lag", "cpu"), List.of("cpu"), List.of()))
        .startsWith("2 of 3 runs are INVALID, 1 of 3 runs is VALID: cpu failed in each.")
        .doesNotContain("Also: cpu");
    assertThat(verdicts(List.of("lag", "cpu"), List.of("cpu")))
        .startsWith("2 of 2 runs are INVALID: cpu failed in each.")
        .containsOnlyOnce("Also: lag.");
    assertThat(verdicts(List.of("lag"), List.of("cpu")))
        .startsWith("2 of 2 runs are INVALID: different checks failed.")
        .contains("Failed: lag.", "Failed: cpu.");
    assertThat(verdicts(List.of(), List.of("cpu")))
        .startsWith("1 of 2 runs is INVALID, 1 of 2 runs is VALID: cpu failed.");
    assertThat(verdicts(List.of(), List.of()))
        .startsWith("2 of 2 runs are VALID: all checks passed.");
  }

  @SafeVarargs
  private static String verdicts(List<String>... failed) {
    List<ComparedRun> runs = new ArrayList<>();
    for (List<String> checks : failed) {
      TimeResult times = TimeResult.of(TimeHistogram.ofNanos(1_000_000));
      RunBuilder run = new RunBuilder("store" + runs.size()).answered(Outcome.OK, times);
      checks.forEach(run::invalid);
      runs.add(SeedFixtures.run(run));
    }
    return ComparisonContent.of(Comparison.of(runs)).sections().getFirst().elements().stream()
        .filter(Statement.class::isInstance)
        .map(each -> (Statement) each)
        .map(each -> each.lead() + ": " + each.text() + " " + each.reasons())
        .findFirst()
        .orElseThrow();
  }

  @Test
  void noiseIsToldWhereThereAreSecondsToTellItBy() throws Exception {
    Path fast = StoredFixtures.write(parent, "etcd", 30, 1_500);
    Path slow = StoredFixtures.write(parent, "consul", 30, 1_000);
    List<ComparedRun> runs = ComparedRuns.read(List.of(fast, slow), problem -> {}).orElseThrow();

    String report = TextDocument.of(ComparisonContent.of(Comparison.of(runs)), TextStyle.PLAIN);

    assertThat(report.replaceAll("\\s+", " "))
        .containsPattern(
            "throughput etcd 1\\.0 with [0-9,]+/s, then consul 1\\.0 with [0-9,]+/s; \\+[0-9.]+ %,"
                + " outside the noise \\(\\+[0-9.]+ % to \\+[0-9.]+ %\\)");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 80, 96, 120})
  void linesStayWithinTheTerminal(int width) {
    TextStyle style = new TextStyle(width, false, true);
    for (Comparison comparison : List.of(MILLION, PUTS, READS)) {
      assertThat(TextDocument.of(ComparisonContent.of(comparison), style).lines())
          .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(style.width()));
    }
  }

  @Test
  void moreRunsThanFitBesideEachOtherComeBelow() {
    List<ComparedRun> runs = new ArrayList<>();
    for (int times = 0; times < 3; times++) {
      runs.addAll(SeedFixtures.bestThroughput());
    }

    String report = TextDocument.of(ComparisonContent.of(Comparison.of(runs)), TextStyle.PLAIN);

    assertThat(report.lines().filter(line -> line.startsWith("AVG-THROUGHPUT")).count())
        .isBetween(2L, 9L);
    assertThat(report.lines()).allMatch(line -> line.length() <= TextStyle.PLAIN.width());
  }

  @Test
  void withoutUnicodeEverythingIsAscii() {
    for (Comparison comparison : List.of(MILLION, PUTS, READS, HOSTILE)) {
      assertThat(TextDocument.of(ComparisonContent.of(comparison), ASCII))
          .matches("[\\x20-\\x7E\\n]+");
    }
  }

  @Test
  void textsFromElsewhereDoNothing() {
    String csv = ComparisonCsv.of(HOSTILE);
    String markdown = MarkdownDocument.of(ComparisonContent.of(HOSTILE));
    String text = TextDocument.of(ComparisonContent.of(HOSTILE), TextStyle.PLAIN);

    for (String report : List.of(csv, markdown, text)) {
      assertThat(report.replace("\n", "")).doesNotContainPattern("[\\p{Cc}\\p{Cf}]");
    }
    assertThat(csv).doesNotContainPattern("(?m)(^|,)\"?[=@]").contains("'=cmd");
    assertThat(csv.lines().filter(line -> line.contains("\"\"quoted\"\""))).isNotEmpty();
    assertThat(markdown).contains("script").doesNotContainPattern("(?<!\\\\)[<\\[]");
    assertThat(
            markdown
                .lines()
                .filter(line -> line.startsWith("| AVG-"))
                .map(line -> line.replaceAll("\\\\\\|", "").chars().filter(c -> c == '|').count()))
        .containsOnly(5L);
  }

  @Test
  void everyRunSaysItsErrors() {
    String report = TextDocument.of(ComparisonContent.of(MILLION), TextStyle.PLAIN);

    assertThat(report)
        .contains(
            """
            etcd 3.1         none                 0
            zookeeper 3.4.9  CONNECTION_LOST  2,150
                1,385 × zk: connection closed; 765 × zk: could not connect to a server
            consul 0.7.4     none                 0
            """);
  }

  private static Comparison hostile() {
    String evil = "=cmd|'/c'!A0,\"quoted\"\u001B[31m\r\n<script>|[link](x)\u202E";
    TimeResult times = TimeResult.of(TimeHistogram.ofNanos(1_000_000, 2_000_000));
    RunBuilder run =
        new RunBuilder(evil)
            .version(evil)
            .answered(Outcome.OK, times)
            .failed(ErrorKind.OTHER, evil, 3)
            .noting(evil)
            .host(evil)
            .invalid(evil)
            .set("requestdistribution", evil);
    ComparedRun harmless = SeedFixtures.run(new RunBuilder("etcd").answered(Outcome.OK, times));
    return Comparison.of(List.of(SeedFixtures.run(run), harmless));
  }

  private static String golden(String name) throws IOException {
    try (InputStream in = ComparisonReportsTest.class.getResourceAsStream("/golden/" + name)) {
      return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
