package io.kvbench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.measure.ErrorMessages;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.measure.PhaseEnd;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadModifyWrite;
import io.kvbench.core.plan.ConstantRate;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.workload.request.RequestSource;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of the engine with misbehaving stores, bindings and internal errors: nothing is lost. */
@Timeout(60)
final class FailingPhaseTest extends PhaseTests {

  @Test
  void anUnansweredOperationIsAbandonedWithItsAge() throws Exception {
    ScriptedBinding store =
        new ScriptedBinding(
            (index, operation, completion) -> {
              if (index > 0) {
                completion.succeeded(Outcome.OK);
              }
            });

    PhaseMeasurement measured = run(timed(2, Duration.ofMillis(500)), store, READ, BRIEF_DRAIN);

    assertThat(count(measured, ErrorKind.ABANDONED)).isEqualTo(1);
    long age =
        measured
            .recorded()
            .operations()
            .get(OperationType.READ)
            .get(ErrorKind.ABANDONED)
            .service()
            .maxNanos();
    assertThat(age).isGreaterThanOrEqualTo(300_000_000L);
    assertThat(measured.requests()).isEqualTo(store.submitted.get());
  }

  @Test
  void aLateAnswerToAnAbandonedOperationIsNoSecondCompletion() throws Exception {
    AtomicReference<Runnable> answer = new AtomicReference<>();
    ScriptedBinding store =
        new ScriptedBinding(
            (index, operation, completion) -> answer.set(() -> completion.succeeded(Outcome.OK)));

    PhaseMeasurement measured = run(timed(1, Duration.ofMillis(500)), store, READ, BRIEF_DRAIN);
    answer.get().run();

    assertThat(count(measured, ErrorKind.ABANDONED)).isEqualTo(1);
    assertThat(measured.repeatedCompletions()).isZero();
  }

  @Test
  void aSecondCompletionIsIgnoredAndToldOf() throws Exception {
    ScriptedBinding store =
        new ScriptedBinding(
            (index, operation, completion) -> {
              completion.succeeded(Outcome.OK);
              completion.failed(ErrorKind.OTHER, "again");
            });

    PhaseMeasurement measured = run(closed(2, 100), store, READ, LIMITS);

    assertThat(measured.recorded().okCount()).isEqualTo(100);
    assertThat(measured.recorded().count()).isEqualTo(100);
    assertThat(measured.repeatedCompletions()).isEqualTo(100);
  }

  @Test
  void aBindingThatThrowsEndsNoClient() throws Exception {
    ScriptedBinding store =
        new ScriptedBinding(
            (index, operation, completion) -> {
              if (index % 2 == 0) {
                throw new IllegalStateException("broken");
              }
              completion.succeeded(Outcome.OK);
            });

    PhaseMeasurement measured = run(closed(1, 100), store, READ, LIMITS);

    assertThat(count(measured, ErrorKind.BINDING_FAULT)).isEqualTo(50);
    assertThat(count(measured, Outcome.OK)).isEqualTo(50);
    assertThat(measured.errorMessages().getFirst().message()).contains("broken");
  }

  @Test
  void noThrowableOfABindingEndsAClient() throws Exception {
    ScriptedBinding store =
        new ScriptedBinding(
            (index, operation, completion) -> {
              throw new OutOfMemoryError("of the binding's making");
            });

    PhaseMeasurement measured = run(closed(1, 10), store, READ, LIMITS);

    assertThat(count(measured, ErrorKind.BINDING_FAULT)).isEqualTo(10);
  }

  @Test
  void aDefectInAClientEndsThePhaseAndIsToldOf() {
    PhaseRunner runner = new PhaseRunner(NanoClock.system(), LIMITS);
    RequestSource broken =
        () -> {
          throw new ArithmeticException("no next request");
        };

    assertThatThrownBy(
            () ->
                runner.run(
                    timed(3, Duration.ofHours(1)),
                    new ScriptedBinding(ScriptedBinding.OK),
                    client -> client == 1 ? broken : () -> READ,
                    stop,
                    intervals::add))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("no next request");
  }

