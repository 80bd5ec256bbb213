package io.kvbench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.engine.ClockedBinding.Answer;
import io.kvbench.core.measure.PhaseEnd;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadModifyWrite;
import io.kvbench.core.operation.Request;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.plan.Stage;
import io.kvbench.core.plan.Stages;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests of phases with a number of requests, which end when all have been sent: unanswered ones
 * have the same drain as at the end of any other phase, and the store is not considered
 * unavailable. Conductors check ten times a second, and their drain is 10 s.
 */
@Timeout(60)
final class LastRequestsTest extends ClockedPhaseTests {
  private static final EngineLimits IMPATIENT =
      new EngineLimits(PATIENT.drainTimeout(), Duration.ofSeconds(3), PATIENT.interval());

  @Test
  void theLastRequestsHaveTheDrainToBeAnswered() throws Exception {
    PhasePlan plan = closed(4, 40);

    PhaseMeasurement measured = conduct(plan, lastAnsweredAfter(9 * SECOND), READ);

    assertThat(measured.end()).isEqualTo(PhaseEnd.PLANNED);
    assertThat(measured.recorded().okCount()).isEqualTo(40);
    assertThat(measured.wallNanos()).isEqualTo(9 * SECOND + 9 * MILLI);
    assertAddsUpExactly(plan, measured);
  }

  @Test
  void whatIsNotAnsweredInTheDrainIsAbandoned() throws Exception {
    PhasePlan plan = closed(4, 40);

    PhaseMeasurement measured = conduct(plan, lastAnsweredAfter(60 * SECOND), READ);

    assertThat(measured.end()).isEqualTo(PhaseEnd.PLANNED);
    assertThat(measured.recorded().okCount()).isEqualTo(36);
    assertThat(count(measured, ErrorKind.ABANDONED)).isEqualTo(4);
    assertThat(measured.requests()).isEqualTo(40);
    assertThat(measured.wallNanos()).isEqualTo(10_100 * MILLI);
    assertAddsUpExactly(plan, measured);
  }

  /** The same in an open loop. */
  @Test
  void theLastArrivalsHaveTheDrainToBeAnswered() throws Exception {
    PhasePlan plan = open(4, 10, 40);

    PhaseMeasurement measured = conduct(plan, lastAnsweredAfter(60 * SECOND), READ);

    assertThat(measured.end()).isEqualTo(PhaseEnd.PLANNED);
    assertThat(count(measured, ErrorKind.ABANDONED)).isEqualTo(4);
    assertThat(count(measured, ErrorKind.UNSENT)).isZero();
    assertThat(measured.wallNanos()).isEqualTo(13_900 * MILLI);
    assertAddsUpExactly(plan, measured);
  }

  /** Client 0 sends its last request 20 s after all others. */
  @Test
  void whatAClientThinksAboutIsStillToBeSent() throws Exception {
    PhasePlan plan = plan(2, new LoadModel.ClosedLoop(Duration.ofSeconds(20)), 3, Optional.empty());
    ClockedBinding store = answeredAfter(MILLI);

    PhaseMeasurement measured = conduct(plan, store, READ);

    assertThat(store.submitted).hasValue(3);
    assertThat(measured.recorded().okCount()).isEqualTo(3);
    assertThat(measured.wallNanos()).isEqualTo(20 * SECOND + 2 * MILLI);
    assertAddsUpExactly(plan, measured);
  }

  /** The read of the last request takes two seconds; its write must follow. */
  @Test
  void theSecondPartOfTheLastRequestIsSent() throws Exception {
    PhasePlan plan = closed(1, 1);
    ClockedBinding store = answeredAfter(2 * SECOND + 500 * MILLI);

    PhaseMeasurement measured = conduct(plan, store, new ReadModifyWrite(READ, UPDATE));

    assertThat(store.submitted).hasValue(2);
    assertThat(measured.recorded().okCount()).isEqualTo(2);
    assertThat(measured.wallNanos()).isEqualTo(5 * SECOND);
    assertAddsUpExactly(plan, measured);
  }

  /** While anything is left to send, a store that answers nothing is unavailable. */
  @Test
  void aStoreThatAnswersNothingIsGivenUpWhileSomethingIsLeft() throws Exception {
    PhasePlan plan = closed(2, 3);

    PhaseMeasurement measured = conduct(plan, answeredAfter(60 * SECOND), READ);

    assertThat(measured.end()).isEqualTo(PhaseEnd.STORE_UNAVAILABLE);
    assertThat(count(measured, ErrorKind.ABANDONED)).isEqualTo(2);
  }

