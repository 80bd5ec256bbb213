package io.kvbench.results.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.measure.ClientRequests;
import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.measure.CoordinationCounts;
import io.kvbench.core.measure.DeliveryCounts;
import io.kvbench.core.measure.Drain;
import io.kvbench.core.measure.ErrorMessages;
import io.kvbench.core.measure.HistogramCodec;
import io.kvbench.core.measure.Interval;
import io.kvbench.core.measure.PhaseEnd;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.measure.Recorder;
import io.kvbench.core.measure.ScanCounts;
import io.kvbench.core.measure.Snapshot;
import io.kvbench.core.measure.StatusSnapshot;
import io.kvbench.core.measure.TickText;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the encoding of measurements for other processes. */
class MeasurementCodecTest {
  private static final Instant START = Instant.parse("2026-03-01T12:00:00.123456789Z");
  private static final long SECOND = 1_000_000_000L;
  private static final String AGENT = "agent-2";

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anIntervalComesBackWithoutLoss(boolean paced) throws Exception {
    Interval interval = interval(paced, 5_000);

    Interval back = MeasurementCodec.interval(MeasurementCodec.encode(interval), AGENT);

    assertThat(back)
        .usingRecursiveComparison()
        .ignoringFields("recorded", "ticks")
        .isEqualTo(interval);
    assertSame(back.recorded(), interval.recorded());
    assertThat(TickText.encode(back.ticks())).isEqualTo(TickText.encode(interval.ticks()));
  }

  /** As where nothing ended in a second. */
  @Test
  void anEmptyIntervalIsAFewBytes() throws Exception {
    byte[] bytes = MeasurementCodec.encode(interval(true, 0));

    assertThat(bytes).hasSizeLessThan(300);
    assertThat(MeasurementCodec.interval(bytes, AGENT).recorded().count()).isZero();
  }

  /** Equal by definition in a closed loop, where they are one object to save memory. */
  @Test
  void oneHistogramForBothTimesStaysOne() throws Exception {
    StatusSnapshot times =
        MeasurementCodec.interval(MeasurementCodec.encode(interval(false, 50)), AGENT)
            .recorded()
            .operations()
            .values()
            .iterator()
            .next()
            .values()
            .iterator()
            .next();

    assertThat(times.response()).isSameAs(times.service());
  }

  @Test
  void anIntervalOfAMillionTimesIsAbout11KiB() {
    Recorder recorder = new Recorder(false, 1);
    SplittableRandom random = new SplittableRandom(1);
    for (int number = 0; number < 1_000_000; number++) {
      long nanos = (long) (2e6 * Math.exp(random.nextGaussian()));
      recorder.record(OperationType.READ, Outcome.OK, random.nextLong(SECOND), nanos, nanos, 1);
    }
    Snapshot recorded = recorder.collect();

    byte[] bytes =
        MeasurementCodec.encode(
            new Interval(START, 0, SECOND, 100, 1_000_000, recorded, recorder.ticks()));

    assertThat(bytes).hasSizeLessThan(12 << 10);
  }

  @Test
  void aMeasurementComesBackWithoutLoss() throws Exception {
    PhaseMeasurement measured = measurement();

    PhaseMeasurement back = MeasurementCodec.measurement(MeasurementCodec.encode(measured), AGENT);

    assertThat(back).usingRecursiveComparison().ignoringFields("recorded").isEqualTo(measured);
    assertSame(back.recorded(), measured.recorded());
  }

  @Test
  void aMeasurementOfTenThousandClientsIsAFewKilobytesPerThousand() {
    PhaseMeasurement few = measurement();
    PhaseMeasurement many =
        new PhaseMeasurement(
            few.startedAt(),
            few.wallNanos(),
            few.drain(),
            few.end(),
            few.requests(),
            few.recorded(),
            few.maxOkPerSecond(),
            few.minOkPerSecond(),
            few.errorMessages(),
            few.clientTime(),
            few.repeatedCompletions(),
            few.scans(),
            few.ownership(),
            IntStream.range(0, 10_000)
                .mapToObj(
                    client ->
                        new ClientRequests(
                            1_000 + client * 31 % 97,
                            10_000_000_000L + client * 7_919L % 10_007 * 1_000,
                            Optional.of("a:2379")))
                .toList());

    assertThat(MeasurementCodec.encode(many)).hasSizeLessThan(100_000);
  }

