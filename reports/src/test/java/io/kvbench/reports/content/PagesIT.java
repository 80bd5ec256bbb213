package io.kvbench.reports.content;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.kvbench.core.file.FilePermissions;
import io.kvbench.reports.ChangedResult;
import io.kvbench.reports.FaultFixtures;
import io.kvbench.reports.PageFixtures;
import io.kvbench.reports.PhaseFixtures;
import io.kvbench.reports.RunBuilder;
import io.kvbench.reports.StepFixtures;
import io.kvbench.reports.StoredFixtures;
import io.kvbench.reports.compare.ComparedRuns;
import io.kvbench.reports.compare.Comparison;
import io.kvbench.reports.history.History;
import io.kvbench.reports.html.HtmlDocument;
import io.kvbench.reports.suite.SuiteCells;
import io.kvbench.reports.suite.Suites;
import io.kvbench.results.directory.IntervalTrack;
import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.directory.StoredRun;
import io.kvbench.results.format.Incidents;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.testkit.browser.Browser;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of report pages in a real Chromium. */
class PagesIT {
  /** Texts that would have an effect if they were interpreted as markup, script or template. */
  private static final String HOSTILE =
      "</script><script>window.harm=1</script><img src=x onerror=window.harm=2>"
          + "\"'><b onmouseover=window.harm=3>{a}{b}${harm}<!--";

  /** The labels of the time axis of each chart that has one; all have to be alike. */
  private static final String AXES =
      "[...document.querySelectorAll('#time figure, #servers figure')].map(figure =>"
          + " [...figure.querySelectorAll('svg text')].map(text => text.textContent)"
          + ".filter(text => /^[0-9]+:[0-9.:]+$/.test(text)).slice(0, 5).join(' '))";

  @TempDir static Path directory;

  private static Browser browser;
  private static Path run;
  private static Path comparison;

  @BeforeAll
  static void open() throws Exception {
    browser = Browser.start(directory.resolve("profile"));
    Path parent = directory.resolve("results");
    Path hostile = PageFixtures.write(parent, "etcd", 40, HOSTILE);
    run =
        ResultDirectory.writeReport(
            hostile, HtmlDocument.of(RunContent.of(read(hostile))), FilePermissions.OWNER);
    List<Path> three =
        List.of(
            hostile,
            PageFixtures.write(parent, "zookeeper", 30, ""),
            PageFixtures.write(parent, "consul", 35, ""));
    Comparison compared =
        Comparison.of(
            ComparedRuns.read(three, PagesIT::unexpected, IntervalTrack.READING).orElseThrow());
    comparison = directory.resolve("comparison.html");
    Files.writeString(comparison, HtmlDocument.of(ComparisonContent.withCharts(compared)));
  }

  @AfterAll
  static void close() {
    if (browser != null) {
      browser.close();
    }
  }

  private static StoredRun read(Path directory) {
    return StoredRun.read(directory, PagesIT::unexpected, IntervalTrack.READING).orElseThrow();
  }

  private static void unexpected(String problem) {
    throw new AssertionError(problem);
  }

  @Test
  void aRunIsDrawnWithoutComplaintAndWithoutNetwork() throws Exception {
    browser.open(run);

    assertThat(texts("[...document.querySelectorAll('figure h3')].map(h => h.textContent)"))
        .containsExactly(
            "Throughput",
            "Response time",
            "Errors",
            "Events",
            "In flight",
            "Latency heat map",
            "Response time by percentile",
            "Client time",
            "Processor",
            "Memory",
            "Disk",
            "Network");
    assertDrawn();
    assertHarmless();
  }

  @Test
  void aComparisonIsDrawnWithoutComplaintAndWithoutNetwork() throws Exception {
    browser.open(comparison);

    assertThat(texts("[...document.querySelectorAll('figure h3')].map(h => h.textContent)"))
        .contains("Throughput over time", "p99 response time", "Server CPU", "Client time");
    assertThat(
            texts(
                "[...document.querySelectorAll('#chart-throughput .legend line')]"
                    + ".map(line => line.getAttribute('stroke'))"))
        .containsExactly("#0072B2", "#D55E00", "#009E73");
    assertDrawn();
    assertHarmless();
  }

