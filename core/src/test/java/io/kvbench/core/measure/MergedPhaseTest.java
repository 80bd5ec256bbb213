package io.kvbench.core.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests of the merged measurement of parts that ran one phase together. */
class MergedPhaseTest {
  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1_000_000_000L;
  private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

  @Test
  void histogramsAreThoseOfAllTimesTogether() {
    SplittableRandom random = new SplittableRandom(5);
    for (int count : new int[] {1, 2, 3, 8}) {
      List<PhaseMeasurement> parts = new ArrayList<>();
      List<Long> all = new ArrayList<>();
      for (int part = 0; part < count; part++) {
        long[] times = LongStream.generate(() -> time(random)).limit(random.nextInt(500)).toArray();
        LongStream.of(times).forEach(all::add);
        parts.add(part(0, SECOND, Optional.of(drain(0, 0)), times));
      }

      TimeHistogram merged = MergedPhase.of(parts).recorded().okResponse();

      TimeHistogram whole =
          TimeHistogram.ofNanos(all.stream().mapToLong(Long::longValue).toArray());
      assertThat(HistogramCodec.encode(merged)).isEqualTo(HistogramCodec.encode(whole));
      assertThat(merged.overRange()).isEqualTo(whole.overRange());
    }
  }

  /** Returns a time from nanoseconds to more than an hour. */
  private static long time(SplittableRandom random) {
    return random.nextLong(1L << random.nextInt(1, 43));
  }

  @Test
  void thePhaseLastsFromTheEarliestStartToTheLatestEnd() {
    PhaseMeasurement merged =
        MergedPhase.of(
            List.of(
                part(7 * MILLI, 1_000 * MILLI, Optional.of(drain(10 * MILLI, 1)), 5),
                part(0, 900 * MILLI, Optional.of(drain(20 * MILLI, 1)), 5),
                part(2 * MILLI, 950 * MILLI, Optional.of(drain(1 * MILLI, 1)), 5)));

    assertThat(merged.startedAt()).isEqualTo(START);
    assertThat(merged.wallNanos()).isEqualTo(1_007 * MILLI);
  }

  /** Ten clients each; the account of all clients is as long as the phase. */
  @Test
  void clientsOfPartsThatBeganLaterOrEndedEarlierAreIdleMeanwhile() {
    PhaseMeasurement merged =
        MergedPhase.of(
            List.of(
                part(0, 900 * MILLI, Optional.of(drain(0, 0)), 5),
                part(100 * MILLI, 900 * MILLI, Optional.of(drain(0, 0)), 5)));

    assertThat(merged.clientTime().totalNanos()).isEqualTo(20 * SECOND);
    assertThat(merged.clientTime().idleNanos()).isEqualTo(2 * 10 * 100 * MILLI);
    assertThat(merged.clientTime().accountedNanos()).isEqualTo(20 * SECOND);
  }

  @Test
  void countsAreSumsAndClientsFollowOneAnother() {
    PhaseMeasurement one = part(0, SECOND, Optional.of(drain(0, 0)), 5, 6);
    PhaseMeasurement other = part(0, SECOND, Optional.of(drain(0, 0)), 7);

    PhaseMeasurement merged = MergedPhase.of(List.of(one, other));

    assertThat(merged.requests()).isEqualTo(3);
    assertThat(merged.recorded().okCount()).isEqualTo(3);
    assertThat(merged.repeatedCompletions()).isEqualTo(2);
    assertThat(merged.scans()).isEqualTo(new ScanCounts(8, 80, 70, 4, 3, 10));
    assertThat(merged.ownership().overlaps()).isEqualTo(2);
    assertThat(merged.clients())
        .isEqualTo(Stream.concat(one.clients().stream(), other.clients().stream()).toList());
    assertThat(merged.errorMessages())
        .containsExactly(
            new ErrorMessages.Counted(OperationType.READ, ErrorKind.TIMEOUT, "slow", 14));
    assertThat(merged.maxOkPerSecond()).isEmpty();
  }

  /** Its clients count among those of the whole. */
  @Test
  void aClosedLoopBesideAnOpenOneHasAFixedNumberOfClients() {
    PoolUse grown = new PoolUse(9, 20, 0, 0, 0, Optional.empty(), OptionalInt.of(4));
    PhaseMeasurement closed = part(0, SECOND, Optional.of(drain(0, 0)), 5, 6);
    PhaseMeasurement open = with(closed, grown);

    assertThat(MergedPhase.of(List.of(closed, closed)).pool()).isEmpty();
    PoolUse all = MergedPhase.of(List.of(closed, open)).pool().orElseThrow();
    assertThat(all.most()).isEqualTo(9 + closed.clients().size());
    assertThat(all.limit()).isEqualTo(20 + closed.clients().size());
    assertThat(all.needed()).isZero();
    assertThat(all.connections()).hasValue(4);
  }

  private static PhaseMeasurement with(PhaseMeasurement part, PoolUse pool) {
    return new PhaseMeasurement(
        part.startedAt(),
        part.wallNanos(),
        part.drain(),
        part.end(),
        part.requests(),
        part.recorded(),
        part.maxOkPerSecond(),
        part.minOkPerSecond(),
        part.errorMessages(),
        part.clientTime(),
        part.repeatedCompletions(),
        part.scans(),
        part.ownership(),
        part.clients(),
        Optional.of(pool));
  }

