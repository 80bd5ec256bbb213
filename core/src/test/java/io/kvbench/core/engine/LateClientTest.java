package io.kvbench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.workload.request.RequestSource;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests of a closed-loop client that gets no processor between two requests until the drain is
 * over. None of its requests is unsent: its next request would only have begun then.
 */
@Timeout(60)
final class LateClientTest extends ClockedPhaseTests {

  @Test
  void aClientThatComesTooLateCountsNothingAndEnds() throws Exception {
    PhasePlan plan = plan(2, new LoadModel.ClosedLoop(), 1_000, Optional.of(Duration.ofSeconds(1)));
    ClockedBinding store =
        new ClockedBinding(
            clock,
            (client, index, completion) ->
                clock.after(400 * MILLI, () -> completion.succeeded(Outcome.OK)),
            Duration.ZERO);
    PhaseRunner runner = new PhaseRunner(clock, PATIENT);

    PhaseMeasurement measured =
        clock.conduct(
            2, () -> runner.run(plan, store, client -> source(client), stop, intervals::add));

    // Sent at 0, 400 and 800 ms by one client, and by the other at 0.
    assertThat(store.submitted).hasValue(4);
    assertThat(measured.recorded().okCount()).isEqualTo(4);
    assertThat(count(measured, ErrorKind.ABANDONED)).isZero();
    assertThat(measured.requests()).isEqualTo(4);
    assertThat(measured.recorded().lag().count()).isZero();
    assertAddsUpExactly(plan, measured);
  }

  /** Client 1 blocks for 11 s, beyond the time at which operations are abandoned. */
  private RequestSource source(int client) {
    return new RequestSource() {
      private int made;

      @Override
      public Operation next() {
        if (client == 1 && made++ == 1) {
          try {
            clock.sleep(11 * SECOND + MILLI);
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        }
        return READ;
      }
    };
  }
}
