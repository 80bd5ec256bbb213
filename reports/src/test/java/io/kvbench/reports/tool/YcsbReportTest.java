package io.kvbench.reports.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kvbench.core.measure.HistogramCodec;
import io.kvbench.core.measure.Interval;
import io.kvbench.core.measure.Snapshot;
import io.kvbench.core.measure.StatusSnapshot;
import io.kvbench.core.measure.Ticks;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.RunSettings;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.setting.YcsbSettings;
import io.kvbench.reports.ResultFixtures;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of reports in YCSB's form against those of YCSB 0.17.0 with its BasicDB ({@code
 * docs/benchmarks/ycsb-output} makes them), with a parser as scripts for YCSB have one.
 */
class YcsbReportTest {
  private static final Path THEIRS = Path.of("src/test/resources/ycsb");
  private static final Pattern LINE = Pattern.compile("\\[([^]]+)], (.+), (\\S+)");
  private static final RunResult RESULT = ResultFixtures.memory();
  private static final Instant START = Instant.parse("2026-02-03T04:05:06Z");
  private static final long SECOND = 1_000_000_000L;

  private static Settings settings(String... given) {
    Assignments assignments = new Assignments();
    for (String each : given) {
      String[] parts = each.split("=", 2);
      assignments.add(parts[0], parts[1], Origin.of("-p"));
    }
    List<Setting<?>> known = new ArrayList<>(YcsbSettings.all());
    known.addAll(RunSettings.all());
    Problems problems = new Problems();
    Settings settings = Settings.resolve(assignments, known, problems);
    assertThat(problems.list()).isEmpty();
    return settings;
  }

  private static YcsbReport report(Map<PhaseName, List<Interval>> intervals, String... given) {
    return new YcsbReport(RESULT, intervals, settings(given));
  }

  /** Reads a report as scripts do: by metric, then by measurement. */
  private static Map<String, Map<String, String>> parse(String report) {
    Map<String, Map<String, String>> parsed = new LinkedHashMap<>();
    report
        .lines()
        .forEach(
            line -> {
              Matcher matcher = LINE.matcher(line);
              assertThat(matcher.matches()).as(line).isTrue();
              parsed
                  .computeIfAbsent(matcher.group(1), metric -> new LinkedHashMap<>())
                  .put(matcher.group(2), matcher.group(3));
            });
    return parsed;
  }

  private static String theirs(String name) throws IOException {
    return Files.readString(THEIRS.resolve(name));
  }

  /** Returns names of measurements; the number of units of a time series varies. */
  private static List<String> names(Map<String, String> measurements) {
    return measurements.keySet().stream()
        .map(name -> name.matches("\\d+") ? "NUMBER" : name)
        .distinct()
        .toList();
  }

  private static Interval second(int index, long... readNanos) {
    TimeHistogram times = TimeHistogram.ofNanos(readNanos);
    return new Interval(
        START.plusSeconds(index),
        index * SECOND,
        SECOND,
        8,
        readNanos.length,
        new Snapshot(
            Map.of(
                OperationType.READ,
                Map.of(
                    Outcome.OK,
                    new StatusSnapshot(times, times),
                    ErrorKind.TIMEOUT,
                    new StatusSnapshot(times, times))),
            TimeHistogram.empty()),
        Ticks.sum(List.of()));
  }

  private static Map<PhaseName, List<Interval>> seconds() {
    return Map.of(
        PhaseName.RUN,
        List.of(second(0, 1_000_000, 3_000_000), second(1, 5_000_000), second(2, 7_000_000)),
        PhaseName.LOAD,
        List.of(second(0, 99_000_000)));
  }

  @ParameterizedTest
  @CsvSource({
    "hdrhistogram, hdrhistogram.txt",
    "histogram, histogram.txt",
    "timeseries, timeseries.txt",
    "raw, raw.txt"
  })
  void hasTheFieldsOfYcsbInTheirOrder(String type, String file) throws IOException {
    String[] verbose =
        type.equals("histogram")
            ? new String[] {"measurement.histogram.verbose=true", "histogram.buckets=3"}
            : new String[0];
    String[] given =
        Stream.concat(Stream.of("measurementtype=" + type), Arrays.stream(verbose))
            .toArray(String[]::new);
    Map<String, Map<String, String>> ours = parse(report(seconds(), given).text());
    Map<String, Map<String, String>> expected = parse(theirs(file));

    for (String metric :
        List.of("OVERALL", "TOTAL_GCs", "TOTAL_GC_TIME", "TOTAL_GC_TIME_%", "READ", "UPDATE")) {
      if (!(type.equals("timeseries") && metric.equals("UPDATE"))) {
        assertThat(names(ours.get(metric)))
            .as(metric)
            .containsExactlyElementsOf(names(expected.get(metric)));
      }
    }
    assertThat(ours.get("READ-MODIFY-WRITE")).as("has no statuses").doesNotContainKey("Return=OK");
    assertThat(expected.get("READ-MODIFY-WRITE")).doesNotContainKey("Return=OK");
  }

