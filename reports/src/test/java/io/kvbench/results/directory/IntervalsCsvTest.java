package io.kvbench.results.directory;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.plan.ClientStep;
import io.kvbench.reports.PhaseFixtures;
import io.kvbench.reports.TimeFixtures;
import io.kvbench.results.format.IntervalResult;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.TimeResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IntervalsCsvTest {
  private static final TimeResult TIMES = TimeFixtures.lognormal(1_000, 1_000_000, 0.5);

  @TempDir Path directory;

  @Test
  void everyTypeOfOperationHasARow() throws Exception {
    OperationResult failing =
        new OperationResult(
            3,
            Map.of(Outcome.NOT_FOUND, 1L),
            Map.of(ErrorKind.TIMEOUT, 2L),
            TimeFixtures.none(),
            TimeFixtures.none(),
            Map.of());

    List<Map<String, String>> rows =
        written(
            Map.of(
                OperationType.UPDATE,
                failing,
                OperationType.INSERT,
                TimeFixtures.ok(1_000, TIMES)));

    assertThat(rows).hasSize(2);
    assertThat(rows.get(0))
        .containsEntry("interval", "7")
        .containsEntry("phase", "run")
        .containsEntry("step", "")
        .containsEntry("startedAt", "2026-02-03T04:05:13.789Z")
        .containsEntry("phaseSeconds", "7.000001")
        .containsEntry("wallMicros", "1001000")
        .containsEntry("clients", "500")
        .containsEntry("offeredPerSecond", "500.0")
        .containsEntry("operation", "INSERT")
        .containsEntry("count", "1000")
        .containsEntry("okCount", "1000")
        .containsEntry("errorCount", "0")
        .containsEntry("okPerSecond", "999.0")
        .containsEntry("responseP99Micros", Long.toString(TIMES.p99Micros()))
        .containsEntry("serviceMaxMicros", Long.toString(TIMES.maxMicros()))
        .containsEntry("lagP50Micros", Long.toString(TIMES.p50Micros()))
        .containsEntry("statuses", "OK=1000");
    assertThat(rows.get(1))
        .containsEntry("operation", "UPDATE")
        .containsEntry("otherOutcomeCount", "1")
        .containsEntry("errorCount", "2")
        .containsEntry("okPerSecond", "0.0")
        .containsEntry("responseP99Micros", "")
        .containsEntry("statuses", "NOT_FOUND=1;TIMEOUT=2");
  }

  @Test
  void percentilesAreThoseThatReportsPrint() throws Exception {
    TimeResult few = TimeFixtures.lognormal(374, 1_000_000, 0.5);

    assertThat(written(Map.of(OperationType.INSERT, TimeFixtures.ok(374, few))))
        .singleElement()
        .satisfies(
            row ->
                assertThat(row)
                    .containsEntry("responseP95Micros", Long.toString(few.p95Micros()))
                    .containsEntry("responseP99Micros", "")
                    .containsEntry("serviceP999Micros", "")
                    .containsEntry("responseMaxMicros", Long.toString(few.maxMicros())));
  }

  /** A single operation in 7 ms would be 143 per second. */
  @Test
  void aSliceOfASecondHasNoRate() throws Exception {
    Path path = directory.resolve("slice.csv");
    IntervalResult second =
        PhaseFixtures.interval(
            0, Map.of(OperationType.INSERT, TimeFixtures.ok(1_000, TIMES)), TIMES);
    try (IntervalsCsv csv = IntervalsCsv.create(path, FilePermissions.OWNER)) {
      csv.append(
          new IntervalResult(
              second.index(),
              second.phase(),
              second.step(),
              second.startedAt(),
              second.phaseNanos(),
              7_000_000,
              second.clients(),
              second.offeredPerSecond(),
              second.operations(),
              second.lag(),
              second.inFlight(),
              second.noneFreeNanos()));
    }

    assertThat(rows(Files.readString(path)))
        .singleElement()
        .satisfies(
            row ->
                assertThat(row).containsEntry("okCount", "1000").containsEntry("okPerSecond", ""));
  }

  @Test
  void anIntervalInWhichNothingEndedHasARowWithoutTimes() throws Exception {
    List<Map<String, String>> rows = written(Map.of());

    assertThat(rows).hasSize(1);
    assertThat(rows.getFirst())
        .containsEntry("interval", "7")
        .containsEntry("operation", "")
        .containsEntry("count", "0")
        .containsEntry("responseMeanMicros", "")
        .containsEntry("serviceP50Micros", "");
  }

  @Test
  void aStepOfTheRunIsNumbered() throws Exception {
    Path path = directory.resolve("steps.csv");
    try (IntervalsCsv csv = IntervalsCsv.create(path, FilePermissions.OWNER)) {
      csv.append(PhaseFixtures.interval(0, Optional.of(new ClientStep(3, 8)), Map.of(), TIMES));
    }

    assertThat(rows(Files.readString(path)))
        .singleElement()
        .satisfies(row -> assertThat(row).containsEntry("phase", "run").containsEntry("step", "3"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"de-DE", "ar-EG-u-nu-arab", "hi-IN-u-nu-deva", "tr-TR"})
  void theLocaleDoesNotMatter(String locale) throws Exception {
    Locale before = Locale.getDefault();
    String expected = text(Map.of(OperationType.INSERT, TimeFixtures.ok(10, TIMES)));
    try {
      Locale.setDefault(Locale.forLanguageTag(locale));
      assertThat(text(Map.of(OperationType.INSERT, TimeFixtures.ok(10, TIMES))))
          .isEqualTo(expected);
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void everyIntervalIsReadableAtOnce() throws Exception {
    Path path = directory.resolve("open.csv");
    try (IntervalsCsv csv = IntervalsCsv.create(path, FilePermissions.OWNER)) {
      assertThat(Files.readAllLines(path)).hasSize(1);
      csv.append(PhaseFixtures.interval(0, Map.of(), TIMES));
      assertThat(Files.readAllLines(path)).hasSize(2);
      csv.append(PhaseFixtures.interval(1, Map.of(), TIMES));
      assertThat(Files.readString(path)).endsWith("\n").doesNotContain("\r");
      assertThat(Files.readAllLines(path)).hasSize(3);
    }
  }

  @Test
  void cellsAreQuotedWhereTheyHaveTo() {
    assertThat(Csv.row(List.of("plain; text", "a,b", "say \"x\"", "two\nlines", "")))
        .isEqualTo("plain; text,\"a,b\",\"say \"\"x\"\"\",\"two\nlines\",");
  }

  private List<Map<String, String>> written(Map<OperationType, OperationResult> operations)
      throws Exception {
    return rows(text(operations));
  }

  private static List<Map<String, String>> rows(String text) {
    List<String> lines = text.lines().toList();
    String[] names = lines.getFirst().split(",", -1);
    return lines.stream().skip(1).map(line -> row(names, line.split(",", -1))).toList();
  }

  private String text(Map<OperationType, OperationResult> operations) throws Exception {
    Path path = directory.resolve("intervals.csv");
    Files.deleteIfExists(path);
    try (IntervalsCsv csv = IntervalsCsv.create(path, FilePermissions.OWNER)) {
      csv.append(PhaseFixtures.interval(7, operations, TIMES));
    }
    return Files.readString(path);
  }

  private static Map<String, String> row(String[] names, String[] cells) {
    assertThat(cells).hasSameSizeAs(names);
    Map<String, String> row = new LinkedHashMap<>();
    for (int index = 0; index < names.length; index++) {
      row.put(names[index], cells[index]);
    }
    assertThat(row).hasSameSizeAs(names);
    return row;
  }
}
