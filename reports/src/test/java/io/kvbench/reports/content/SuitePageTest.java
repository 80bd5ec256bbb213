package io.kvbench.reports.content;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.reports.document.Document;
import io.kvbench.reports.html.HtmlDocument;
import io.kvbench.reports.suite.SuiteCells;
import io.kvbench.reports.suite.Suites;
import io.kvbench.results.directory.SuiteDocument;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class SuitePageTest {
  private final String page = page(Suites.some());

  private static String page(SuiteDocument suite) {
    Document document = SuiteContent.of(SuiteCells.of(suite));
    return suite.isOver() ? HtmlDocument.of(document) : HtmlDocument.changing(document);
  }

  private static int count(String text, String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    int count = 0;
    while (matcher.find()) {
      count++;
    }
    return count;
  }

  @Test
  void picturesComeBeforeTables() {
    assertThat(page.indexOf("<svg")).isPositive().isLessThan(page.indexOf("<table"));
    // Throughput and p50 of the three combinations with runs; of p99 nothing is known.
    assertThat(count(page, "<rect ")).isEqualTo(6);
    assertThat(count(page, "<circle ")).isEqualTo(18);
    assertThat(page).contains("Throughput", "p50 response time").doesNotContain("<h3>p99");
    assertThat(page)
        .containsSubsequence("one run. Higher is better.", "one run. Lower is better.")
        .doesNotContain("All panels");
  }

  @Test
  void theBestOfRunsThatOverlapIsCalledSo() {
    // Of one system, the highest throughput of 64 bytes and 8 clients is twice the next.
    assertThat(page(Suites.grid(0.5)))
        .contains("Highest throughput: ")
        .doesNotContain("in the median; this may be noise: its worst run");
    assertThat(page(Suites.grid(1)))
        .containsPattern(
            "Highest throughput: .* with 12,500/s, in the median; this may be noise: its worst run"
                + " is no better than the median of [^;]*<");
  }

  @Test
  void barsHaveOneScaleThatBeginsAt0() {
    // Of 1002, 2002 and 3002; the longest value is 3003.
    assertThat(page)
        .contains("width=\"32.70%\"", "width=\"65.33%\"", "width=\"97.97%\"")
        .contains("cx=\"98.00%\"");
  }

  @Test
  void everyRunWithAResultHasALinkToItsReport() {
    assertThat(count(page, "<a href=\"cells/[^\"]+/run/report\\.html\">")).isEqualTo(10);
    assertThat(page).contains("two, valuesize=256 #1", "no &lt;server&gt;", "not run");
  }

  @Test
  void twoAxesAreAHeatMapWhoseSquaresOpenTheirReports() {
    String grid = page(Suites.grid(0.5));

    assertThat(grid.indexOf("class=\"grid\"")).isPositive().isLessThan(grid.indexOf("<svg"));
    // Throughput and p50: two systems and their difference, eleven squares each.
    assertThat(count(grid, "<table class=\"grid\">")).isEqualTo(6);
    assertThat(count(grid, "<td class=\"(more|less)-[0-8]\">")).isEqualTo(66);
    assertThat(grid)
        .contains("valuesize ↓ clients →", "two against one", "-50.0\u00a0%", "+100.0\u00a0%")
        .containsPattern("<td class=\"more-8\"><a href=\"cells/c4/run/report\\.html\">12,500/s</a>")
        .doesNotContain("<script", "style=");
  }

  @Test
  void suitesTogetherHaveNoLinksThatLeadNowhere() {
    String page =
        HtmlDocument.of(
            SuiteContent.of(
                SuiteCells.together(List.of("a", "b"), List.of(Suites.grid(2), Suites.grid(2)))));

    assertThat(page).contains("Suite a and b", "b against a, one").doesNotContain("href=\"cells");
  }

  @Test
  void wordsAndTimesAreForPeople() {
    assertThat(page)
        .contains("SUSPECT (cluster)")
        .containsSubsequence(
            "Started", "2026-02-03T04:05:06Z", "Last change", "2026-02-03T04:06:06Z");
  }

  @Test
  void whatOthersWroteIsEscapedAndNothingRuns() {
    assertThat(page)
        .contains("sizes &lt;b&gt;")
        .contains("default-src &#39;none&#39;")
        .doesNotContain("<b>", "<script", "script-src", "style=");
  }

  @Test
  void aPageLoadsItselfAnewWhileRunsAreLeft() {
    assertThat(page).contains("http-equiv=\"refresh\"").doesNotContain("comparison.html");
    assertThat(page(Suites.ended()))
        .doesNotContain("http-equiv=\"refresh\"")
        .contains("comparison.html");
    assertThat(page(Suites.fresh()))
        .contains("http-equiv=\"refresh\"", "No run is done yet")
        .doesNotContain("<svg", "comparison.html");
  }
}