  /** Whole numbers are whole in both, and others have a decimal point. */
  @Test
  void numbersLookLikeThoseOfYcsb() throws IOException {
    Map<String, Map<String, String>> ours = parse(report(Map.of()).text());
    Map<String, Map<String, String>> expected = parse(theirs("hdrhistogram.txt"));

    for (String metric : List.of("OVERALL", "READ", "TOTAL_GCs", "TOTAL_GC_TIME_%")) {
      expected
          .get(metric)
          .forEach(
              (name, value) ->
                  assertThat(ours.get(metric).get(name))
                      .as(metric + " " + name)
                      .matches(value.contains(".") ? "\\d+\\.\\d+(E\\d+)?" : "\\d+"));
    }
  }

  @Test
  void figuresAreThoseOfTheResult() {
    PhaseResult run = RESULT.phases().getLast();
    Map<String, Map<String, String>> ours =
        parse(report(Map.of(), "hdrhistogram.percentiles=1, 50,99,99.9").text());

    assertThat(ours.get("OVERALL")).containsEntry("RunTime(ms)", "2000");
    assertThat(Double.parseDouble(ours.get("OVERALL").get("Throughput(ops/sec)")))
        .isEqualTo(run.achievedRequests() / 2.0);
    Map<String, String> reads = ours.get("READ");
    assertThat(reads)
        .containsEntry("Operations", "95000")
        .containsEntry("Return=OK", "95000")
        .containsKeys(
            "1stPercentileLatency(us)",
            "50thPercentileLatency(us)",
            "99thPercentileLatency(us)",
            "99.9PercentileLatency(us)");
    TimeHistogram times = run.operations().get(OperationType.READ).service().times();
    assertThat(Double.parseDouble(reads.get("AverageLatency(us)")))
        .isCloseTo(times.meanNanos() / 1_000, within(1e-9));
    assertThat(reads.get("99thPercentileLatency(us)"))
        .isEqualTo(Long.toString(times.percentileNanos(99) / 1_000));
    assertThat(reads.get("MaxLatency(us)")).isEqualTo(Long.toString(times.maxNanos() / 1_000));
  }

  @ParameterizedTest
  @ValueSource(strings = {"json", "jsonarray"})
  void jsonIsWrittenAsYcsbWritesIt(String form) throws IOException {
    String ours = report(Map.of(), "exporter=" + form).text();
    String expected = theirs(form + ".txt");

    assertThat(firstLines(ours)).isEqualTo(firstLines(expected));
    assertThat(end(ours)).isEqualTo(end(expected));
    assertThat(lines(ours)).isEqualTo(lines(report(Map.of()).text()));
  }

  private static String firstLines(String text) {
    return String.join("\n", text.lines().limit(8).toList()).replaceAll("[0-9.]+", "N");
  }

  private static String end(String text) {
    String numbers = text.replaceAll("[0-9.]+", "N");
    return numbers.substring(numbers.length() - 4);
  }

  /** Returns the lines of the text report that has the same content. */
  private static List<String> lines(String report) throws IOException {
    if (report.startsWith("[OVERALL]")) {
      return report.lines().toList();
    }
    List<String> lines = new ArrayList<>();
    try (MappingIterator<JsonNode> all =
        new ObjectMapper().readerFor(JsonNode.class).readValues(report)) {
      while (all.hasNext()) {
        JsonNode next = all.next();
        Iterable<JsonNode> objects = next.isArray() ? next : List.of(next);
        for (JsonNode each : objects) {
          lines.add(
              "[%s], %s, %s"
                  .formatted(
                      each.get("metric").asText(),
                      each.get("measurement").asText(),
                      each.get("value").asText()));
        }
      }
    }
    return lines;
  }

  @Test
  void failedOperationsHaveTheirOwnNames() {
    RunResult everything = ResultFixtures.everything();

    assertThat(parse(new YcsbReport(everything, Map.of(), settings()).text()))
        .containsKeys("READ", "READ-FAILED")
        .doesNotContainKey("READ-TIMEOUT")
        .hasEntrySatisfying(
            "READ", each -> assertThat(each).containsKeys("Return=OK", "Return=TIMEOUT"));
    assertThat(
            parse(
                new YcsbReport(everything, Map.of(), settings("reportlatencyforeacherror=true"))
                    .text()))
        .containsKeys("READ-TIMEOUT", "READ-NOT_FOUND")
        .doesNotContainKey("READ-FAILED");
    assertThat(
            parse(
                new YcsbReport(
                        everything, Map.of(), settings("latencytrackederrors=TIMEOUT,NOT_FOUND"))
                    .text()))
        .containsKeys("READ-TIMEOUT", "READ-NOT_FOUND", "READ-FAILED");
  }