  /** The second before a pause has errors only, and after the pause all is well. */
  @Test
  void aStoreOfWhichNothingIsAskedInAPauseIsNotGivenUp() throws Exception {
    LoadModel model =
        new LoadModel.OpenLoop(
            new Stages(
                List.of(
                    new Stage(10, 10, Duration.ofSeconds(2)),
                    new Stage(0, 0, Duration.ofSeconds(10)),
                    new Stage(10, 10, Duration.ofSeconds(1)))));
    PhasePlan plan = plan(1, model, PhasePlan.UNLIMITED, Optional.of(Duration.ofSeconds(13)));
    ClockedBinding store =
        ClockedBinding.answering(
            clock,
            (client, index) ->
                new Answer(
                    index >= 10 && index < 20 ? ErrorKind.UNAVAILABLE : Outcome.OK,
                    Duration.ofMillis(1)),
            Duration.ZERO);

    PhaseMeasurement measured = conduct(plan, store, READ);

    assertThat(measured.end()).isEqualTo(PhaseEnd.PLANNED);
    assertThat(count(measured, ErrorKind.UNAVAILABLE)).isEqualTo(10);
    assertThat(count(measured, Outcome.OK)).isEqualTo(20);
    assertAddsUpExactly(plan, measured);
  }

  /** Its session is lost at 0.9 s and takes ten seconds; nothing is sent after one second. */
  @Test
  void nobodyRecoversBeyondTheEndOfAClosedLoop() throws Exception {
    PhasePlan plan = timed(2, Duration.ofSeconds(1));

    PhaseMeasurement measured = conduct(plan, losing(1, 8), READ);

    assertThat(count(measured, ErrorKind.CONNECTION_LOST)).isEqualTo(1);
    assertThat(count(measured, Outcome.OK)).isEqualTo(18);
    assertThat(measured.wallNanos()).isEqualTo(SECOND);
    assertThat(measured.clientTime().reconnectNanos()).isEqualTo(100 * MILLI);
    assertAddsUpExactly(plan, measured);
  }

  /** The same in an open loop, when others have sent all that was due. */
  @Test
  void nobodyRecoversWhenAllArrivalsHaveBeenSent() throws Exception {
    PhasePlan plan = openFor(2, 10, Duration.ofSeconds(1));

    PhaseMeasurement measured = conduct(plan, losing(1, 0), READ);

    assertThat(measured.requests()).isEqualTo(10);
    assertThat(measured.wallNanos()).isLessThan(2 * SECOND);
    assertAddsUpExactly(plan, measured);
  }

  /**
   * One client, ten arrivals of which the fourth loses the session at 0.4 s: the six that were due
   * until the end are sent after the recovery, within the drain, and do not fail one by one.
   */
  @Test
  void aSessionIsMadeAnewForABacklog() throws Exception {
    PhasePlan plan = openFor(1, 10, Duration.ofSeconds(1));
    ClockedBinding store =
        ClockedBinding.answering(
            clock,
            (client, index) ->
                new Answer(
                    index == 3 || index == 4 ? ErrorKind.CONNECTION_LOST : Outcome.OK,
                    Duration.ofMillis(100)),
            Duration.ofSeconds(2));

    PhaseMeasurement measured = conduct(plan, store, READ);

    assertThat(count(measured, ErrorKind.CONNECTION_LOST)).isEqualTo(2);
    assertThat(count(measured, Outcome.OK)).isEqualTo(8);
    assertThat(measured.clientTime().reconnectNanos()).isEqualTo(4 * SECOND);
    assertAddsUpExactly(plan, measured);
  }

  /** Returns a store that answers requests after the ninth late, earlier ones in a millisecond. */
  private ClockedBinding lastAnsweredAfter(long nanos) {
    return new ClockedBinding(
        clock,
        (client, index, completion) -> answer(index < 9 ? MILLI : nanos, completion),
        Duration.ZERO);
  }

  private ClockedBinding answeredAfter(long nanos) {
    return new ClockedBinding(
        clock, (client, index, completion) -> answer(nanos, completion), Duration.ZERO);
  }

  private void answer(long nanos, Completion completion) {
    clock.after(nanos, () -> completion.succeeded(Outcome.OK));
  }

  /** Returns a store with answers in 100 ms; one client's session takes ten seconds to recover. */
  private ClockedBinding losing(int unlucky, int at) {
    return ClockedBinding.answering(
        clock,
        (client, index) ->
            new Answer(
                client == unlucky && index == at ? ErrorKind.CONNECTION_LOST : Outcome.OK,
                Duration.ofMillis(100)),
        Duration.ofSeconds(10));
  }

  private PhaseMeasurement conduct(PhasePlan plan, Binding store, Request request)
      throws Exception {
    PhaseRunner runner = new PhaseRunner(clock, IMPATIENT);
    return clock.conduct(
        plan.clients(),
        () -> runner.run(plan, store, client -> () -> request, stop, intervals::add));
  }
}