  @Test
  void onePartIsTheWhole() {
    PhaseMeasurement part = part(0, SECOND, Optional.of(drain(50 * MILLI, 2)), 5, 6, 7, 8);

    PhaseMeasurement merged =
        MergedPhase.of(List.of(part)).withOkPerSecond(part.maxOkPerSecond(), part.minOkPerSecond());

    assertThat(merged).usingRecursiveComparison().ignoringFields("recorded").isEqualTo(part);
    assertThat(HistogramCodec.encode(merged.recorded().okResponse()))
        .isEqualTo(HistogramCodec.encode(part.recorded().okResponse()));
    assertThatIllegalArgumentException().isThrownBy(() -> MergedPhase.of(List.of()));
  }

  /** They stop at 990, 985 and 500 ms; the last one had ended by then. */
  @Test
  void theEndOfSendingIsThatOfTheLatestPart() {
    PhaseMeasurement merged =
        MergedPhase.of(
            List.of(
                part(0, 1_000 * MILLI, Optional.of(drain(10 * MILLI, 1)), 5, 5, 5),
                part(5 * MILLI, 990 * MILLI, Optional.of(drain(10 * MILLI, 2)), 5, 5, 5, 5),
                part(0, 600 * MILLI, Optional.of(drain(100 * MILLI, 2)), 5, 5, 5, 5)));

    Drain drain = merged.drain().orElseThrow();
    assertThat(drain.nanos()).isEqualTo(10 * MILLI);
    assertThat(merged.sendingNanos()).isEqualTo(990 * MILLI);
    assertThat(drain.okCount()).isEqualTo(3);
    assertThat(drain.operations()).isEqualTo(3);
    assertThat(drain.requests()).isEqualTo(3);
  }

  @Test
  void aPartWithNothingToSendDoesNotMatterToTheDrain() {
    PhaseMeasurement merged =
        MergedPhase.of(
            List.of(
                part(0, 1_000 * MILLI, Optional.of(drain(10 * MILLI, 1)), 5, 5, 5),
                part(0, 1_100 * MILLI, Optional.empty())));

    assertThat(merged.drain().orElseThrow().nanos()).isEqualTo(110 * MILLI);
    assertThat(merged.drain().orElseThrow().okCount()).isOne();
  }

  /** A few requests that are all sent at once have no window of sending for rates. */
  @Test
  void withoutAWindowTheRatesAreThoseOfTheWallTime() {
    PhaseMeasurement window = part(0, 1_000 * MILLI, Optional.of(drain(10 * MILLI, 1)), 5, 5, 5);
    PhaseMeasurement brief = part(0, 900 * MILLI, Optional.empty(), 5, 5, 5);
    PhaseMeasurement longer = part(0, 999 * MILLI, Optional.empty(), 5, 5, 5);

    assertThat(MergedPhase.of(List.of(brief, longer)).drain()).isEmpty();
    assertThat(MergedPhase.of(List.of(window, longer)).drain()).isEmpty();
    assertThat(MergedPhase.of(List.of(brief, window)).drain().map(Drain::okCount)).hasValue(1L);
  }

  @Test
  void theEndOfGreaterWeightIsThatOfThePhase() {
    assertThat(end(PhaseEnd.PLANNED, PhaseEnd.PLANNED)).isEqualTo(PhaseEnd.PLANNED);
    assertThat(end(PhaseEnd.PLANNED, PhaseEnd.INTERRUPTED)).isEqualTo(PhaseEnd.INTERRUPTED);
    assertThat(end(PhaseEnd.STORE_UNAVAILABLE, PhaseEnd.INTERRUPTED))
        .isEqualTo(PhaseEnd.STORE_UNAVAILABLE);
  }

  @Test
  void aClockCanBeSetRight() {
    PhaseMeasurement part = part(0, SECOND, Optional.empty());

    assertThat(part.shifted(Duration.ofMillis(-40)).startedAt()).isEqualTo(START.minusMillis(40));
    assertThat(part.shifted(Duration.ZERO)).isEqualTo(part);
  }

  private static PhaseEnd end(PhaseEnd... ends) {
    return MergedPhase.of(
            Stream.of(ends).map(end -> part(0, SECOND, Optional.empty(), end, 5)).toList())
        .end();
  }

  private static Drain drain(long nanos, long ok) {
    return new Drain(nanos, ok, ok, Map.of(OperationType.READ, ok), 3 * MILLI, 4 * MILLI);
  }

  private static PhaseMeasurement part(
      long startNanos, long wallNanos, Optional<Drain> drain, long... times) {
    return part(startNanos, wallNanos, drain, PhaseEnd.PLANNED, times);
  }

  /** Returns a part with ten clients, busy all the time. */
  private static PhaseMeasurement part(
      long startNanos, long wallNanos, Optional<Drain> drain, PhaseEnd end, long... times) {
    TimeHistogram histogram = TimeHistogram.ofNanos(times);
    return new PhaseMeasurement(
        START.plusNanos(startNanos),
        wallNanos,
        drain,
        end,
        times.length,
        new Snapshot(
            times.length == 0
                ? Map.of()
                : Map.of(
                    OperationType.READ,
                    Map.of(Outcome.OK, new StatusSnapshot(histogram, histogram))),
            TimeHistogram.empty()),
        OptionalDouble.of(9),
        OptionalDouble.of(8),
        List.of(new ErrorMessages.Counted(OperationType.READ, ErrorKind.TIMEOUT, "slow", 7)),
        new ClientTime(
            10 * wallNanos, 10 * wallNanos, Map.of(), Map.of(), 0, OptionalLong.of(0), 0, 0, 0, 0),
        1,
        new ScanCounts(4, 40, 35, 2, 3, 10),
        new CoordinationCounts(
            1, 0, 0, 0, 0, OptionalLong.empty(), 0, 0, Optional.empty(), Optional.empty()),
        List.of(new ClientRequests(times.length, 0, Optional.of("a:" + startNanos))));
  }
}
