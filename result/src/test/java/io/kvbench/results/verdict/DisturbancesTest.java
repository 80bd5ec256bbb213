package io.kvbench.results.verdict;

import static io.kvbench.results.format.Measured.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.CoordinationCounts;
import io.kvbench.core.measure.PhaseEnd;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.measure.ScanCounts;
import io.kvbench.core.measure.Snapshot;
import io.kvbench.core.measure.StatusSnapshot;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.results.format.ClientCondition;
import io.kvbench.results.format.Measured;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.TimeResult;
import io.kvbench.results.format.Verdict.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Tests of client disturbances against the times that they could have caused. */
class DisturbancesTest {
  private static final long MICRO = 1_000L;
  private static final long MILLI = 1_000 * MICRO;
  private static final int MANY = 60_000;
  private static final TimeResult QUIET = VerdictFixtures.hiccups(120 * MICRO, 3 * MILLI);

  /** A minute of a remote store on an idle machine, with G1 at work. */
  @Test
  void aHealthyRunAgainstAStoreOfAMillisecondIsValid() {
    ClientCondition healthy = condition(8, 16 * MILLI, 3 * MILLI, QUIET);

    assertThat(reasons(in(healthy, closed(times(MILLI, 2 * MILLI, 4 * MILLI))))).isEmpty();
    assertThat(reasons(in(healthy, open(times(MILLI, 2 * MILLI, 4 * MILLI), 150 * MICRO))))
        .isEmpty();
    assertThat(reasons(in(healthy, open(times(150 * MICRO, 200 * MICRO, MILLI), 250 * MICRO))))
        .as("below the floor")
        .isEmpty();
  }

  @Test
  void lagThatDominatesTheResponseTimesOfAFastStoreIsSuspect() {
    TimeHistogram fast = times(200 * MICRO, 500 * MICRO, MILLI);

    assertThat(reasons(open(fast, 9_500 * MICRO)))
        .singleElement()
        .satisfies(
            reason -> {
              assertThat(reason.check()).isEqualTo("lag");
              assertThat(reason.observed())
                  .contains("p99 lag was 9.503 ms")
                  .endsWith("the lowest p99 service time is 500 µs");
              assertThat(reason.limit()).isEqualTo("at most 300 µs, verdict.floor");
            });
    assertThat(reasons(open(times(MILLI, 20 * MILLI, 30 * MILLI), 9_500 * MICRO))).isEmpty();
  }

  @Test
  void hiccupsOfAFastStoresClientAreSuspect() {
    PhaseResult fast = closed(times(200 * MICRO, 300 * MICRO, MILLI));
    TimeResult hiccups = VerdictFixtures.hiccups(9_900 * MICRO, 10 * MILLI);

    assertThat(reasons(in(condition(1, 49 * MILLI, 49 * MILLI, hiccups), fast)))
        .extracting(Reason::check)
        .containsExactly("hiccup p99");
    assertThat(
            reasons(
                in(
                    condition(1, 49 * MILLI, 49 * MILLI, hiccups),
                    closed(times(MILLI, 20 * MILLI, 60 * MILLI)))))
        .isEmpty();
  }

  /** 60,000 operations of a millisecond by one client: each pause delays one of them. */
  @Test
  void pausesAreComparedWithThePercentileThatTheyCouldHaveAffected() {
    PhaseResult smooth = closed(times(MILLI, 2 * MILLI, 3 * MILLI));
    PhaseResult rough = closed(times(MILLI, 2 * MILLI, 6 * MILLI));

    assertThat(reasons(in(condition(57, 114 * MILLI, 3 * MILLI, QUIET), smooth)))
        .as("p99.99 and beyond")
        .isEmpty();
    assertThat(reasons(in(condition(70, 140 * MILLI, 3 * MILLI, QUIET), smooth)))
        .singleElement()
        .satisfies(
            reason -> {
              assertThat(reason.check()).isEqualTo("gc pause");
              assertThat(reason.observed())
                  .isEqualTo(
                      "run phase: 70 GC pauses stopped all clients for 2 ms on average, which could"
                          + " have affected the READ p99.9 of 3 ms");
              assertThat(reason.limit())
                  .isEqualTo("at most 1.5 ms, 50 % of the READ p99.9, verdict.noise");
            });
    assertThat(reasons(in(condition(70, 140 * MILLI, 3 * MILLI, QUIET), rough))).isEmpty();
    assertThat(reasons(in(condition(700, 700 * MILLI, 2 * MILLI, QUIET), smooth)))
        .as("half of the p99 is not more than half")
        .isEmpty();
    assertThat(reasons(in(condition(700, 1_050 * MILLI, 2 * MILLI, QUIET), smooth)))
        .extracting(Reason::observed)
        .singleElement()
        .asString()
        .endsWith("affected the READ p99 of 2.001 ms");
  }

