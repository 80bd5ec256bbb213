package io.kvbench.core.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Tests of intervals of parts that arrive one after the other. */
class MergedIntervalsTest {
  private static final OperationType READ = OperationType.READ;
  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1_000_000_000L;
  private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

  private final MergedIntervals two = new MergedIntervals(2, SECOND);

  @Test
  void aSecondIsCompleteWhenEveryPartIsPastIt() {
    assertThat(two.add(0, interval(0, 0, SECOND, 10))).isEmpty();
    assertThat(two.add(0, interval(0, SECOND, SECOND, 10))).isEmpty();

    List<Interval> first = two.add(1, interval(0, 0, SECOND, 5));

    assertThat(first).hasSize(1);
    assertThat(first.getFirst().recorded().okCount()).isEqualTo(15);
    assertThat(first.getFirst().requests()).isEqualTo(15);
    assertThat(first.getFirst().clients()).isEqualTo(8);
    assertThat(two.add(1, interval(0, SECOND, SECOND, 5)))
        .extracting(Interval::requests)
        .containsExactly(30L);
  }

  /** The second part began 7 ms later, by a corrected clock. */
  @Test
  void theEarliestPartIsTheStartAndTheLongestIntervalTheLength() {
    two.add(0, interval(7 * MILLI, 0, SECOND + 3 * MILLI, 10));
    Interval first = two.add(1, interval(0, 0, SECOND, 5)).getFirst();
    two.add(1, interval(0, SECOND, SECOND, 5));
    Interval second =
        two.add(0, interval(7 * MILLI, SECOND + 3 * MILLI, 997 * MILLI, 10)).getFirst();

    assertThat(first.startedAt()).isEqualTo(START);
    assertThat(first.phaseNanos()).isZero();
    assertThat(first.wallNanos()).isEqualTo(SECOND + 3 * MILLI);
    assertThat(second.startedAt()).isEqualTo(START.plusSeconds(1));
    assertThat(second.phaseNanos()).isEqualTo(SECOND);
    assertThat(second.wallNanos()).isEqualTo(SECOND);
  }

  /** Sending ends in the middle of a second: the rest is a separate interval in each part. */
  @Test
  void severalIntervalsOfASecondStayApart() {
    assertThat(two.add(0, interval(0, 0, 400 * MILLI, 10))).isEmpty();
    assertThat(two.add(1, interval(0, 0, 410 * MILLI, 5))).isEmpty();
    assertThat(two.add(1, interval(0, 410 * MILLI, 590 * MILLI, 2))).isEmpty();
    assertThat(two.ended(0))
        .extracting(interval -> interval.recorded().okCount())
        .containsExactly(15L, 2L);
  }

  @Test
  void aPartThatHasEndedIsNotWaitedForAndItsRequestsStay() {
    two.add(0, interval(0, 0, SECOND, 10));
    assertThat(two.add(1, interval(0, 0, SECOND, 5))).hasSize(1);
    assertThat(two.add(1, interval(0, SECOND, SECOND, 5))).isEmpty();

    assertThat(two.ended(0)).extracting(Interval::requests).containsExactly(20L);
    assertThat(two.add(1, interval(0, 2 * SECOND, SECOND, 5)))
        .extracting(Interval::requests)
        .containsExactly(25L);
    assertThat(two.ended(1)).isEmpty();
  }

  @Test
  void aLostPartThatSentNothingDoesNotKeepTheOthers() {
    two.add(1, interval(0, 0, SECOND, 5));

    assertThat(two.ended(0)).hasSize(1);
  }

  @Test
  void whateverTheOrderTheMergedIntervalsAreAllThereIs() {
    SplittableRandom random = new SplittableRandom(9);
    for (int parts : new int[] {1, 2, 3, 8}) {
      MergedIntervals merging = new MergedIntervals(parts, SECOND);
      List<Interval> merged = new ArrayList<>();
      List<Long> times = new ArrayList<>();
      int[] seconds = new int[parts];
      for (int left = parts * 20; left > 0; left--) {
        int part = random.nextInt(parts);
        while (seconds[part] == 20) {
          part = (part + 1) % parts;
        }
        long[] some = LongStream.generate(() -> random.nextLong(SECOND)).limit(50).toArray();
        LongStream.of(some).forEach(times::add);
        merged.addAll(
            merging.add(part, interval(part * MILLI, seconds[part] * SECOND, SECOND, some)));
        if (++seconds[part] == 20) {
          merged.addAll(merging.ended(part));
        }
      }

      assertThat(merged).hasSize(20);
      TimeHistogram sum =
          merged.stream()
              .map(interval -> interval.recorded().okResponse())
              .reduce(TimeHistogram.empty(), TimeHistogram::plus);
      TimeHistogram all =
          TimeHistogram.ofNanos(times.stream().mapToLong(Long::longValue).toArray());
      assertThat(HistogramCodec.encode(sum)).isEqualTo(HistogramCodec.encode(all));
      assertThat(merged.getLast().requests()).isEqualTo(1_000L * parts);
    }
  }

