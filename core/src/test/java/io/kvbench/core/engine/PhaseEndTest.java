package io.kvbench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.Interval;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.plan.PhasePlan;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of operations across the end of a phase, which are counted at their age. */
@Timeout(60)
final class PhaseEndTest extends ClockedPhaseTests {
  private static final Duration ONE_SECOND = Duration.ofSeconds(1);

  /** Sent at 0, 300, 600 and 900 ms; the last is answered 200 ms after the end of the phase. */
  @Test
  void anOperationAnsweredInTheDrainIsCounted() throws Exception {
    PhasePlan plan = timed(64, ONE_SECOND);
    ClockedBinding store = answering(300 * MILLI);

    PhaseMeasurement measured = conduct(plan, store);

    assertThat(store.submitted).hasValue(64 * 4);
    assertThat(measured.recorded().okCount()).isEqualTo(64 * 4);
    assertThat(measured.wallNanos()).isEqualTo(1_200 * MILLI);
    assertTime(reads(measured, Outcome.OK).response().maxNanos(), 300 * MILLI);
    assertThat(measured.clientTime().okNanos()).isEqualTo(64 * 1_200 * MILLI);
    assertAddsUpExactly(plan, measured);
  }

  /** The fourth of each client is sent at 900 ms and still unanswered when the drain is over. */
  @Test
  void anOperationStillInFlightIsAbandonedWithItsAge() throws Exception {
    PhasePlan plan = timed(64, ONE_SECOND);
    ClockedBinding store =
        new ClockedBinding(
            clock,
            (client, index, completion) -> {
              if (index < 3) {
                clock.after(300 * MILLI, () -> completion.succeeded(Outcome.OK));
              }
            },
            Duration.ZERO);

    PhaseMeasurement measured = conduct(plan, store);

    assertThat(measured.recorded().okCount()).isEqualTo(64 * 3);
    assertThat(count(measured, ErrorKind.ABANDONED)).isEqualTo(64);
    assertThat(measured.requests()).isEqualTo(64 * 4);
    var abandoned = reads(measured, ErrorKind.ABANDONED);
    assertTime(abandoned.response().minNanos(), 10_100 * MILLI);
    assertTime(abandoned.service().maxNanos(), 10_100 * MILLI);
    assertThat(measured.wallNanos()).isEqualTo(11 * SECOND);
    assertThat(measured.clientTime().errorNanos())
        .containsOnly(Map.entry(ErrorKind.ABANDONED, 64 * 10_100 * MILLI));
    assertAddsUpExactly(plan, measured);
  }

  /**
   * Ten arrivals a second of which the last, due at 900 ms, is sent 50 ms late as the client was
   * busy; abandoned 11 s after the start, its response time is 50 ms longer than its service time.
   */
  @Test
  void anAbandonedArrivalIsAsOldAsItsIntendedStart() throws Exception {
    PhasePlan plan = openFor(1, 10, ONE_SECOND);
    ClockedBinding store =
        new ClockedBinding(
            clock,
            (client, index, completion) -> {
              if (index < 9) {
                long nanos = index == 8 ? 150 * MILLI : MILLI;
                clock.after(nanos, () -> completion.succeeded(Outcome.OK));
              }
            },
            Duration.ZERO);

    PhaseMeasurement measured = conduct(plan, store);

    assertThat(measured.recorded().okCount()).isEqualTo(9);
    var abandoned = reads(measured, ErrorKind.ABANDONED);
    assertThat(abandoned.count()).isEqualTo(1);
    assertTime(abandoned.response().maxNanos(), 10_100 * MILLI);
    assertTime(abandoned.service().maxNanos(), 10_050 * MILLI);
    assertTime(measured.recorded().lag().maxNanos(), 50 * MILLI);
  }

  /** Of three clients with one request each, one ends in each interval and counts in it. */
  @Test
  void anIntervalHasTheClientsThatWereAtWorkInIt() throws Exception {
    ClockedBinding store =
        new ClockedBinding(
            clock,
            (client, index, completion) ->
                clock.after(client * SECOND + 500 * MILLI, () -> completion.succeeded(Outcome.OK)),
            Duration.ZERO);

    conduct(closed(3, 3), store);

    assertThat(intervals).extracting(Interval::clients).containsExactly(3, 2, 1);
  }

  /** A late answer to an abandoned operation changes nothing. */
  @Test
  void anAnswerAfterTheDrainIsNoNews() throws Exception {
    ClockedBinding store =
        new ClockedBinding(
            clock,
            (client, index, completion) -> {
              if (client == 0) {
                clock.after(11 * SECOND + 1, () -> completion.succeeded(Outcome.OK));
              } else {
                clock.sleep(11_500 * MILLI); // Keeps the phase open until then.
                completion.succeeded(Outcome.OK);
              }
            },
            Duration.ZERO);

    PhaseMeasurement measured = conduct(timed(2, ONE_SECOND), store);

    assertThat(measured.wallNanos()).isEqualTo(11_500 * MILLI);
    assertThat(count(measured, ErrorKind.ABANDONED)).isEqualTo(2);
    assertTime(reads(measured, ErrorKind.ABANDONED).response().maxNanos(), 11 * SECOND);
    assertThat(measured.recorded().count()).isEqualTo(2);
    assertThat(measured.repeatedCompletions()).isZero();
  }

  private ClockedBinding answering(long nanos) {
    return new ClockedBinding(
        clock,
        (client, index, completion) -> clock.after(nanos, () -> completion.succeeded(Outcome.OK)),
        Duration.ZERO);
  }
}
