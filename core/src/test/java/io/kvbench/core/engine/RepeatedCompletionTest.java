package io.kvbench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Completion;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.plan.PhasePlan;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests of bindings that complete an operation twice: the second completion is counted, and never
 * taken for the answer to another operation, regardless of its delay and status.
 */
@Timeout(60)
final class RepeatedCompletionTest extends ClockedPhaseTests {
  private static final int OPERATIONS = 200;

  private final Map<Integer, Completion> first = new ConcurrentHashMap<>();

  @Test
  void atOnceAndOnTheSameThread() throws Exception {
    assertOnlyTheFirstCounts(
        (client, index, completion) ->
            clock.after(
                10 * MILLI,
                () -> {
                  completion.succeeded(Outcome.OK);
                  // After the last answer the phase may end before the repetition.
                  if (index < OPERATIONS - 1) {
                    completion.failed(ErrorKind.OTHER, "again");
                  }
                }),
        64 * (OPERATIONS - 1));
  }

  /** The client has sent its next operation by then, and waits for its answer. */
  @Test
  void fromAnotherThreadWhileTheNextOperationIsInFlight() throws Exception {
    assertOnlyTheFirstCounts(
        (client, index, completion) -> {
          clock.after(10 * MILLI, () -> completion.succeeded(Outcome.OK));
          if (index < OPERATIONS - 1) {
            clock.after(15 * MILLI, () -> completion.failed(ErrorKind.OTHER, "again"));
          }
        },
        64 * (OPERATIONS - 1));
  }

  /** During every operation except the first, the first is completed again, as failed. */
  @Test
  void afterTheClientHasDoneManyOthers() throws Exception {
    assertOnlyTheFirstCounts(
        (client, index, completion) -> {
          Completion of = first.computeIfAbsent(client, absent -> completion);
          if (index > 0) {
            clock.after(5 * MILLI, () -> of.failed(ErrorKind.OTHER, "much later"));
          }
          clock.after(10 * MILLI, () -> completion.succeeded(Outcome.OK));
        },
        64 * (OPERATIONS - 1));
  }

  /** As when a library calls back although the call itself threw. */
  @Test
  void byAThrowAfterTheCompletion() throws Exception {
    assertOnlyTheFirstCounts(
        (client, index, completion) -> {
          clock.sleep(10 * MILLI);
          completion.succeeded(Outcome.OK);
          throw new IllegalStateException("after all");
        },
        64 * OPERATIONS);
  }

  /** 64 clients, 10 ms for each operation: exactly that must be recorded, and nothing else. */
  private void assertOnlyTheFirstCounts(ClockedBinding.Script script, long repeated)
      throws Exception {
    PhasePlan plan = closed(64, 64 * OPERATIONS);
    ClockedBinding store = new ClockedBinding(clock, script, Duration.ZERO);

    PhaseMeasurement measured = conduct(plan, store);

    assertThat(store.submitted).hasValue(64 * OPERATIONS);
    assertThat(measured.repeatedCompletions()).isEqualTo(repeated);
    assertThat(measured.recorded().count()).isEqualTo(64 * OPERATIONS);
    assertThat(count(measured, Outcome.OK)).isEqualTo(64 * OPERATIONS);
    assertTime(reads(measured, Outcome.OK).response().minNanos(), 10 * MILLI);
    assertTime(reads(measured, Outcome.OK).response().maxNanos(), 10 * MILLI);
    assertThat(measured.clientTime().okNanos()).isEqualTo(64 * OPERATIONS * 10 * MILLI);
    assertThat(measured.wallNanos()).isEqualTo(OPERATIONS * 10 * MILLI);
    assertThat(measured.errorMessages()).isEmpty();
  }
}
