package io.kvbench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kvbench.core.measure.Drain;
import io.kvbench.core.measure.Interval;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadModifyWrite;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhasePlan;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of the drain: rates cover the time of sending; what ends later has separate figures. */
@Timeout(60)
final class DrainTest extends ClockedPhaseTests {
  private static final Duration THREE_SECONDS = Duration.ofSeconds(3);

  /** 50 clients with answers after 10 ms; one, sent at 1 s, is answered 5 s after the end. */
  @Test
  void aLateAnswerDoesNotDiluteTheThroughput() throws Exception {
    PhasePlan plan = timed(50, THREE_SECONDS);

    PhaseMeasurement measured =
        conduct(plan, answered((client, index) -> client == 7 && index == 100 ? 7_000 : 10));

    SendingRates rates = new SendingRates(measured);
    assertThat(measured.wallNanos()).isEqualTo(8 * SECOND);
    assertThat(measured.recorded().okCount()).isEqualTo(49 * 300 + 101);
    assertThat(rates.okPerSecond()).isCloseTo((49 * 300 + 100) / 3.0, within(0.001));
    // Answers at the end of a second belong to this or the next one.
    assertThat(measured.minOkPerSecond().orElse(0)).isBetween(4_850.0, 4_950.0);
    assertThat(rates.concurrency()).isEqualTo(50);
    assertThat(measured.drain())
        .contains(
            new Drain(5 * SECOND, 1, 1, Map.of(OperationType.READ, 1L), 5 * SECOND, 7 * SECOND));
  }

  /** Each of four clients has eight requests; the last four are answered nine seconds late. */
  @Test
  void aNumberOfRequestsIsSentWhenTheLastOfThemIs() throws Exception {
    PhasePlan plan = closed(4, 32);

    PhaseMeasurement measured = conduct(plan, answered((client, index) -> index < 7 ? 100 : 9_000));

    SendingRates rates = new SendingRates(measured);
    assertThat(rates.okPerSecond()).isCloseTo(40, within(0.001));
    assertThat(rates.concurrency()).isEqualTo(4);
    assertThat(measured.minOkPerSecond()).isEmpty();
    assertThat(measured.drain())
        .contains(
            new Drain(9 * SECOND, 4, 4, Map.of(OperationType.READ, 4L), 36 * SECOND, 9 * SECOND));
  }

  /** All is well until 4.5 s; that the fifth second is incomplete is detected within it. */
  @Test
  void aSecondInWhichSendingEndsIsNotAFullOne() throws Exception {
    PhasePlan plan = closed(4, 180);

    PhaseMeasurement measured =
        conduct(plan, answered((client, index) -> index < 44 ? 100 : 9_000));

    // The four answers at the very end of a second may be counted in it or in the next one.
    assertThat(measured.minOkPerSecond().orElse(0)).isBetween(36.0, 44.0);
    assertThat(intervals)
        .extracting(Interval::phaseNanos)
        .startsWith(0L, SECOND, 2 * SECOND, 3 * SECOND, 4 * SECOND);
    // The conductor checks just before or just after the last send.
    assertThat(intervals.get(5).phaseNanos()).isIn(4_400 * MILLI, 4_500 * MILLI);
  }

  @Test
  void withoutTimeToSendRatesAreThoseOfTheWallTime() throws Exception {
    PhasePlan plan = closed(64, 64);

    PhaseMeasurement measured = conduct(plan, answered((client, index) -> 500));

    SendingRates rates = new SendingRates(measured);
    assertThat(measured.drain()).isEmpty();
    assertThat(rates.okPerSecond()).isEqualTo(128);
    assertThat(rates.concurrency()).isEqualTo(64);
  }

  /** Ten arrivals a second for a client that does two: eight of ten are sent in the drain. */
  @Test
  void aBacklogThatIsSentLateIsNotAchieved() throws Exception {
    PhasePlan plan = openFor(1, 10, Duration.ofSeconds(1));

    PhaseMeasurement measured = conduct(plan, answered((client, index) -> 500));

    SendingRates rates = new SendingRates(measured);
    assertThat(measured.recorded().okCount()).isEqualTo(10);
    assertThat(rates.achievedPerSecond()).isEqualTo(2);
    assertThat(rates.okPerSecond()).isEqualTo(2);
    Drain drain = measured.drain().orElseThrow();
    assertThat(drain.nanos()).isEqualTo(4 * SECOND);
    assertThat(drain.requests()).isEqualTo(8);
    assertThat(drain.oldestNanos()).isEqualTo(4_100 * MILLI);
    assertThat(drain.busyNanos()).isEqualTo(4 * SECOND);
  }

  /** Most of the same backlog is never sent: 4 s for each, and 10 s after the end. */
  @Test
  void whatIsNeverSentIsOfTheDrain() throws Exception {
    PhasePlan plan = openFor(1, 10, Duration.ofSeconds(1));

    PhaseMeasurement measured = conduct(plan, answered((client, index) -> 4_000));

    SendingRates rates = new SendingRates(measured);
    assertThat(count(measured, ErrorKind.UNSENT)).isEqualTo(7);
    assertThat(rates.achievedPerSecond()).isZero();
    Drain drain = measured.drain().orElseThrow();
    assertThat(drain.nanos()).isEqualTo(10 * SECOND);
    assertThat(drain.requests()).isEqualTo(10);
    assertThat(drain.operations()).isEqualTo(10);
    assertThat(drain.okCount()).isEqualTo(2);
    assertThat(rates.concurrency()).isEqualTo(1);
  }

