package io.kvbench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.Disturbance;
import io.kvbench.core.measure.Interval;
import io.kvbench.core.measure.OfferedLoad;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.measure.Recovery;
import io.kvbench.core.measure.RecoveryRule;
import io.kvbench.core.measure.Ticks;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests of whole phases on a store that loses its leader at 10 s and has a new one at 12.345 s, as
 * visible in the ticks of the intervals.
 */
@Timeout(60)
class StalledAndBackTest extends ClockedPhaseTests {
  private static final long LOST = 10 * SECOND;
  private static final long BACK = 12_345 * MILLI;
  private static final Duration QUICK = Duration.ofMillis(2);

  @Test
  void aClosedLoopThatWaitsForItsAnswers() throws Exception {
    PhaseMeasurement measured = conduct(timed(4, Duration.ofSeconds(20)), waiting());

    Recovery recovery = recovery(measured);

    assertThat(recovery.okPerSecondBefore()).isEqualTo(2000);
    // The answers at 12.347 s were sent before; the next ones, at 12.349 s, are in the same tick.
    assertThat(recovery.firstSuccessNanos()).hasValue(2_350 * MILLI);
    assertThat(recovery.recoveredNanos()).hasValue(2_350 * MILLI);
    assertThat(recovery.silenceNanos()).isEqualTo(2_330 * MILLI);
    assertThat(recovery.errors()).isEmpty();
  }

  @Test
  void aClosedLoopWhoseOperationsFailMeanwhile() throws Exception {
    ClockedBinding store =
        ClockedBinding.answering(
            clock,
            (client, index) ->
                new ClockedBinding.Answer(
                    isLeaderless() ? ErrorKind.UNAVAILABLE : Outcome.OK, QUICK),
            Duration.ZERO);

    Recovery recovery = recovery(conduct(timed(4, Duration.ofSeconds(20)), store));

    assertThat(recovery.firstSuccessNanos()).hasValue(2_350 * MILLI);
    // Sent every 2 ms from 10.000 to 12.344 s, by each of four clients.
    assertThat(recovery.errors()).isEqualTo(Map.of(ErrorKind.UNAVAILABLE, 4 * 1173L));
  }

  @Test
  void anOpenLoopCatchesUpAndIsBackWithItsFirstSecond() throws Exception {
    PhaseMeasurement measured = conduct(openFor(50, 1000, Duration.ofSeconds(20)), waiting());

    Recovery recovery = recovery(measured);

    assertThat(recovery.okPerSecondBefore()).isEqualTo(1000);
    assertThat(recovery.firstSuccessNanos()).hasValue(2_350 * MILLI);
    assertThat(recovery.recoveredNanos()).hasValue(2_350 * MILLI);
  }

  @Test
  void theTicksOfThePhaseAreItsOperations() throws Exception {
    PhaseMeasurement measured = conduct(timed(4, Duration.ofSeconds(20)), waiting());

    long ticks = ticks().count(OperationType.READ, Outcome.OK, 0, Long.MAX_VALUE);

    assertThat(ticks).isEqualTo(measured.recorded().okCount()).isPositive();
  }

  private Recovery recovery(PhaseMeasurement measured) {
    List<Recovery> recoveries =
        RecoveryRule.recoveries(
                ticks(),
                List.of(new Disturbance(LOST, LOST)),
                OfferedLoad.none(),
                measured.wallNanos())
            .getFirst();
    assertThat(recoveries).hasSize(1);
    return recoveries.getFirst();
  }

  private Ticks ticks() {
    return Ticks.sum(intervals.stream().map(Interval::ticks).toList());
  }

  private boolean isLeaderless() {
    return clock.elapsed() >= LOST && clock.elapsed() < BACK;
  }

  /** Returns a store that holds requests until it has a leader again. */
  private ClockedBinding waiting() {
    return new ClockedBinding(
        clock,
        (client, index, completion) -> {
          long wait = isLeaderless() ? BACK - clock.elapsed() : 0;
          clock.after(wait + QUICK.toNanos(), () -> completion.succeeded(Outcome.OK));
        },
        Duration.ZERO);
  }
}