  @Test
  void oneKindIsNotTakenForTheOther() {
    byte[] interval = MeasurementCodec.encode(interval(true, 10));

    assertThatThrownBy(() -> MeasurementCodec.measurement(interval, AGENT))
        .isInstanceOf(ResultFormatException.class)
        .hasMessageStartingWith("the measurement from agent-2 ")
        .hasMessageEndingWith(
            "Make sure that agent-2 is of this version of kvbench, and repeat the run.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "kvbench-part/1 | kvbench-part/2 | is of the format",
        "\"clients\": | \"customers\": | lacks \"clients\" in interval",
        "\"clients\":9 | \"clients\":9,\"more\":1 | more",
        "\"clients\":9 | \"clients\":-9 | less than 0",
        "\"clients\":9 | \"clients\":null | null",
        "\"clients\":9 | \"clients\":\"9\" | clients",
        "\"clients\":9 | \"clients\":9.5 | clients",
        "\"clients\":9 | \"clients\":9,\"clients\":9 | Duplicate field",
        "\"clients\":9, | '' | lacks \"clients\"",
        "\"READ\" | \"REED\" | REED",
        "\"OK\" | \"FINE\" | no status \"FINE\" is known here",
        "\"count\":1 | \"count\":7 | times",
        "\"overRange\":0 | \"overRange\":99999 | over range",
        "\"histogram\":\"H | \"histogram\":\"I | not a histogram of times",
        "\"ticks\":\" | \"ticks\":\"AAAA | ticks",
        "\"phaseNanos\":3000000000 | \"phaseNanos\":90000000000000 | far from it",
        "2026-03-01 | 2026-33-01 | startedAt",
        "2026-03-01 | 1026-03-01 | it started at 1026",
        "2026-03-01 | +999999-03-01 | it started at +999999",
      })
  void whatTheWriterDoesNotWriteIsRefused(String there, String instead, String message)
      throws Exception {
    String json = inflated(MeasurementCodec.encode(interval(true, 100)));
    assertThat(json).contains(there);

    byte[] changed = deflated(json.replace(there, instead));

    assertThatThrownBy(() -> MeasurementCodec.interval(changed, AGENT))
        .isInstanceOf(ResultFormatException.class)
        .hasMessageStartingWith("an interval from agent-2 ")
        .hasMessageContaining(message)
        .hasMessageEndingWith(".");
  }

  @Test
  void bytesThatInflateWithoutEndAreRefused() throws Exception {
    byte[] bomb = deflated(" ".repeat(MeasurementCodec.LONGEST_INTERVAL + 1));

    assertThat(bomb).hasSizeLessThan(1 << 15);
    assertThatThrownBy(() -> MeasurementCodec.interval(bomb, AGENT))
        .isInstanceOf(ResultFormatException.class)
        .hasMessageContaining("is of more than 16777216 bytes");
  }

