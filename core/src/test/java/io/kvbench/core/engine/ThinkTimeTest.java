package io.kvbench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.PhaseEnd;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadModifyWrite;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhasePlan;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class ThinkTimeTest extends PhaseTests {
  private static final long MILLI = 1_000_000;

  @Test
  void aClientThinksBetweenItsRequestsAndNotBeforeOrAfterThem() throws Exception {
    List<Long> sent = new CopyOnWriteArrayList<>();
    ScriptedBinding store =
        new ScriptedBinding(
            (index, operation, completion) -> {
              sent.add(System.nanoTime());
              completion.succeeded(Outcome.OK);
            });

    PhaseMeasurement measured = run(thinking(1, Duration.ofMillis(20), 4), store, READ, LIMITS);

    assertThat(sent).hasSize(4);
    for (int i = 1; i < sent.size(); i++) {
      assertThat(sent.get(i) - sent.get(i - 1)).isGreaterThanOrEqualTo(20 * MILLI);
    }
    assertThat(measured.clientTime().thinkNanos()).isBetween(60 * MILLI, measured.wallNanos());
    assertThat(measured.recorded().lag().count()).isZero();
    assertAddsUp(measured);
  }

  @Test
  void oneRequestOfEachClientNeedsNoThinking() throws Exception {
    PhasePlan plan = thinking(5, Duration.ofHours(1), 5);

    PhaseMeasurement measured = run(plan, new ScriptedBinding(ScriptedBinding.OK), READ, LIMITS);

    assertThat(measured.end()).isEqualTo(PhaseEnd.PLANNED);
    assertThat(measured.requests()).isEqualTo(5);
    assertThat(measured.clientTime().thinkNanos()).isZero();
  }

  @Test
  void thinkingBeginsWhenTheRequestHasEnded() throws Exception {
    ScriptedBinding store =
        new ScriptedBinding(
            (index, operation, completion) ->
                ScriptedBinding.later(
                    Duration.ofMillis(30), () -> completion.succeeded(Outcome.OK)));

    PhaseMeasurement measured = run(thinking(2, Duration.ofMillis(10), 6), store, READ, LIMITS);

    assertThat(measured.wallNanos()).isGreaterThanOrEqualTo((3 * 30 + 2 * 10) * MILLI);
    assertThat(measured.clientTime().thinkNanos()).isGreaterThanOrEqualTo(4 * 10 * MILLI);
    assertThat(measured.clientTime().okNanos()).isGreaterThanOrEqualTo(6 * 30 * MILLI);
    assertAddsUp(measured);
  }

  @Test
  void nobodyThinksBetweenThePartsOfARequest() throws Exception {
    ScriptedBinding store = new ScriptedBinding(ScriptedBinding.OK);
    PhasePlan plan = thinking(1, Duration.ofHours(1), 1);

    PhaseMeasurement measured = run(plan, store, new ReadModifyWrite(READ, UPDATE), LIMITS);

    assertThat(store.submitted).hasValue(2);
    assertThat(measured.clientTime().thinkNanos()).isZero();
  }

  @Test
  void theEndOfThePhaseEndsThinking() throws Exception {
    ScriptedBinding store = new ScriptedBinding(ScriptedBinding.OK);
    PhasePlan plan =
        plan(
            3,
            new LoadModel.ClosedLoop(Duration.ofDays(100_000_000)),
            PhasePlan.UNLIMITED,
            Optional.of(Duration.ofSeconds(1)));

    PhaseMeasurement measured = run(plan, store, READ, LIMITS);

    assertThat(measured.end()).isEqualTo(PhaseEnd.PLANNED);
    assertThat(measured.requests()).isEqualTo(3);
    assertThat(store.submitted).hasValue(3);
    assertThat(measured.clientTime().thinkNanos()).isGreaterThan(0);
    assertAddsUp(measured);
  }

  @Test
  void aStopSignalEndsThinking() throws Exception {
    ScriptedBinding store = new ScriptedBinding(ScriptedBinding.OK);
    ScriptedBinding.later(Duration.ofMillis(200), stop::give);

    PhaseMeasurement measured = run(thinking(3, Duration.ofHours(1), 30), store, READ, LIMITS);

    assertThat(measured.end()).isEqualTo(PhaseEnd.INTERRUPTED);
    assertThat(measured.requests()).isEqualTo(3);
    assertAddsUp(measured);
  }

  private static PhasePlan thinking(int clients, Duration time, long requests) {
    return plan(clients, new LoadModel.ClosedLoop(time), requests, Optional.empty());
  }
}