  /** Most of the third second belongs to the drain, and the last one is too short. */
  @Test
  void theExtremesAreThoseOfFullIntervalsBeforeTheEndOfSending() {
    for (int part = 0; part < 2; part++) {
      two.add(part, interval(0, 0, SECOND, 10));
      two.add(part, interval(0, SECOND, SECOND, 30));
      two.add(part, interval(0, 2 * SECOND, SECOND, 90));
      two.add(part, interval(0, 3 * SECOND, 100 * MILLI, 1));
      two.ended(part);
    }

    PhaseMeasurement merged =
        two.measurement(
            List.of(
                Optional.of(measured(3_100 * MILLI, 800 * MILLI)),
                Optional.of(measured(3_100 * MILLI, 700 * MILLI))));

    assertThat(merged.maxOkPerSecond()).hasValue(60);
    assertThat(merged.minOkPerSecond()).hasValue(20);
    assertThat(merged.drain().orElseThrow().nanos()).isEqualTo(700 * MILLI);
  }

  @Test
  void withoutAFullIntervalThereAreNoExtremes() {
    two.add(0, interval(0, 0, 500 * MILLI, 10));
    two.ended(0);
    two.ended(1);

    assertThat(
            two.measurement(List.of(Optional.empty(), Optional.of(measured(500 * MILLI, 0))))
                .maxOkPerSecond())
        .isEmpty();
  }

  /** The intervals remain in the phase, and every nanosecond is accounted. */
  @Test
  void aLostPartCountsWithItsIntervals() {
    two.add(0, interval(0, 0, SECOND, 300 * MILLI, 500 * MILLI));
    two.add(0, interval(0, SECOND, SECOND, 200 * MILLI, 100 * MILLI));
    two.ended(0);
    two.ended(1);

    PhaseMeasurement merged =
        two.measurement(List.of(Optional.empty(), Optional.of(measured(5 * SECOND, SECOND))));

    assertThat(merged.end()).isEqualTo(PhaseEnd.INTERRUPTED);
    assertThat(merged.requests()).isEqualTo(4);
    assertThat(merged.recorded().okCount()).isEqualTo(4);
    assertThat(merged.wallNanos()).isEqualTo(5 * SECOND);
    assertThat(merged.drain()).isPresent();
    assertThat(merged.clientTime().totalNanos()).isEqualTo(4 * 5 * SECOND);
    assertThat(merged.clientTime().accountedNanos()).isEqualTo(4 * 5 * SECOND);
    assertThat((double) merged.clientTime().okNanos())
        .isCloseTo(1_100 * MILLI, withinPercentage(0.1));
  }

  @Test
  void nothingIsLeftOfPartsThatWereAllLostAtOnce() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> two.measurement(List.of(Optional.empty(), Optional.empty())));
  }

  @Test
  void ticksAreCountedFromTheStartOfTheWhole() {
    Interval early = interval(0, 0, SECOND, 1);
    Interval late = interval(20 * MILLI, 0, SECOND, 1);

    Ticks ticks = Interval.merged(List.of(early, late), START, 0).ticks();

    assertThat(ticks.okCount(READ, 0)).isOne();
    assertThat(ticks.okCount(READ, 1)).isZero();
    assertThat(ticks.okCount(READ, 2)).isOne();
    assertThat(ticks.firstOkSentSince(READ, 20 * MILLI, 2, 3)).hasValue(2);
    assertThat(ticks.firstOkSentSince(READ, 20 * MILLI + 1, 2, 3)).isEmpty();
  }

  /** Adding ticks that are days apart would take an unlimited amount of memory. */
  @Test
  void partsThatBeganAMinuteApartAreNotOnePhase() {
    two.add(0, interval(0, 0, SECOND, 1));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> two.add(1, interval(61 * SECOND, 0, SECOND, 1)))
        .withMessage("parts of a phase began PT1M1S apart");
  }

  @Test
  void aClockCanBeSetRight() {
    Interval interval = interval(0, 0, SECOND, 1);

    assertThat(interval.shifted(Duration.ofMillis(5)).startedAt()).isEqualTo(START.plusMillis(5));
  }

  private static PhaseMeasurement measured(long wallNanos, long drainNanos) {
    return new PhaseMeasurement(
        START,
        wallNanos,
        Optional.of(new Drain(drainNanos, 0, 0, Map.of(), 0, 0)),
        PhaseEnd.PLANNED,
        0,
        Snapshot.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        List.of(),
        ClientTime.none(),
        0,
        new ScanCounts(0, 0, 0, 0, 0, 0),
        CoordinationCounts.none(),
        List.of());
  }

  /** Returns an interval with four clients whose reads all end, in no time, at its beginning. */
  private static Interval interval(long startNanos, long phaseNanos, long wallNanos, int reads) {
    return interval(startNanos, phaseNanos, wallNanos, new long[reads]);
  }

  private static Interval interval(
      long startNanos, long phaseNanos, long wallNanos, long... times) {
    Recorder recorder = new Recorder(false, 1);
    ClientRecorder client = recorder.client(0);
    LongStream.of(times)
        .forEach(nanos -> client.record(READ, Outcome.OK, phaseNanos, nanos, nanos));
    Snapshot recorded = recorder.collect();
    return new Interval(
        START.plusNanos(startNanos + phaseNanos),
        phaseNanos,
        wallNanos,
        4,
        times.length * (phaseNanos / SECOND + 1),
        recorded,
        recorder.ticks());
  }
}