  /** Client 0 may be about to make a request while the conductor counts. */
  @Test
  void whatIsNeverSentIsDrawnFromAStreamOfItsOwn() throws Exception {
    PhasePlan plan = openFor(1, 10, Duration.ofSeconds(1));
    ClockedBinding store = answered((client, index) -> 4_000);

    PhaseMeasurement measured =
        clock.conduct(
            1,
            () ->
                new PhaseRunner(clock, PATIENT)
                    .run(
                        plan,
                        store,
                        client -> () -> client == 0 ? READ : UPDATE,
                        stop,
                        intervals::add));

    assertThat(measured.recorded().count(OperationType.UPDATE, ErrorKind.UNSENT)).isEqualTo(7);
    assertThat(store.submitted).hasValue(3);
  }

  /** Interrupted between two answers, so that it is clear which lead to further requests. */
  @Test
  void anInterruptionEndsSending() throws Exception {
    PhasePlan plan = timed(2, THREE_SECONDS);
    ClockedBinding store = answered((client, index) -> client == 0 && index == 10 ? 1_000 : 100);
    clock.after(1_450 * MILLI, stop::give);

    PhaseMeasurement measured = conduct(plan, store);

    SendingRates rates = new SendingRates(measured);
    assertThat(rates.okPerSecond()).isCloseTo(24 / 1.45, within(0.001));
    assertThat(measured.drain().map(Drain::nanos)).contains(550 * MILLI);
    assertThat(measured.drain().map(Drain::operations)).contains(2L);
  }

  /** The read ends in time, its update does not. */
  @Test
  void aCompositeBelongsWhereItEnds() throws Exception {
    PhasePlan plan = timed(1, Duration.ofSeconds(1));

    PhaseMeasurement measured =
        conduct(plan, answered((client, index) -> 400), () -> new ReadModifyWrite(READ, UPDATE));

    SendingRates rates = new SendingRates(measured);
    assertThat(measured.requests()).isEqualTo(2);
    assertThat(rates.okPerSecond()).isEqualTo(2);
    assertThat(rates.okPerSecond(OperationType.READ_MODIFY_WRITE)).isEqualTo(1);
    assertThat(measured.drain())
        .contains(
            new Drain(
                600 * MILLI,
                1,
                2,
                Map.of(
                    OperationType.READ, 1L,
                    OperationType.UPDATE, 1L,
                    OperationType.READ_MODIFY_WRITE, 1L),
                600 * MILLI,
                400 * MILLI));
  }

  @Test
  void theLastOfANumberOfCompositesIsCounted() throws Exception {
    PhasePlan plan = closed(1, 4);

    PhaseMeasurement measured =
        conduct(
            plan,
            answered((client, index) -> index < 7 ? 10 : 5_000),
            () -> new ReadModifyWrite(READ, UPDATE));

    SendingRates rates = new SendingRates(measured);
    assertThat(rates.okPerSecond()).isCloseTo(100, within(0.001));
    assertThat(measured.drain())
        .contains(
            new Drain(
                5 * SECOND,
                1,
                1,
                Map.of(OperationType.UPDATE, 1L, OperationType.READ_MODIFY_WRITE, 1L),
                5 * SECOND,
                5 * SECOND));
  }

  /** An abandoned operation ends in the drain, during which its client is busy with it. */
  @Test
  void whatIsAbandonedIsOfTheDrain() throws Exception {
    PhasePlan plan =
        plan(2, new LoadModel.ClosedLoop(), PhasePlan.UNLIMITED, Optional.of(THREE_SECONDS));
    ClockedBinding store =
        new ClockedBinding(
            clock,
            (client, index, completion) -> {
              if (client == 0 || index < 3) {
                clock.after(100 * MILLI, () -> completion.succeeded(Outcome.OK));
              }
            },
            Duration.ZERO);

    PhaseMeasurement measured = conduct(plan, store);

    SendingRates rates = new SendingRates(measured);
    assertThat(rates.okPerSecond()).isEqualTo(11);
    assertThat(rates.concurrency()).isEqualTo(2);
    Drain drain = measured.drain().orElseThrow();
    assertThat(drain.nanos()).isEqualTo(10 * SECOND);
    assertThat(drain.okOperations()).isEmpty();
    assertThat(drain.oldestNanos()).isEqualTo(12_700 * MILLI);
  }

  private interface Millis {
    long of(int client, int index);
  }

  private ClockedBinding answered(Millis after) {
    return new ClockedBinding(
        clock,
        (client, index, completion) ->
            clock.after(after.of(client, index) * MILLI, () -> completion.succeeded(Outcome.OK)),
        Duration.ZERO);
  }
}