  @Test
  void aComparisonBeginsWithBarsOfOneScale() throws Exception {
    browser.open(comparison);
    String widths =
        "[...document.querySelectorAll('.panel')[0].querySelectorAll('rect')]"
            + ".map(bar => Math.round(bar.getBoundingClientRect().width))";
    String fills =
        "[...document.querySelectorAll('.panel')[0].querySelectorAll('rect')]"
            + ".map(bar => getComputedStyle(bar).fill)";

    assertThat(texts("[...document.querySelectorAll('header h4')].map(h => h.textContent)"))
        .startsWith("Throughput", "p50 response time", "p99 response time");
    assertThat(texts(widths)).hasSize(3).allMatch(width -> Integer.parseInt(width) > 100);
    assertThat(texts(fills))
        .containsExactly("rgb(0, 114, 178)", "rgb(213, 94, 0)", "rgb(0, 158, 115)");
    assertThat(
            browser
                .evaluate(
                    "document.querySelector('.bars').getBoundingClientRect().top"
                        + " < document.querySelector('.verdict').getBoundingClientRect().top")
                .asBoolean())
        .isTrue();
  }

  @Test
  void stepsOfClientsAreDrawnOverTheirNumber() throws Exception {
    RunResult steps = StepFixtures.clientSteps();
    Path page = directory.resolve("steps.html");
    Files.writeString(
        page,
        HtmlDocument.of(
            RunContent.of(
                new StoredRun(
                    directory,
                    steps,
                    new RunBuilder("store").plan(),
                    List.of(),
                    List.of(),
                    Map.of()))));

    browser.open(page);
    click("document.querySelector('#chart-load-response details summary')");
    browser.await("document.querySelector('#chart-load-response tbody tr')");

    assertThat(texts("[...document.querySelectorAll('#load h3')].map(h => h.textContent)"))
        .containsExactly("Throughput by clients", "Response time by clients");
    assertThat(
            texts(
                "[...document.querySelectorAll('#chart-load-throughput svg text')]"
                    + ".map(text => text.textContent)"))
        .contains("1", "10", "100", "1,000", "clients");
    assertThat(
            texts(
                "[...document.querySelectorAll('#chart-load-response tbody th')]"
                    + ".map(cell => cell.textContent)"))
        .containsExactly("1", "10", "50", "100", "300", "500", "700", "1,000");
    assertDrawn();
  }

  @Test
  void rareEventsHaveTheirNamesInTheFirstChart() throws Exception {
    browser.open(run);

    assertThat(
            texts(
                "[...document.querySelectorAll('#chart-throughput svg text')]"
                    + ".map(text => text.textContent)"))
        .contains("election", "snapshot");
  }