  @Test
  void whateverIsCutOffOrLongerIsRefused() {
    byte[] bytes = MeasurementCodec.encode(interval(true, 20));
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> MeasurementCodec.interval(cut, AGENT))
          .isInstanceOf(ResultFormatException.class);
    }
    byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
    assertThatThrownBy(() -> MeasurementCodec.interval(longer, AGENT))
        .isInstanceOf(ResultFormatException.class)
        .hasMessageContaining("more follows its end");
  }

  /** Any change of the bytes or the text gives an interval or one exception. */
  @Test
  void hostileBytesAreReadOrRefused() throws Exception {
    SplittableRandom random = new SplittableRandom(11);
    byte[] bytes = MeasurementCodec.encode(interval(true, 20));
    byte[] json = inflated(bytes).getBytes(StandardCharsets.UTF_8);
    int refused = 0;
    for (int trial = 0; trial < 500; trial++) {
      refused += isRefused(changed(bytes, random)) ? 1 : 0;
      refused += isRefused(deflated(changed(json, random))) ? 1 : 0;
      byte[] noise = new byte[random.nextInt(100)];
      random.nextBytes(noise);
      refused += isRefused(noise) ? 1 : 0;
    }

    assertThat(refused).isGreaterThan(1_000);
  }

  private static boolean isRefused(byte[] bytes) {
    try {
      MeasurementCodec.encode(MeasurementCodec.interval(bytes, AGENT));
      return false;
    } catch (ResultFormatException e) {
      return true;
    }
  }

  private static byte[] changed(byte[] bytes, SplittableRandom random) {
    byte[] changed = bytes.clone();
    for (int number = random.nextInt(1, 4); number > 0; number--) {
      changed[random.nextInt(changed.length)] = (byte) random.nextInt();
    }
    return changed;
  }

  private static void assertSame(Snapshot back, Snapshot there) {
    assertThat(encoded(back.lag())).isEqualTo(encoded(there.lag()));
    assertThat(back.operations().keySet()).isEqualTo(there.operations().keySet());
    there
        .operations()
        .forEach(
            (type, statuses) -> {
              Map<Status, StatusSnapshot> read = back.operations().get(type);
              assertThat(read.keySet()).isEqualTo(statuses.keySet());
              statuses.forEach(
                  (status, times) -> {
                    assertThat(encoded(read.get(status).response()))
                        .isEqualTo(encoded(times.response()));
                    assertThat(encoded(read.get(status).service()))
                        .isEqualTo(encoded(times.service()));
                  });
            });
  }

  private static String encoded(TimeHistogram times) {
    return times.overRange() + " " + HistogramCodec.encode(times);
  }

  /** Answers of all kinds, and one that took two hours. */
  private static Interval interval(boolean paced, int operations) {
    Recorder recorder = new Recorder(paced, 2);
    SplittableRandom random = new SplittableRandom(operations);
    for (int number = 0; number < operations; number++) {
      Status status =
          number % 9 == 0 ? ErrorKind.TIMEOUT : number % 5 == 0 ? Outcome.NOT_FOUND : Outcome.OK;
      recorder.record(
          number % 2 == 0 ? OperationType.READ : OperationType.UPDATE,
          status,
          3 * SECOND + random.nextLong(SECOND),
          number == 7 ? 7_200 * SECOND : random.nextLong(50_000_000),
          random.nextLong(40_000_000),
          1);
      if (paced) {
        recorder.recordLag(random.nextLong(2_000_000), 1);
      }
    }
    Snapshot recorded = recorder.collect();
    return new Interval(START, 3 * SECOND, SECOND, 9, operations, recorded, recorder.ticks());
  }

  private static PhaseMeasurement measurement() {
    return new PhaseMeasurement(
        START,
        12 * SECOND,
        Optional.of(new Drain(5, 1, 2, Map.of(OperationType.READ, 2L), 6, 7)),
        PhaseEnd.STORE_UNAVAILABLE,
        5_000,
        interval(true, 5_000).recorded(),
        OptionalDouble.of(1234.5),
        OptionalDouble.empty(),
        List.of(
            new ErrorMessages.Counted(
                OperationType.READ, ErrorKind.TIMEOUT, "\"slow\"\n\u0000 \uD83D\uDE00", 7)),
        new ClientTime(
            100,
            10,
            Map.of(Outcome.NOT_FOUND, 4L),
            Map.of(ErrorKind.TIMEOUT, 5L),
            6,
            OptionalLong.of(7),
            8,
            9,
            OptionalLong.of(11),
            12,
            -3),
        1,
        new ScanCounts(1, 2, 3, 4, 5, 6),
        new CoordinationCounts(
            1,
            2,
            3,
            4,
            5,
            OptionalLong.of(6),
            7,
            8,
            Optional.of("first"),
            Optional.of(
                new DeliveryCounts(
                    1, 2, 3, 4, 5, 6, 7, 8, OptionalLong.of(9), Optional.of("of store")))),
        Stream.of("a:1", "b:1")
            .map(server -> new ClientRequests(3, 5, Optional.of(server)))
            .toList());
  }

  private static String inflated(byte[] bytes) throws IOException {
    try (InflaterInputStream in = new InflaterInputStream(new ByteArrayInputStream(bytes))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static byte[] deflated(String json) throws IOException {
    return deflated(json.getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] deflated(byte[] json) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DeflaterOutputStream out = new DeflaterOutputStream(bytes)) {
      out.write(json);
    }
    return bytes.toByteArray();
  }
}