  @Test
  void aListenerThatThrowsLeavesNoClientAtWork() throws Exception {
    ScriptedBinding store =
        new ScriptedBinding(
            (index, operation, completion) -> {
              Thread.sleep(1);
              completion.succeeded(Outcome.OK);
            });
    PhaseRunner runner = new PhaseRunner(NanoClock.system(), LIMITS);

    assertThatThrownBy(
            () ->
                runner.run(
                    timed(3, Duration.ofHours(1)),
                    store,
                    client -> () -> READ,
                    stop,
                    interval -> {
                      throw new ArithmeticException("of the listener's making");
                    }))
        .isInstanceOf(ArithmeticException.class);

    long before = store.submitted.get();
    Thread.sleep(100);
    assertThat(store.submitted.get() - before)
        .as("those that were just being sent")
        .isLessThanOrEqualTo(3);
  }

  @Test
  void aClientThatIsStuckInItsLibraryIsLeftBehindWithItsOperationCounted() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    ScriptedBinding store =
        new ScriptedBinding(
            (index, operation, completion) -> {
              while (index == 0) {
                try {
                  never.await();
                } catch (InterruptedException e) {
                  // Some libraries wait on like this.
                }
              }
              completion.succeeded(Outcome.OK);
            });

    PhaseMeasurement measured = run(timed(2, Duration.ofMillis(500)), store, READ, BRIEF_DRAIN);