  @Test
  void aHeatMapIsReadableInLightAndDark() throws Exception {
    Path page = directory.resolve("suite.html");
    Files.writeString(page, HtmlDocument.of(SuiteContent.of(SuiteCells.of(Suites.grid(0.5)))));

    browser.openStill(page);
    assertThat(browser.evaluate("document.querySelectorAll('.grid td a').length").asInt())
        .isEqualTo(44);
    String texts =
        "[...document.querySelectorAll('.grid td[class]')].map(td => td.querySelector('a') || td)";
    assertThat(browser.leastContrast(texts)).isGreaterThan(4.5);
    browser.prefer("dark");
    browser.await("getComputedStyle(document.body).backgroundColor === 'rgb(20, 23, 26)'");
    assertThat(browser.leastContrast(texts)).isGreaterThan(4.5);
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void onAPhoneTheFiguresAreOnTheFirstScreen() throws Exception {
    browser.open(run);
    browser.call(
        "Emulation.setDeviceMetricsOverride",
        "{\"width\":390,\"height\":800,\"deviceScaleFactor\":2,\"mobile\":true}");
    browser.await("document.documentElement.clientWidth === 390");

    assertThat(
            browser
                .evaluate("document.querySelector('.tiles').getBoundingClientRect().top")
                .asDouble())
        .isLessThan(800);
    assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
        .isLessThanOrEqualTo(390);
  }

  @Test
  void aHistoryIsDrawnWithItsChanges() throws Exception {
    Path runs = directory.resolve("history");
    for (int day = 0; day < 16; day++) {
      int perSecond = (day < 10 ? 200 : 150) + day % 3;
      StoredFixtures.writeBenchmark(
          runs, perSecond, PhaseFixtures.START.plusSeconds(86_400L * day), "v" + day + HOSTILE);
    }
    History history = History.read(List.of(runs), PagesIT::unexpected).orElseThrow();
    Path page = directory.resolve("history.html");
    Files.writeString(
        page, HtmlDocument.of(HistoryContent.of(history, List.of("REGRESSION"), "0.1.0")));

    browser.open(page);

    assertThat(texts("[...document.querySelectorAll('figure h3')].map(h => h.textContent)"))
        .containsExactly("Throughput", "p50 response time", "p99 response time");
    assertThat(
            texts(
                "[...document.querySelectorAll('#chart-figure-1-1 svg text')]"
                    + ".map(text => text.textContent).filter(text => text.endsWith(' %'))"))
        .singleElement()
        .asString()
        .matches("-2[0-9]\\.[0-9] %");
    assertDrawn();
    assertHarmless();
  }

  @Test
  void labelsOfHighRatesLeaveRoomForTheNameOfTheAxis() throws Exception {
    Path runs = directory.resolve("fast");
    for (int day = 0; day < 3; day++) {
      Instant start = PhaseFixtures.START.plusSeconds(86_400L * day);
      StoredFixtures.writeBenchmark(runs, 100_000 * (1 + day), start, "v" + day);
    }
    History history = History.read(List.of(runs), PagesIT::unexpected).orElseThrow();
    Path page = directory.resolve("fast.html");
    Files.writeString(page, HtmlDocument.of(HistoryContent.of(history, List.of("Fine."), "0.1.0")));

    browser.open(page);

    assertThat(
            texts(
                "[...document.querySelectorAll('#chart-figure-1-1 svg text')]"
                    + ".map(text => text.textContent).filter(text => text.endsWith('/s'))"))
        .contains("0/s", "200k/s")
        .noneMatch(text -> text.matches("[0-9]{3},.*"));
    assertDrawn();
  }

  @Test
  void faultWindowsAreShadedInAllChartsOverTime() throws Exception {
    StoredRun stored = read(run.getParent());
    PhaseResult disturbed = FaultFixtures.leaderKilled().phases().getFirst();
    PhaseResult phase =
        stored
            .result()
            .phases()
            .getFirst()
            .with(
                copy ->
                    copy.incidents =
                        new Incidents(
                            Optional.of(List.of()),
                            Optional.of(List.of()),
                            disturbed.incidents().faultWindows()));
    Path page = directory.resolve("faults.html");
    Files.writeString(
        page,
        HtmlDocument.of(
            RunContent.of(
                new StoredRun(
                    stored.directory(),
                    new ChangedResult(stored.result()).phases(List.of(phase)).result(),
                    stored.plan(),
                    stored.intervals(),
                    stored.hosts(),
                    stored.readings()))));
    String shades =
        "[...document.querySelectorAll('#time figure')].map(figure => ''"
            + " + figure.querySelectorAll('svg path[fill-opacity=\"0.12\"]').length)";

    browser.open(run);
    assertThat(texts(shades)).isNotEmpty().containsOnly("0");
    browser.open(page);
    assertThat(texts(shades)).isNotEmpty().containsOnly("2");
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void allChartsHaveOneTimeAxisThatButtonsAndKeysMove() throws Exception {
    browser.open(run);
    List<String> whole = texts(AXES);

    click("[...document.querySelectorAll('#tools button')].find(b => b.textContent === 'Zoom in')");
    List<String> zoomed = texts(AXES);
    String seen = text("document.getElementById('seen').textContent");
    browser.evaluate("document.querySelector('#chart-cpu .drawing').focus()");
    browser.press("ArrowRight");
    List<String> moved = texts(AXES);
    browser.press("0");

    assertThat(whole).hasSize(10).containsOnly(whole.getFirst());
    assertThat(zoomed).containsOnly(zoomed.getFirst()).doesNotContain(whole.getFirst());
    assertThat(moved).containsOnly(moved.getFirst()).doesNotContain(zoomed.getFirst());
    assertThat(seen).isEqualTo("0:10 to 0:30");
    assertThat(texts(AXES)).isEqualTo(whole);
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void theLegendHidesLinesAndTablesHaveTheSameFigures() throws Exception {
    browser.open(run);
    String line = "document.querySelector('#chart-cpu .drawing path[stroke=\"#0072B2\"]')";
    assertThat(browser.evaluate(line + " !== null").asBoolean()).isTrue();

    click("document.querySelector('#chart-cpu .legend button')");
    browser.await(line + " === null");
    click("document.querySelector('#chart-throughput details summary')");
    browser.await("document.querySelector('#chart-throughput tbody tr')");

    assertThat(text("document.querySelector('#chart-cpu .legend button').ariaPressed"))
        .isEqualTo("false");
    assertThat(
            texts(
                "[...document.querySelectorAll('#chart-throughput tbody tr')]"
                    + ".map(row => row.textContent)"))
        .hasSize(40)
        .contains("0:03.5300/s500/s", "0:07.50/s500/s");
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void theKeyboardReachesButtonsDrawingsAndTables() throws Exception {
    browser.open(run);
    List<String> reached = new ArrayList<>();
    for (int tabs = 0; tabs < 40; tabs++) {
      browser.press("Tab");
      reached.add(text("document.activeElement.tagName + ' ' + document.activeElement.className"));
    }

    assertThat(reached).contains("A ", "BUTTON ", "DIV drawing", "SUMMARY ");
  }

  @Test
  void itIsReadableInTheDarkOnAPhoneAndOnPaper() throws Exception {
    String ink = "document.querySelector('#chart-throughput .legend line').getAttribute('stroke')";
    String paper = "getComputedStyle(document.body).backgroundColor";
    browser.open(run);
    assertThat(text(paper)).isEqualTo("rgb(255, 255, 255)");

    browser.prefer("dark");
    browser.await(ink + " === '#1F8FD6'");
    assertThat(text(paper)).isEqualTo("rgb(20, 23, 26)");

    JsonNode pdf = browser.call("Page.printToPDF", "{}");
    assertThat(Base64.getDecoder().decode(pdf.get("data").asText()))
        .startsWith("%PDF".getBytes(StandardCharsets.US_ASCII))
        .hasSizeGreaterThan(50_000);
    browser.await(ink + " === '#1F8FD6'");

    browser.call(
        "Emulation.setDeviceMetricsOverride",
        "{\"width\":390,\"height\":800,\"deviceScaleFactor\":2,\"mobile\":true}");
    browser.await("document.querySelector('#chart-throughput svg').clientWidth < 390");
    assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
        .isLessThanOrEqualTo(390);
    assertThat(browser.complaints()).isEmpty();
  }

  private static void assertDrawn() {
    assertThat(
            texts(
                "[...document.querySelectorAll('figure[data-chart]')]"
                    + ".filter(figure => figure.querySelectorAll('svg path').length < 3)"
                    + ".map(figure => figure.id)"))
        .isEmpty();
    assertThat(browser.complaints()).isEmpty();
    assertThat(browser.requests()).hasSize(1).allMatch(request -> request.startsWith("file:"));
  }

  private static void assertHarmless() {
    browser.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)");
    assertThat(text("String(window.harm)")).isEqualTo("undefined");
    assertThat(browser.evaluate("document.querySelectorAll('script').length").asInt()).isEqualTo(3);
    assertThat(browser.evaluate("document.querySelectorAll('img, b, main script').length").asInt())
        .isZero();
    assertThat(text("document.body.textContent")).contains("<img src=x onerror=window.harm=2>");
  }

  private static void click(String element) {
    browser.evaluate("(" + element + ").click()");
  }

  private static String text(String expression) {
    return browser.evaluate(expression).asText();
  }

  private static List<String> texts(String expression) {
    return StreamSupport.stream(browser.evaluate(expression).spliterator(), false)
        .map(JsonNode::asText)
        .toList();
  }
}