  @Test
  void twoKindsOfMeasurementsAndOfTimesAreNamedApart() {
    assertThat(
            parse(
                report(
                        Map.of(),
                        "measurementtype=hdrhistogram+histogram",
                        "measurement.interval=both")
                    .text()))
        .containsKeys("HdrREAD", "BucketREAD", "HdrIntended-READ", "BucketIntended-UPDATE")
        .doesNotContainKeys("READ", "Intended-READ")
        .hasEntrySatisfying("HdrREAD", each -> assertThat(each).containsKey("Return=OK"))
        .hasEntrySatisfying("BucketREAD", each -> assertThat(each).doesNotContainKey("Return=OK"));
  }

  @Test
  void aTimeSeriesHasTheMeanOfEachUnit() {
    Map<String, String> reads =
        parse(report(seconds(), "measurementtype=timeseries").text()).get("READ");
    assertThat(Double.parseDouble(reads.get("0"))).isCloseTo(2_000, within(10.0));
    assertThat(Double.parseDouble(reads.get("1000"))).isCloseTo(5_000, within(10.0));
    assertThat(reads).containsKey("2000").doesNotContainKey("3000");

    Map<String, String> longer =
        parse(report(seconds(), "measurementtype=timeseries", "timeseries.granularity=2000").text())
            .get("READ");
    assertThat(Double.parseDouble(longer.get("0"))).isCloseTo(3_000, within(10.0));
    assertThat(longer).containsKey("2000").doesNotContainKey("1000");
  }

  @Test
  void everySingleTimeHasALine() throws IOException {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      StringBuilder points = new StringBuilder();
      report(seconds(), "measurementtype=raw").intervals().writeRaw(points);

      List<String> lines = points.toString().lines().toList();
      assertThat(lines.getFirst()).isEqualTo(theirs("raw-points.txt").lines().findFirst().get());
      assertThat(lines.subList(1, lines.size()))
          .filteredOn(line -> line.startsWith("READ,"))
          .hasSize(4)
          .allMatch(line -> line.matches("READ,\\d{13},\\d+"))
          .first()
          .asString()
          .startsWith("READ," + START.plusSeconds(1).toEpochMilli() + ",1000");
      assertThat(lines).filteredOn(line -> line.startsWith("READ-FAILED,")).hasSize(4);
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void histogramLogsAreInMicrosecondsByStatusInterval() {
    Map<String, String> logs =
        report(
                seconds(),
                "hdrhistogram.fileoutput=true",
                "hdrhistogram.output.path=out/",
                "status.interval=2")
            .intervals()
            .histogramLogs();

    assertThat(logs).containsOnlyKeys("out/READ.hdr", "out/READ-FAILED.hdr");
    List<String> lines =
        logs.get("out/READ.hdr").lines().filter(line -> line.matches("\\d.*")).toList();
    assertThat(lines).hasSize(2);
    assertThat(lines.getFirst()).startsWith("0.000,2.000,0.005,");
    TimeHistogram first = HistogramCodec.decode(lines.getFirst().split(",", -1)[3], 0);
    assertThat(first.count()).isEqualTo(3);
    assertThat(first.maxNanos()).as("microseconds").isBetween(4_990L, 5_010L);
  }

  @Test
  void aStatusLineIsThatOfYcsb() throws IOException {
    Interval interval = second(0, 1_000_000, 3_000_000);
    String line =
        new YcsbStatus(Duration.ofSeconds(10), 200, 4_000, 123.456, interval.recorded())
            .line("", ZonedDateTime.of(2026, 2, 3, 4, 5, 6, 7_000_000, ZoneOffset.UTC), settings());

    assertThat(line)
        .startsWith(
            "2026-02-03 04:05:06:007 10 sec: 200 operations; 123.46 current ops/sec; est completion"
                + " in 3 minutes [READ: Count=2, Max=3");
    assertThat(shape(line.replaceAll(" \\[READ-FAILED.*", "")))
        .isEqualTo(shape(theirs("status.txt").strip().replaceAll(" \\[READ-MODIFY.*", "")));
  }

  private static String shape(String line) {
    return line.replaceAll("99\\.9+=", "TAIL=")
        .replaceAll("[0-9.]+|\u221e", "N")
        .replaceAll("minutes|second", "TIME");
  }
}