    assertThat(count(measured, ErrorKind.ABANDONED)).isEqualTo(1);
    assertThat(measured.recorded().count()).isEqualTo(store.submitted.get());
    assertAddsUp(measured);
  }

  /** The client never records the two parts as one, nor their lag. */
  @Test
  void aCompositeThatIsStuckAtTheEndIsCounted() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    ScriptedBinding store =
        new ScriptedBinding(
            (index, operation, completion) -> {
              while (operation instanceof Operation.Update) {
                try {
                  never.await();
                } catch (InterruptedException e) {
                  // Some libraries wait on like this.
                }
              }
              completion.succeeded(Outcome.OK);
            });
    PhasePlan plan = plan(1, new LoadModel.OpenLoop(new ConstantRate(2)), 1, Optional.empty());

    PhaseMeasurement measured = run(plan, store, new ReadModifyWrite(READ, UPDATE), BRIEF_DRAIN);

    assertThat(measured.recorded().count(OperationType.READ_MODIFY_WRITE, ErrorKind.ABANDONED))
        .isEqualTo(1);
    assertThat(measured.recorded().count(OperationType.UPDATE, ErrorKind.ABANDONED)).isEqualTo(1);
    assertThat(measured.recorded().lag().count()).isEqualTo(1);
  }

  @Test
  void arrivalsWithoutAFreeClientAreCountedAsUnsent() throws Exception {
    ScriptedBinding store = new ScriptedBinding((index, operation, completion) -> {});
    PhasePlan plan =
        plan(
            1,
            new LoadModel.OpenLoop(new ConstantRate(1000)),
            PhasePlan.UNLIMITED,
            Optional.of(Duration.ofMillis(100)));

    PhaseMeasurement measured = run(plan, store, READ, BRIEF_DRAIN);

    assertThat(store.submitted).hasValue(1);
    assertThat(count(measured, ErrorKind.ABANDONED)).isEqualTo(1);
    assertThat(count(measured, ErrorKind.UNSENT)).isEqualTo(99);
    assertThat(measured.requests()).isEqualTo(100);
  }

  @Test
  void aBacklogOfMillionsIsCountedToTheLastArrival() throws Exception {
    ScriptedBinding store = new ScriptedBinding((index, operation, completion) -> {});
    PhasePlan plan =
        plan(
            2,
            new LoadModel.OpenLoop(new ConstantRate(30_000_000)),
            PhasePlan.UNLIMITED,
            Optional.of(Duration.ofSeconds(1)));

    PhaseMeasurement measured = run(plan, store, READ, BRIEF_DRAIN);

    assertThat(measured.requests()).isEqualTo(30_000_000);
    assertThat(count(measured, ErrorKind.ABANDONED)).isEqualTo(2);
    assertThat(count(measured, ErrorKind.UNSENT)).isEqualTo(29_999_998);
    assertThat(measured.recorded().lag().count()).isEqualTo(30_000_000);
    assertThat(measured.errorMessages().stream().mapToLong(ErrorMessages.Counted::count).sum())
        .isEqualTo(30_000_000);
    assertThat(sumOfIntervals().count()).isEqualTo(30_000_000);
    assertAddsUp(measured);
  }

  @Test
  void aStoreThatRefusesHasAnswered() throws Exception {
    ScriptedBinding store =
        new ScriptedBinding(
            (index, operation, completion) -> {
              Thread.sleep(5);
              completion.failed(ErrorKind.TOO_LARGE, "too large");
            });

    PhaseMeasurement measured = run(closed(1, 100), store, READ, impatient());

    assertThat(measured.end()).isEqualTo(PhaseEnd.PLANNED);
    assertThat(count(measured, ErrorKind.TOO_LARGE)).isEqualTo(100);
  }

  @Test
  void aLockThatIsNotFreeInTimeSaysNothingOfTheStore() throws Exception {
    ScriptedBinding store =
        new ScriptedBinding(
            (index, operation, completion) -> {
              Thread.sleep(5);
              completion.failed(ErrorKind.TIMEOUT, "not free");
            });
    Operation.Lock lock =
        new Operation.Lock(
            KEY, Operation.Ownership.LOCK, Duration.ofSeconds(10), Duration.ofMillis(5));

    PhaseMeasurement measured = run(closed(1, 100), store, lock, impatient());

    assertThat(measured.end()).isEqualTo(PhaseEnd.PLANNED);
  }

  @Test
  void aStoreThatOnlyFailsIsGivenUp() throws Exception {
    ScriptedBinding store =
        new ScriptedBinding(
            (index, operation, completion) -> {
              Thread.sleep(5);
              completion.failed(ErrorKind.UNAVAILABLE, "no leader");
            });

    PhaseMeasurement measured = run(closed(2, 1_000_000), store, READ, impatient());

    assertThat(measured.end()).isEqualTo(PhaseEnd.STORE_UNAVAILABLE);
    assertThat(count(measured, ErrorKind.UNAVAILABLE)).isEqualTo(store.submitted.get());
  }

  @Test
  void aStoreThatNeverAnswersIsGivenUp() throws Exception {
    ScriptedBinding store = new ScriptedBinding((index, operation, completion) -> {});

    PhaseMeasurement measured = run(closed(2, 1_000_000), store, READ, impatient());

    assertThat(measured.end()).isEqualTo(PhaseEnd.STORE_UNAVAILABLE);
    assertThat(count(measured, ErrorKind.ABANDONED)).isEqualTo(2);
  }

  @Test
  void aWrongValueIsAnError() throws Exception {
    ScriptedBinding store =
        new ScriptedBinding(
            (index, operation, completion) ->
                completion.found(ByteBuffer.wrap(new byte[] {(byte) index}), 0));
    PhaseRunner runner =
        new PhaseRunner(
            NanoClock.system(), LIMITS, ScriptedBinding.objecting(value -> value.get(0) != 0));

    PhaseMeasurement measured =
        runner.run(closed(1, 10), store, client -> () -> READ, stop, intervals::add);

    assertThat(count(measured, Outcome.OK)).isEqualTo(1);
    assertThat(count(measured, ErrorKind.WRONG_VALUE)).isEqualTo(9);
  }
}
