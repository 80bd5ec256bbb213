package io.kvbench.results.directory;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.plan.ClientStep;
import io.kvbench.reports.PhaseFixtures;
import io.kvbench.reports.TimeFixtures;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.TimeResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogProcessor;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the log with HdrHistogram's own programs. */
class HistogramLogTest {
  private static final TimeResult RESPONSE = times(1_000_000, 2_000_000, 3_000_000);
  private static final TimeResult SERVICE = times(900_000, 1_900_000, 2_900_000);
  private static final TimeResult FAILED = times(5_000_000_000L, 5_000_000_000L);
  private static final TimeResult LAG = times(100_000, 100_000, 100_000, 100_000, 100_000);

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"en-US", "de-DE", "ar-EG-u-nu-arab", "tr-TR"})
  void itsReaderFindsEveryHistogramUnderItsTag(String locale) throws Exception {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag(locale));
      Map<String, Histogram> found = read(log());

      assertThat(found.keySet())
          .containsExactly(
              "0 run.INSERT.response",
              "0 run.INSERT.service",
              "0 run.INSERT.response.TIMEOUT",
              "0 run.INSERT.service.TIMEOUT",
              "0 run.lag",
              "2 run.INSERT.response",
              "2 run.INSERT.service",
              "2 run.lag");
      assertThat(found.get("0 run.INSERT.response").getTotalCount()).isEqualTo(3);
      assertThat(found.get("0 run.INSERT.response.TIMEOUT").getTotalCount()).isEqualTo(2);
      assertThat(found.get("0 run.lag").getTotalCount()).isEqualTo(5);
      assertThat(found.get("0 run.INSERT.service").getMaxValue())
          .isEqualTo(SERVICE.times().maxNanos());
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void intervalsBeginWhenTheyBegan() throws Exception {
    HistogramLogReader reader = new HistogramLogReader(log().toFile());
    Histogram first = (Histogram) reader.nextIntervalHistogram();

    assertThat(reader.getStartTimeSec()).isEqualTo(PhaseFixtures.START.toEpochMilli() / 1e3);
    assertThat(first.getStartTimeStamp()).isEqualTo(PhaseFixtures.START.toEpochMilli());
    assertThat(first.getEndTimeStamp()).isEqualTo(PhaseFixtures.START.toEpochMilli() + 1_001);
    EncodableHistogram last = first;
    while (reader.hasNext()) {
      last = reader.nextIntervalHistogram();
    }
    assertThat(last.getStartTimeStamp()).isEqualTo(PhaseFixtures.START.toEpochMilli() + 2_000);
    reader.close();
  }

  @Test
  void stepsOfTheRunHaveTagsOfTheirOwn() throws Exception {
    Path path = directory.resolve("steps.hlog");
    Map<OperationType, OperationResult> fine =
        Map.of(OperationType.READ, TimeFixtures.ok(3, RESPONSE));
    try (HistogramLog log = HistogramLog.create(path, FilePermissions.OWNER, PhaseFixtures.START)) {
      log.append(PhaseFixtures.interval(0, Optional.of(new ClientStep(1, 12)), fine, LAG));
      log.append(PhaseFixtures.interval(1, Optional.of(new ClientStep(12, 12)), fine, LAG));
    }

    assertThat(read(path))
        .containsOnlyKeys(
            "0 run-1.READ.response",
            "0 run-1.READ.service",
            "0 run-1.lag",
            "1 run-12.READ.response",
            "1 run-12.READ.service",
            "1 run-12.lag");
  }

  @Test
  void itsProcessorAddsTheIntervalsUp() throws Exception {
    Path out = directory.resolve("processed");
    String[] arguments = {
      "-i", log().toString(), "-o", out.toString(), "-tag", "run.INSERT.response"
    };
    HistogramLogProcessor processor = new HistogramLogProcessor(arguments);
    processor.start();
    processor.join();

    assertThat(Files.readString(directory.resolve("processed.hgrm")))
        .containsPattern("Total count\\s+=\\s+6\\b");
  }

  @Test
  void everyIntervalIsReadableAtOnce() throws Exception {
    Path path = directory.resolve("open.hlog");
    try (HistogramLog log = HistogramLog.create(path, FilePermissions.OWNER, PhaseFixtures.START)) {
      assertThat(read(path)).isEmpty();
      log.append(PhaseFixtures.interval(0, Map.of(), LAG));
      assertThat(read(path)).containsOnlyKeys("0 run.lag");
    }
  }

  private Path log() throws ResultDirectoryException {
    OperationResult failing =
        new OperationResult(
            5,
            Map.of(Outcome.OK, 3L),
            Map.of(ErrorKind.TIMEOUT, 2L),
            RESPONSE,
            SERVICE,
            Map.of("TIMEOUT", TimeFixtures.both(FAILED)));
    OperationResult fine =
        new OperationResult(3, Map.of(Outcome.OK, 3L), Map.of(), RESPONSE, SERVICE, Map.of());
    Path path = directory.resolve("histograms.hlog");
    try (HistogramLog log = HistogramLog.create(path, FilePermissions.OWNER, PhaseFixtures.START)) {
      log.append(PhaseFixtures.interval(0, Map.of(OperationType.INSERT, failing), LAG));
      log.append(PhaseFixtures.interval(1, Map.of(), TimeFixtures.none()));
      log.append(PhaseFixtures.interval(2, Map.of(OperationType.INSERT, fine), LAG));
    }
    return path;
  }

  private static Map<String, Histogram> read(Path path) throws Exception {
    Map<String, Histogram> found = new LinkedHashMap<>();
    try (HistogramLogReader reader = new HistogramLogReader(path.toFile())) {
      Histogram next;
      while ((next = (Histogram) reader.nextIntervalHistogram()) != null) {
        long second =
            Math.floorDiv(next.getStartTimeStamp() - PhaseFixtures.START.toEpochMilli(), 1_000L);
        found.put(second + " " + next.getTag(), next);
      }
    }
    return found;
  }

  private static TimeResult times(long... nanos) {
    return TimeResult.of(TimeHistogram.ofNanos(nanos));
  }
}