  /**
   * Requests that become due in a pause are late, too: 65 ms of a minute are more than a
   * thousandth.
   */
  @Test
  void inAnOpenLoopAPauseAlsoDelaysWhatBecomesDueInIt() {
    TimeHistogram times = times(MILLI, 20 * MILLI, 60 * MILLI);
    ClientCondition once = condition(1, 45 * MILLI, 45 * MILLI, QUIET);
    ClientCondition twice = condition(2, 80 * MILLI, 45 * MILLI, QUIET);

    assertThat(reasons(in(twice, closed(times)))).isEmpty();
    assertThat(reasons(in(once, open(times, 0)))).isEmpty();
    assertThat(reasons(in(twice, open(times, 0))))
        .extracting(Reason::observed)
        .singleElement()
        .asString()
        .contains("2 GC pauses stopped all clients for 40 ms on average");
  }

  @Test
  void aLongestHiccupOrPinnedThreadIsComparedTheSameWay() {
    PhaseResult slow = closed(times(80 * MILLI, 90 * MILLI, 100 * MILLI));
    TimeResult once = VerdictFixtures.hiccups(100 * MICRO, 60 * MILLI);

    assertThat(reasons(in(condition(0, 0, 0, once), slow)))
        .extracting(Reason::check)
        .containsExactly("longest hiccup");
    assertThat(reasons(in(condition(0, 0, 0, once), closed(times(MILLI, 2 * MILLI, 3 * MILLI)))))
        .as("one operation in 60,000")
        .isEmpty();
    assertThat(reasons(in(pinned(100 * MILLI, 3 * MILLI), closed(times(MILLI, MILLI, 3 * MILLI)))))
        .as("a twelfth of a per cent of two carriers' time")
        .isEmpty();
    assertThat(reasons(in(pinned(130 * MILLI, 3 * MILLI), closed(times(MILLI, MILLI, 3 * MILLI)))))
        .extracting(Reason::check)
        .containsExactly("pinned");
  }

  /** A type of which there were few may not have met a pause, however short its times. */
  @Test
  void aRareTypeHasNoPercentileThatAPauseCouldHaveMade() {
    Snapshot mix =
        Measured.snapshot(
            Map.of(
                OperationType.READ,
                Map.of(Outcome.OK, status(times(MILLI, 2 * MILLI, 6 * MILLI))),
                OperationType.UPDATE,
                Map.of(Outcome.OK, Measured.each(900))));
    ClientCondition paused = condition(70, 140 * MILLI, 3 * MILLI, QUIET);

    assertThat(reasons(in(paused, phase(mix, Measured.CLOSED)))).isEmpty();
  }

  private static List<Reason> reasons(PhaseResult phase) {
    return VerdictFixtures.judge(List.of(phase)).reasons();
  }

  /** Returns times of which one in 50 reaches the second, and one in 500 the third. */
  private static TimeHistogram times(long usual, long p99, long p999) {
    return TimeHistogram.ofNanos(Measured.filled(MANY - MANY / 50, usual))
        .plus(TimeHistogram.ofNanos(Measured.filled(MANY / 50 - MANY / 500, p99)))
        .plus(TimeHistogram.ofNanos(Measured.filled(MANY / 500, p999)));
  }

  private static StatusSnapshot status(TimeHistogram times) {
    return new StatusSnapshot(times, times);
  }

  private static PhaseResult closed(TimeHistogram times) {
    return phase(
        Measured.snapshot(Map.of(OperationType.READ, Map.of(Outcome.OK, status(times)))),
        Measured.CLOSED);
  }

  /** Returns a phase on schedule, with as many requests as were due. */
  private static PhaseResult open(TimeHistogram times, long lag) {
    return phase(
        new Snapshot(
            Map.of(OperationType.READ, Map.of(Outcome.OK, status(times))),
            TimeHistogram.ofNanos(Measured.filled(MANY, lag))),
        Measured.open(MANY / 60));
  }

  /** Returns a minute of it. */
  private static PhaseResult phase(Snapshot recorded, LoadModel model) {
    PhaseMeasurement tenSeconds = Measured.phase(recorded);
    return Measured.result(
        PhaseName.RUN,
        model,
        new PhaseMeasurement(
            tenSeconds.startedAt(),
            60 * SECOND,
            Optional.empty(),
            PhaseEnd.PLANNED,
            tenSeconds.requests(),
            recorded,
            tenSeconds.maxOkPerSecond(),
            tenSeconds.minOkPerSecond(),
            new ArrayList<>(),
            Measured.time(120 * SECOND, 0),
            0,
            new ScanCounts(0, 0, 0, 0, 0, 0),
            CoordinationCounts.none(),
            List.of()));
  }

  private static PhaseResult in(ClientCondition condition, PhaseResult phase) {
    return VerdictFixtures.in(condition, phase);
  }

  private static ClientCondition condition(
      long pauses, long totalNanos, long longestNanos, TimeResult hiccups) {
    return new ClientCondition(
        0,
        2,
        OptionalDouble.empty(),
        pauses,
        totalNanos,
        longestNanos,
        hiccups,
        0,
        0,
        0,
        Optional.empty(),
        Optional.empty(),
        OptionalLong.empty());
  }

  private static ClientCondition pinned(long nanos, long longestNanos) {
    return new ClientCondition(
        0,
        2,
        OptionalDouble.empty(),
        0,
        0,
        0,
        QUIET,
        0,
        nanos,
        longestNanos,
        Optional.empty(),
        Optional.empty(),
        OptionalLong.empty());
  }
}
