package io.kvbench.reports.content;

import static io.kvbench.results.format.RunStatus.COMPLETE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.reports.ChangedResult;
import io.kvbench.reports.FailureFixtures;
import io.kvbench.reports.FaultFixtures;
import io.kvbench.reports.FindFixtures;
import io.kvbench.reports.HostileFixtures;
import io.kvbench.reports.PageFixtures;
import io.kvbench.reports.ResultFixtures;
import io.kvbench.reports.RunBuilder;
import io.kvbench.reports.StepFixtures;
import io.kvbench.reports.StoredFixtures;
import io.kvbench.reports.compare.ComparedRun;
import io.kvbench.reports.compare.ComparedRuns;
import io.kvbench.reports.compare.Comparison;
import io.kvbench.reports.document.Chart;
import io.kvbench.reports.document.Chart.Curve;
import io.kvbench.reports.document.Chart.Happenings;
import io.kvbench.reports.document.Chart.Heat;
import io.kvbench.reports.document.Chart.Line;
import io.kvbench.reports.document.Chart.Lines;
import io.kvbench.reports.document.Chart.MarkRow;
import io.kvbench.reports.document.Chart.Percentiles;
import io.kvbench.reports.document.MarkShape;
import io.kvbench.reports.html.HtmlDocument;
import io.kvbench.reports.run.TimesSheets;
import io.kvbench.reports.spikes.Spikes;
import io.kvbench.reports.table.Cell;
import io.kvbench.reports.table.Sheet;
import io.kvbench.reports.text.CellText;
import io.kvbench.reports.text.TextReport;
import io.kvbench.reports.text.TextStyle;
import io.kvbench.results.directory.IntervalTrack;
import io.kvbench.results.directory.PlanDocument;
import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.directory.StoredInterval;
import io.kvbench.results.directory.StoredRun;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RunPageTest {
  private static final Locale DEFAULT = Locale.getDefault();
  private static final int HOUR = 3_600;

  @TempDir Path parent;

  @AfterEach
  void restoreLocale() {
    Locale.setDefault(DEFAULT);
  }

  /** The rule of tables: ten operations beyond, here 10 of 1,000 in ten seconds. */
  @Test
  void aPercentileIsThatOfAsManySecondsAsItTakesToKnowIt() throws Exception {
    Path slow = StoredFixtures.write(parent, "store", 24, 107);
    StoredRun run = read(slow);

    List<Chart> figures = charts(run, Optional.empty());
    List<Number> median = line(figures, "response", "p50").values();
    List<Number> tail = line(figures, "response", "p99").values();

    assertThat(median.stream().distinct()).hasSizeGreaterThan(15);
    assertThat(tail.subList(0, 3)).as("before a silent second").containsOnly(Chart.ABSENT);
    assertThat(tail.subList(3, 12).stream().distinct()).hasSize(1);
    assertThat(tail.get(3).doubleValue()).isPositive();
    assertThat(tail.get(13)).isNotEqualTo(tail.get(3));
    assertThat(tail.getLast()).as("a rest of too few").isEqualTo(Chart.ABSENT);
    assertThat(lines(figures, "response").lines())
        .extracting(Line::name)
        .as("10,000 operations would be needed")
        .doesNotContain("p99.9")
        .contains("max");
  }

  @Test
  void theVerdictComesFirstAndEverythingToRepeatItLast() throws Exception {
    Path run = PageFixtures.write(parent, "etcd", 20, "");

    String page = HtmlDocument.of(RunContent.of(read(run)));
    String text = page.substring(page.indexOf("<body>"), page.indexOf("<script"));

    assertThat(text.replaceAll("<[^>]*>", ""))
        .containsSubsequence(
            "write (",
            " operations) on etcd 1.0",
            "INVALID: the times below cover only",
            "check: seen (expected: expected)",
            "Throughput",
            "Other outcomes",
            "What was not OK",
            "TIMEOUT",
            "no answer",
            "Throughput",
            "Response time by percentile",
            "Reproduce",
            "keysize=256",
            "All settings",
            "fieldnameprefix");
  }

  @Test
  void aGapIsAGapAndNeverZero() throws Exception {
    List<Chart> figures = figures(20);

    assertThat(line(figures, "throughput", "OK").values().get(PageFixtures.GAP)).isEqualTo(0L);
    assertThat(line(figures, "response", "p99").values().get(PageFixtures.GAP)).isEqualTo(-1L);
    assertThat(line(figures, "response", "p99").values().get(0).doubleValue()).isPositive();
    Line memory = line(figures, "memory", "node-2");
    List<Number> times = memory.seconds();
    assertThat(times).hasSize(20).contains(6.0, 7.0, 8.0);
    assertThat(memory.values().get(times.indexOf(7.0))).isEqualTo(-1L);
    assertThat(memory.values().get(times.indexOf(8.0)).longValue()).isEqualTo(208L << 20);
  }

  @Test
  void spikesAreOnTheTimeAxisWithTheirCauses() throws Exception {
    StoredRun run = stored(40);

    assertThat(new RunCharts(run, Spikes.of(run)).axis().marks())
        .filteredOn(mark -> mark.kind().equals("spike"))
        .singleElement()
        .satisfies(
            mark -> {
              assertThat(mark.at()).isCloseTo(PageFixtures.GAP, within(0.01));
              assertThat(mark.text()).isEqualTo("no OK answers: no cause found");
            });
    assertThat(HtmlDocument.of(RunContent.of(run)).replaceAll("<[^>]*>", " "))
        .containsSubsequence(
            "Server events, injected faults and changes of the load, and spikes with what they are attributed to.",
            "usual slowest 1 %",
            "no cause found");
  }

  @Test
  void hostsAreDrawnByWhatEachDidPerSecond() throws Exception {
    List<Chart> figures = figures(20);

    assertThat(names(figures, "cpu")).containsExactly("node-1", "node-2", "node-3", "client");
    assertThat(names(figures, "network"))
        .containsExactly("this machine received", "this machine sent");
    assertThat(names(figures, "disk"))
        .contains("node-1 wrote", "node-3 read", "this machine disks: written");
    assertThat(line(figures, "network", "this machine received").values().get(2).longValue())
        .isEqualTo(1_037 * 4_000L);
    assertThat(line(figures, "disk", "this machine disks: written").values().get(2).longValue())
        .isEqualTo(1_037 * 20 * 512L);
  }

  @Test
  void stepsOfClientsAreDrawnOverTheirNumber() throws Exception {
    RunResult steps = StepFixtures.clientSteps();

    String page =
        HtmlDocument.of(
            RunContent.of(
                new StoredRun(
                    parent,
                    steps,
                    new RunBuilder("store").plan(),
                    List.of(),
                    List.of(),
                    Map.of())));

    assertThat(charts(page)).containsSubsequence("load-throughput", "load-response");
    JsonNode throughput = figuresOf(page).at("/charts/0");
    assertThat(throughput.at("/axis").asText()).isEqualTo("clients");
    assertThat(throughput.at("/wide").asBoolean()).isTrue();
    assertThat(throughput.at("/curves/0/points").size()).isEqualTo(2 * 8);
    assertThat(figuresOf(page).at("/charts/1/curves")).hasSize(3);
  }

  @Test
  void aSearchIsDrawnOverTheOfferedRateWithItsMarks() throws Exception {
    Path run = PageFixtures.write(parent, "etcd", 20, "");
    ResultDirectory.writeFind(run, FindFixtures.curve(), FilePermissions.OWNER);

    String page = HtmlDocument.of(RunContent.of(read(run)));

    JsonNode throughput = figuresOf(page).at("/charts/0");
    assertThat(throughput.at("/axis").asText()).isEqualTo("offered requests/s");
    assertThat(throughput.at("/diagonal").asBoolean()).isTrue();
    assertThat(throughput.at("/marks").findValuesAsText("name"))
        .containsExactly("knee", "collapse");
    assertThat(page).contains("a &lt;note&gt;");
  }

  @Test
  void theOfferedRateIsALineOfAnOpenLoop() throws Exception {
    List<Chart> closed = offering(index -> OptionalDouble.empty());
    List<Chart> open = offering(index -> OptionalDouble.of(100 + index));

    assertThat(names(closed, "throughput")).containsExactly("OK");
    assertThat(names(open, "throughput")).containsExactly("OK", "offered");
    assertThat(line(open, "throughput", "offered").values().subList(0, 3))
        .containsExactly(100L, 101L, 102L);
  }

  private List<Chart> offering(IntFunction<OptionalDouble> offered) throws Exception {
    StoredRun run = stored(20);
    List<StoredInterval> intervals =
        run.intervals().stream()
            .map(
                each ->
                    new StoredInterval(
                        each.index(),
                        each.phase(),
                        each.step(),
                        each.startedAt(),
                        each.wallNanos(),
                        each.clients(),
                        offered.apply(each.index()),
                        each.count(),
                        each.okCount(),
                        each.errorCount(),
                        each.errors(),
                        each.okByType(),
                        each.inFlight()))
            .toList();
    return charts(
        new StoredRun(
            run.directory(), run.result(), run.plan(), intervals, run.hosts(), run.readings()),
        Optional.empty());
  }

  /** A slice of 7 ms in which two requests timed out is no rate of 286 errors per second. */
  @Test
  void anIntervalThatWasCutShortHasNoRate() throws Exception {
    StoredRun run = stored(20);
    List<StoredInterval> intervals = new ArrayList<>(run.intervals());
    StoredInterval last = intervals.removeLast();
    intervals.add(cut(last));
    StoredRun stored =
        new StoredRun(
            run.directory(), run.result(), run.plan(), intervals, run.hosts(), run.readings());

    List<Chart> figures = charts(stored, Optional.empty());

    assertThat(line(figures, "throughput", "OK").values().getLast()).isEqualTo(Chart.ABSENT);
    assertThat(line(figures, "throughput", "OK").values().get(18).longValue()).isPositive();
    assertThat(line(figures, "errors", "TIMEOUT").values().getLast()).isEqualTo(Chart.ABSENT);
    List<Chart> compared =
        overTime(
            Comparison.of(
                List.of(
                    ComparedRun.of("cut", stored, List.of()),
                    ComparedRun.of("whole", run, List.of()))));
    List<Line> rates = lines(compared, "throughput").lines();
    assertThat(rates.getFirst().values().getLast()).isEqualTo(Chart.ABSENT);
    assertThat(rates.getLast().values().getLast().longValue()).isPositive();
  }

  private static StoredInterval cut(StoredInterval of) {
    return new StoredInterval(
        of.index(),
        of.phase(),
        of.step(),
        of.startedAt(),
        7_000_000,
        of.clients(),
        of.offeredPerSecond(),
        of.count() + 2,
        of.okCount(),
        of.errorCount() + 2,
        Map.of(ErrorKind.TIMEOUT, 2L),
        of.okByType(),
        of.inFlight());
  }

  @Test
  void mixesHaveLinesOfTheirOwn() throws Exception {
    StoredRun run = stored(20);
    Instant start = run.result().phases().getFirst().span().startedAt();
    StringBuilder csv =
        new StringBuilder(
            "mix,phase,startedAt,wallMicros,offeredPerSecond,okCount,responseP99Micros\n");
    for (int second = 0; second < 3; second++) {
      csv.append("a,run,%s,1000000,,%d,\n".formatted(start.plusSeconds(second), second));
      csv.append("b,run,%s,1000000,20.0,10,700\n".formatted(start.plusSeconds(2L * second)));
    }
    csv.append("a,run,%s,7000,,1,\n".formatted(start.plusSeconds(3)));
    Files.writeString(run.directory().resolve(ResultDirectory.MIXES), csv);

    List<Chart> figures = charts(run, Optional.empty());

    assertThat(names(figures, "mixes-throughput")).containsExactly("a", "b", "b offered");
    assertThat(names(figures, "mixes-response")).containsExactly("a", "b");
    assertThat(line(figures, "mixes-throughput", "a").values()).containsExactly(0L, 1L, 2L, -1L);
    // Seconds are missing between those of the other mix.
    assertThat(line(figures, "mixes-throughput", "b").values())
        .containsExactly(10L, -1L, 10L, -1L, 10L);
    assertThat(line(figures, "mixes-response", "b").values())
        .containsExactly(700L, -1L, 700L, -1L, 700L);
    List<Line> lines = lines(figures, "mixes-throughput").lines();
    assertThat(lines).extracting(Line::stroke).doesNotHaveDuplicates();
    assertThat(lines.get(2).stroke().light()).isEqualTo(lines.get(1).stroke().light());
  }

  @Test
  void percentilesDifferInColourAndDashes() throws Exception {
    List<Line> lines = lines(figures(20), "response").lines();

    assertThat(lines)
        .extracting(Line::name)
        .as("too few operations for p99.9")
        .containsExactly("p50", "p90", "p99", "max");
    assertThat(lines).extracting(line -> line.stroke().light()).doesNotHaveDuplicates();
    assertThat(lines).extracting(line -> line.stroke().dash()).doesNotHaveDuplicates();
  }

  @Test
  void aRunThatMeasuredNothingHasNoEmptyParts() throws Exception {
    RunResult failed = FailureFixtures.failedLoad();
    RunResult nothing = new ChangedResult(failed).phases(List.of()).result();

    String page =
        HtmlDocument.of(
            RunContent.of(
                new StoredRun(
                    parent,
                    nothing,
                    new RunBuilder("store").plan(),
                    List.of(),
                    List.of(),
                    Map.of())));
    assertThat(page)
        .doesNotContain("id=\"time\"", "id=\"times\"", "#time", "class=\"tiles\"", "<script")
        .contains("class=\"verdict ", "id=\"repeat\"");
  }

  private static JsonNode figuresOf(String page) throws Exception {
    String begin = "id=\"figures\">";
    int from = page.indexOf(begin) + begin.length();
    return new ObjectMapper().readTree(page.substring(from, page.indexOf("</script>", from)));
  }

  private static List<String> charts(String page) throws Exception {
    return figuresOf(page).at("/charts").findValuesAsText("id");
  }

  @Test
  void aComparisonBeginsWithBarsAndTheirLimits() throws Exception {
    List<Path> two =
        List.of(
            PageFixtures.write(parent, "zookeeper", 20, ""),
            PageFixtures.write(parent, "etcd", 20, ""));
    Comparison comparison =
        Comparison.of(
            ComparedRuns.read(two, RunPageTest::unexpected, IntervalTrack.READING).orElseThrow());

    String page = HtmlDocument.of(ComparisonContent.withCharts(comparison));

    String first = page.substring(page.indexOf("<h1>"), page.indexOf("class=\"verdict "));
    assertThat(first).contains("<h3>Main figures</h3>", "<table").doesNotContain("<caption>");
    assertThat(first.replaceAll("<[^>]*>", " "))
        .containsSubsequence(
            "confidence interval (95\u00a0%)",
            "Throughput", "zookeeper 1.0, INVALID", "p50 response time", "p99 response time");
    assertThat(first.split("<rect ", -1)).hasSize(1 + 3 * 2);
    assertThat(first.split("class=\"range\"", -1)).hasSize(1 + 3 * 2);
    assertThat(page).contains(".paint-0 { fill: #D55E00; }", ".paint-1 { fill: #0072B2; }");
  }

  @Test
  void thePageOfAComparisonHasTheRunsThatWereCompared() throws Exception {
    List<Path> two =
        List.of(
            PageFixtures.write(parent, "zookeeper", 20, ""),
            PageFixtures.write(parent, "etcd", 20, ""));
    Comparison comparison =
        Comparison.of(
            ComparedRuns.read(two, RunPageTest::unexpected, IntervalTrack.READING).orElseThrow());
    Files.delete(two.getFirst().resolve("result.json"));

    assertThat(HtmlDocument.of(ComparisonContent.withCharts(comparison)))
        .contains("zookeeper 1.0", "etcd 1.0");
  }

  @Test
  void eventsHaveTheirSystemsColourAndAShapeForEachKind() throws Exception {
    List<Path> two =
        List.of(
            cutShort(PageFixtures.write(parent, "zookeeper", 20, "")),
            PageFixtures.write(parent, "etcd", 20, ""));
    Comparison comparison =
        Comparison.of(
            ComparedRuns.read(two, RunPageTest::unexpected, IntervalTrack.READING).orElseThrow());
    List<Chart> figures = overTime(comparison);

    Happenings events =
        figures.stream()
            .filter(Happenings.class::isInstance)
            .map(Happenings.class::cast)
            .findFirst()
            .orElseThrow();
    assertThat(events.time().rows())
        .extracting(MarkRow::label, MarkRow::shape, row -> row.stroke().light())
        .containsExactly(
            tuple("zookeeper 1.0: election", MarkShape.TRIANGLE, "#D55E00"),
            tuple("zookeeper 1.0: snapshot, first 50 of 61", MarkShape.SQUARE, "#D55E00"),
            tuple("etcd 1.0: election", MarkShape.TRIANGLE, "#0072B2"),
            tuple("etcd 1.0: snapshot", MarkShape.SQUARE, "#0072B2"));
    assertThat(events.note())
        .endsWith("Truncated here and in the table: zookeeper 1.0: snapshot, first 50 of 61.");
    assertThat(events.time().marks()).hasSize(2 + 50 + 1);
  }

  /** Gives a run 61 snapshots, of which its list has 50. */
  private static Path cutShort(Path run) throws Exception {
    ObjectMapper json = new ObjectMapper();
    File file = run.resolve("result.json").toFile();
    JsonNode result = json.readTree(file);
    ObjectNode events = (ObjectNode) result.at("/cluster/events");
    ((ObjectNode) events.get("counts")).put("SNAPSHOT", 61);
    events.put("leftOut", 11);
    ArrayNode list = (ArrayNode) events.get("list");
    JsonNode snapshot =
        StreamSupport.stream(list.spliterator(), false)
            .filter(event -> event.get("kind").asText().equals("SNAPSHOT"))
            .findFirst()
            .orElseThrow();
    for (int more = 1; more < 50; more++) {
      list.add(snapshot);
    }
    json.writeValue(file, result);
    return run;
  }

  @Test
  void curvesEndWhereThereAreNoMoreOperations() throws Exception {
    Percentiles chart =
        (Percentiles)
            figures(20).stream()
                .filter(each -> each.id().equals("percentiles"))
                .findFirst()
                .orElseThrow();

    List<Number> points = chart.curves().getFirst().points();
    assertThat(points.get(points.size() - 2).doubleValue()).isBetween(5_000.0, 5_700.0);
  }

  @Test
  void curvesEndWithTheSlowestOperation() {
    long[] nanos = new long[10];
    Arrays.fill(nanos, 1_000_000);
    nanos[3] = 1_000_000_000;

    List<Number> points =
        Curves.curve("LOCK", Strokes.part(0), TimeHistogram.ofNanos(nanos)).points();

    assertThat(points.getFirst().doubleValue()).isEqualTo(1);
    assertThat(points.get(1).doubleValue()).isCloseTo(1_000, within(10.0));
    assertThat(points.get(points.size() - 2).doubleValue()).isEqualTo(10);
    assertThat(points.getLast().doubleValue()).isCloseTo(1_000_000, within(10_000.0));
    assertThat(points).as("no percentile of ten times is known").hasSize(4);
  }

  /** The rule of tables: ten operations beyond, on either side. */
  @Test
  void curvesHaveNoPointForAPercentileOfAFewOperations() {
    List<Number> points =
        Curves.curve("LOCK", Strokes.part(0), TimeHistogram.ofNanos(new long[1_000])).points();

    List<Double> oneOf =
        IntStream.range(1, points.size() / 2 - 1)
            .mapToObj(point -> points.get(2 * point).doubleValue())
            .toList();
    assertThat(oneOf).allMatch(each -> each >= 1.01 && each <= 100).contains(10.0, 100.0);
  }

  @Test
  void deliveriesHaveAChartAndATableAndOwnersOfLocksToo() throws Exception {
    Path run = PageFixtures.write(parent, "etcd", 20, "");
    ObjectMapper json = new ObjectMapper();
    File file = run.resolve("result.json").toFile();
    JsonNode result = json.readTree(file);
    ObjectNode phase = (ObjectNode) result.at("/phases/0");
    ObjectNode operations = (ObjectNode) phase.get("operations");
    operations.set("WATCH_DELIVERY", operations.get("INSERT"));
    operations.set("LOCK", operations.remove("INSERT"));
    JsonNode counts =
        json.readTree(
            """
            {"overlaps": 0, "pausedOverlaps": 41, "expiredOverlaps": 0, "staleWrites": 0,
             "tokensOutOfOrder": 0, "earlyExpiries": 0, "earliestNanos": 0,
             "deliveries": {"expected": 3000, "delivered": 2958, "lost": 42, "duplicated": 0,
              "reordered": 0, "coalesced": 0, "interruptions": 0, "failures": 0}}
            """);
    phase.set("coordination", counts);
    ((ObjectNode) result).set("coordination", counts);
    json.writeValue(file, result);

    List<Chart> figures = charts(read(run), Optional.empty());
    assertThat(curves(figures, "between")).containsExactly("WATCH_DELIVERY");
    assertThat(curves(figures, "percentiles")).containsExactly("LOCK");
    String page = HtmlDocument.of(RunContent.of(read(run)));
    assertThat(page.replaceAll("<[^>]*>", " ").replaceAll("\\s+", " "))
        .contains("Deliveries to watchers", "3,000 2,958 42 0")
        .contains("Owners of locks", "0 41 0 0 0");
  }

  private static List<String> curves(List<Chart> figures, String id) {
    return figures.stream()
        .filter(chart -> chart.id().equals(id))
        .flatMap(chart -> ((Percentiles) chart).curves().stream())
        .map(Curve::name)
        .toList();
  }

  @Test
  void heatMapsHaveEveryOperationOnce() throws Exception {
    Heat heat =
        (Heat) figures(20).stream().filter(Heat.class::isInstance).findFirst().orElseThrow();

    long count = 0;
    for (List<Number> column : heat.columns()) {
      for (int at = 1; at < column.size(); at += 2) {
        count += column.get(at).longValue();
      }
    }
    assertThat(count).isEqualTo(19 * 300);
    assertThat(heat.columns().get(PageFixtures.GAP)).isEmpty();
  }

  @Test
  void textsFromElsewhereAreEscaped() throws Exception {
    String hostile = "</script><script>alert(1)</script><!--\"'&\u202E";
    Path run = PageFixtures.write(parent, "etcd", 20, hostile);

    String page = HtmlDocument.of(RunContent.of(read(run)));
    String library = page.substring(page.lastIndexOf("<script>", page.lastIndexOf("<script>") - 1));
    String written = page.substring(0, page.length() - library.length());

    assertThat(written)
        .doesNotContain("<script>alert", "<!--", "\u202E")
        .contains("&lt;script&gt;");
    assertThat(page.split("</script>", -1)).hasSize(4);
  }

  @Test
  void aValueIsOneLineOfTheWorkloadFile() throws Exception {
    Path run = PageFixtures.write(parent, "etcd", 20, "\nfault=kill:all@1s");

    String page = HtmlDocument.of(RunContent.of(read(run)));

    assertThat(page)
        .contains("fieldnameprefix=field\\nfault=kill:all@1s\n")
        .doesNotContain("\nfault=");
  }

  @Test
  void thePageHasTheUsedPartsOfTheLibraryWithAllNotices() throws Exception {
    String page = HtmlDocument.of(RunContent.of(stored(20)));
    Matcher version =
        Pattern.compile("<echarts.version>(.*)</echarts.version>")
            .matcher(Files.readString(Path.of("../pom.xml")));

    assertThat(version.find()).isTrue();
    assertThat(page)
        .contains(
            "Parts of Apache ECharts " + version.group(1),
            "Licensed to the Apache Software Foundation",
            "Copyright (c) 2013, Baidu Inc.",
            "Copyright (c) Microsoft Corporation.");
    assertThat(page.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(800_000);
  }

  @Test
  void thePolicyAllowsNothingButThePagesOwn() throws Exception {
    String page = HtmlDocument.of(RunContent.of(stored(20)));

    Matcher policy =
        Pattern.compile("Content-Security-Policy\" content=\"([^\"]*)\"").matcher(page);
    assertThat(policy.find()).isTrue();
    assertThat(policy.group(1).replace("&#39;", "'"))
        .startsWith("default-src 'none';")
        .containsPattern("style-src 'sha256-[^']+'; script-src 'sha256-[^']+' 'sha256-[^']+'$")
        .doesNotContain("unsafe", "http", "*");
    assertThat(page.substring(0, page.indexOf("<script")))
        .doesNotContainPattern("(src|href)=\"(?!#)");
  }

  @Test
  void thePageIsTheSameInEveryLocale() throws Exception {
    StoredRun run = stored(20);
    String page = HtmlDocument.of(RunContent.of(run));
    for (String locale : List.of("de-DE", "ar-EG-u-nu-arab", "hi-IN-u-nu-deva", "tr-TR")) {
      Locale.setDefault(Locale.forLanguageTag(locale));
      assertThat(HtmlDocument.of(RunContent.of(run))).isEqualTo(page);
    }
  }

  static Stream<RunResult> results() {
    return Stream.of(
        ResultFixtures.writeMillion(),
        ResultFixtures.openLoopWithLag(),
        FailureFixtures.halfFailing(),
        FailureFixtures.interruptedEarly(),
        ResultFixtures.memory(),
        ResultFixtures.everything(),
        ResultFixtures.threeServers(),
        ResultFixtures.containers(),
        StepFixtures.clientSteps(),
        StepFixtures.interruptedSteps(),
        FailureFixtures.failedLoad(),
        HostileFixtures.hostile(),
        FaultFixtures.leaderKilled());
  }

  /** Runs with missing parts: charts are omitted, tables show what is known. */
  @ParameterizedTest
  @MethodSource("results")
  void thereIsAPageOfEveryResult(RunResult result) throws Exception {
    PlanDocument plan = new RunBuilder(result.system().name()).plan();

    String page =
        HtmlDocument.of(
            RunContent.of(new StoredRun(parent, result, plan, List.of(), List.of(), Map.of())));

    String text = page.substring(0, page.indexOf("<script")).replaceAll("<[^>]*>", " ");
    assertThat(text)
        .contains(result.verdict().validity() + (result.status() == COMPLETE ? "" : ", "))
        .doesNotContainPattern("[\\p{Cc}\\p{Cf}&&[^\\n]]|NaN|Optional|null");
  }

  /** Both write the same cells; times have no space before their unit in the text. */
  @ParameterizedTest
  @MethodSource("results")
  void thePageHasEveryTableOfTheText(RunResult result) throws Exception {
    PlanDocument plan = new RunBuilder(result.system().name()).plan();
    String page =
        HtmlDocument.of(
                RunContent.of(new StoredRun(parent, result, plan, List.of(), List.of(), Map.of())))
            .replaceAll("<[^>]*>", " ")
            .replace("&lt;", "<")
            .replaceAll("\\s+", " ");
    String report = TextReport.of(result, Optional.empty(), TextStyle.PLAIN);

    for (PhaseResult phase : PhaseResult.measured(result.phases())) {
      for (Sheet sheet : TimesSheets.of(phase)) {
        for (List<Cell> row : sheet.rows()) {
          assertThat(page).contains(words(row));
        }
        if (report.contains(sheet.title()) && phase.step().isEmpty()) {
          for (List<Cell> row : sheet.brief().rows()) {
            String times = words(row.subList(1, row.size())).replaceAll(" (?=.?s)", "");
            assertThat(report.replaceAll(" +", " "))
                .contains(CellText.plain(row.getFirst()) + " " + times);
          }
        }
      }
    }
  }

  private static String words(List<Cell> row) {
    return row.stream().map(CellText::plain).collect(Collectors.joining(" "));
  }

  @Test
  void faultWindowsAreShadedAndInATable() throws Exception {
    RunResult result = FaultFixtures.leaderKilled();
    StoredRun run =
        new StoredRun(
            parent, result, new RunBuilder("zookeeper").plan(), List.of(), List.of(), Map.of());

    assertThat(new RunCharts(run, Optional.empty()).axis().faultWindows())
        .containsExactly(new Chart.Span(10, 23), new Chart.Span(40, 52));
    assertThat(
            HtmlDocument.of(RunContent.of(run))
                .replaceAll("<[^>]*>", " ")
                .replaceAll("[\\s\u00a0]+", " "))
        .contains(
            "Fault windows (until 10.0 s after recovery) 10.0 s to 23.0 s, 40.0 s to 52.0 s: 1,503"
                + " of 2,503 operations failed; outside: 0 of 1,000,000");
    assertThat(new RunCharts(stored(20), Optional.empty()).axis().faultWindows()).isEmpty();
  }

  @Test
  void anHourWithThreeServersIsBelowFiveMegabytes() throws Exception {
    String page = HtmlDocument.of(RunContent.of(stored(HOUR)));

    assertThat(page.getBytes(StandardCharsets.UTF_8).length).isLessThan(5_000_000);
    if (System.getProperty("hour") != null) {
      Files.writeString(Path.of(System.getProperty("hour")), page);
    }
  }

  @Test
  void whatIsWrongWithADirectoryIsToldInOneSentence() throws Exception {
    Path run = PageFixtures.write(parent, "etcd", 20, "");
    Path host = run.resolve("host-node-2.csv");
    Files.writeString(host, Files.readString(host).replace(",0.0,", ",many,"));
    Files.writeString(host, Files.readString(host).replaceFirst("\n[0-9]+,", "\nlate,"));
    List<String> problems = new ArrayList<>();

    assertThat(StoredRun.read(run, problems::add, IntervalTrack.READING)).isEmpty();
    assertThat(problems).singleElement().asString().contains("host-node-2.csv is damaged in line");
  }

  private static List<Chart> charts(StoredRun run, Optional<Spikes> spikes) throws Exception {
    RunCharts charts = new RunCharts(run, spikes);
    List<Chart> all = new ArrayList<>(charts.overTime());
    all.addAll(charts.hosts());
    all.addAll(RunCharts.percentiles(PhaseResult.measured(run.result().phases())));
    return all;
  }

  private static List<Chart> overTime(Comparison comparison) {
    return ComparisonCharts.of(comparison).overTime();
  }

  private StoredRun stored(int seconds) throws Exception {
    return read(PageFixtures.write(parent, "etcd", seconds, ""));
  }

  private static StoredRun read(Path run) {
    return StoredRun.read(run, RunPageTest::unexpected, IntervalTrack.READING).orElseThrow();
  }

  private List<Chart> figures(int seconds) throws Exception {
    StoredRun run = stored(seconds);
    assertThat(run.result().schema()).isEqualTo(RunResult.SCHEMA);
    return charts(run, Optional.empty());
  }

  private static Lines lines(List<Chart> figures, String id) {
    for (Chart chart : figures) {
      if (chart instanceof Lines lines && lines.id().equals(id)) {
        return lines;
      }
    }
    throw new AssertionError("there is no chart " + id);
  }

  private static List<String> names(List<Chart> figures, String id) {
    return lines(figures, id).lines().stream().map(Line::name).toList();
  }

  private static Line line(List<Chart> figures, String id, String name) {
    return lines(figures, id).lines().stream()
        .filter(line -> line.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static void unexpected(String problem) {
    throw new AssertionError(problem);
  }
}
