package io.kvbench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.measure.Interval;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.measure.PhaseEnd;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.measure.Snapshot;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.ReadModifyWrite;
import io.kvbench.core.operation.Request;
import io.kvbench.core.operation.Status;
import io.kvbench.core.operation.Value;
import io.kvbench.core.plan.Arrivals;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.workload.RequestSource;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The engine against a scripted store: every operation is counted, once, for what it was. */
@Timeout(60)
final class PhaseRunnerTest {
  private static final Key KEY = Key.of("key");
  private static final Operation.Read READ = new Operation.Read(KEY, ReadConsistency.DEFAULT);
  private static final Operation.Update UPDATE =
      new Operation.Update(KEY, Value.of(new byte[] {1}));
  private static final EngineLimits LIMITS =
      new EngineLimits(Duration.ofMillis(300), Duration.ofSeconds(30), Duration.ofMillis(50));

  private final List<Interval> intervals = new ArrayList<>();
  private final StopSignal stop = new StopSignal();

  @Test
  void everyRequestOfAClosedLoopIsSentAndCountedOnce() throws Exception {
    ScriptedBinding store = new ScriptedBinding(ScriptedBinding.OK);

    PhaseMeasurement measured = run(closed(7, 10_003), store, READ, LIMITS);

    assertThat(store.submitted).hasValue(10_003);
    assertThat(measured.requests()).isEqualTo(10_003);
    assertThat(measured.recorded().okCount()).isEqualTo(10_003);
    assertThat(measured.end()).isEqualTo(PhaseEnd.PLANNED);
    assertThat(sumOfIntervals().okCount()).isEqualTo(10_003);
  }

  @Test
  void answersOfAnotherThreadWakeTheClient() throws Exception {
    ScriptedBinding store =
        new ScriptedBinding(
            (index, operation, completion) ->
                ScriptedBinding.later(
                    Duration.ofMillis(1), () -> completion.succeeded(Outcome.OK)));

    PhaseMeasurement measured = run(closed(20, 400), store, READ, LIMITS);

    assertThat(measured.recorded().okCount()).isEqualTo(400);
    assertThat(measured.recorded().okResponse().minNanos()).isGreaterThanOrEqualTo(990_000);
  }

  @Test
  void everyStatusIsKeptApartWithItsTimesAndItsMessage() throws Exception {
    ScriptedBinding store =
        new ScriptedBinding(
            (index, operation, completion) -> {
              switch ((int) (index % 3)) {
                case 0 -> completion.succeeded(Outcome.OK);
                case 1 -> completion.succeeded(Outcome.NOT_FOUND);
                default -> completion.failed(ErrorKind.TIMEOUT, "too slow");
              }
            });

    PhaseMeasurement measured = run(closed(1, 300), store, READ, LIMITS);

    assertThat(count(measured, Outcome.OK)).isEqualTo(100);
    assertThat(count(measured, Outcome.NOT_FOUND)).isEqualTo(100);
    assertThat(count(measured, ErrorKind.TIMEOUT)).isEqualTo(100);
    assertThat(measured.errorMessages())
        .singleElement()
        .satisfies(
            line -> {
              assertThat(line.message()).isEqualTo("too slow");
              assertThat(line.count()).isEqualTo(100);
            });
  }

  @Test
  void anOperationThatCrossesTheEndOfThePhaseIsCounted() throws Exception {
    ScriptedBinding store =
        new ScriptedBinding(
            (index, operation, completion) ->
                ScriptedBinding.later(
                    Duration.ofMillis(150), () -> completion.succeeded(Outcome.OK)));
    EngineLimits patient =
        new EngineLimits(Duration.ofSeconds(20), Duration.ofSeconds(30), Duration.ofMillis(50));

    PhaseMeasurement measured = run(timed(3, Duration.ofMillis(50)), store, READ, patient);

    assertThat(measured.recorded().okCount()).isEqualTo(3);
    assertThat(measured.wallNanos()).isGreaterThanOrEqualTo(150_000_000);
  }

  @Test
  void whatIsNeverAnsweredIsAbandonedAtItsAge() throws Exception {
    ScriptedBinding store =
        new ScriptedBinding(
            (index, operation, completion) -> {
              if (index > 0) {
                completion.succeeded(Outcome.OK);
              }
            });

    PhaseMeasurement measured = run(timed(2, Duration.ofMillis(100)), store, READ, LIMITS);

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

    PhaseMeasurement measured = run(timed(1, Duration.ofMillis(50)), store, READ, LIMITS);
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
    PhaseRunner runner = new PhaseRunner(NanoClock.system(), LIMITS, (key, value) -> true);
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
    PhaseRunner runner = new PhaseRunner(NanoClock.system(), LIMITS, (key, value) -> true);

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
                  // Some libraries do just this: they wait on.
                }
              }
              completion.succeeded(Outcome.OK);
            });

    PhaseMeasurement measured = run(timed(2, Duration.ofMillis(50)), store, READ, LIMITS);

    assertThat(count(measured, ErrorKind.ABANDONED)).isEqualTo(1);
    assertThat(measured.recorded().count()).isEqualTo(store.submitted.get());
    assertAddsUp(measured);
  }

  @Test
  void anOpenLoopSendsEveryArrivalAndAStallShowsInTheResponseOfThoseThatWaited() throws Exception {
    ScriptedBinding store =
        new ScriptedBinding(
            (index, operation, completion) -> {
              if (index == 20) {
                Thread.sleep(300);
              }
              completion.succeeded(Outcome.OK);
            });
    PhasePlan plan =
        plan(1, new LoadModel.OpenLoop(new Arrivals.ConstantRate(200)), 200, Optional.empty());

    PhaseMeasurement measured = run(plan, store, READ, LIMITS);

    assertThat(measured.recorded().okCount()).isEqualTo(200);
    assertThat(measured.recorded().lag().count()).isEqualTo(200);
    // About 60 arrivals fell due during the stall: the late ones are visible, far from the one slow
    // service.
    var times = measured.recorded().operations().get(OperationType.READ).get(Outcome.OK);
    assertThat(times.response().percentileNanos(80)).isGreaterThan(20_000_000L);
    assertThat(times.response().countBetweenNanos(100_000_000L, Long.MAX_VALUE))
        .isGreaterThanOrEqualTo(30);
    assertThat(times.service().countBetweenNanos(100_000_000L, Long.MAX_VALUE)).isBetween(1L, 10L);
  }

  @Test
  void arrivalsThatNobodyCouldSendAreAbandonedAtTheirAge() throws Exception {
    ScriptedBinding store = new ScriptedBinding((index, operation, completion) -> {});
    PhasePlan plan =
        plan(
            1,
            new LoadModel.OpenLoop(new Arrivals.ConstantRate(1000)),
            PhasePlan.UNLIMITED,
            Optional.of(Duration.ofMillis(100)));

    PhaseMeasurement measured = run(plan, store, READ, LIMITS);

    assertThat(store.submitted).hasValue(1);
    assertThat(count(measured, ErrorKind.ABANDONED)).isEqualTo(100);
    assertThat(measured.requests()).isEqualTo(100);
  }

  @Test
  void aStopSignalEndsThePhaseWithEverythingCounted() throws Exception {
    ScriptedBinding store =
        new ScriptedBinding(
            (index, operation, completion) -> {
              if (index == 500) {
                stop.give();
              }
              completion.succeeded(Outcome.OK);
            });

    PhaseMeasurement measured = run(timed(4, Duration.ofHours(1)), store, READ, LIMITS);

    assertThat(measured.end()).isEqualTo(PhaseEnd.INTERRUPTED);
    assertThat(measured.recorded().okCount()).isEqualTo(store.submitted.get());
  }

  @Test
  void aStopSignalWakesClientsThatWaitForTheirTurn() throws Exception {
    ScriptedBinding store = new ScriptedBinding(ScriptedBinding.OK);
    PhasePlan plan =
        plan(
            4,
            new LoadModel.OpenLoop(new Arrivals.ConstantRate(0.001)),
            PhasePlan.UNLIMITED,
            Optional.of(Duration.ofHours(1)));
    ScriptedBinding.later(Duration.ofMillis(200), stop::give);

    PhaseMeasurement measured = run(plan, store, READ, LIMITS);

    assertThat(measured.end()).isEqualTo(PhaseEnd.INTERRUPTED);
    assertThat(measured.clientTime().waitNanos()).isGreaterThan(100_000_000L);
    assertAddsUp(measured);
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
  void theAccountAddsUpAndHasTheTimeOfReconnecting() throws Exception {
    ScriptedBinding store =
        new ScriptedBinding(
            (index, operation, completion) -> {
              if (index == 3) {
                completion.failed(ErrorKind.CONNECTION_LOST, "gone");
              } else {
                Thread.sleep(1);
                completion.succeeded(Outcome.OK);
              }
            },
            Duration.ofMillis(200));

    PhaseMeasurement measured = run(closed(3, 300), store, READ, LIMITS);

    assertThat(measured.clientTime().reconnectNanos())
        .isBetween(200_000_000L, measured.wallNanos());
    assertThat(measured.clientTime().okNanos()).isGreaterThan(299 * 1_000_000L);
    assertThat(measured.clientTime().totalNanos()).isEqualTo(3 * measured.wallNanos());
    assertAddsUp(measured);
  }

  @Test
  void aReadModifyWriteIsARequestOfTwoOperations() throws Exception {
    ConcurrentLinkedQueue<OperationType> seen = new ConcurrentLinkedQueue<>();
    ScriptedBinding store =
        new ScriptedBinding(
            (index, operation, completion) -> {
              seen.add(operation.type());
              completion.succeeded(Outcome.OK);
            });

    PhaseMeasurement measured = run(closed(1, 2), store, new ReadModifyWrite(READ, UPDATE), LIMITS);

    assertThat(seen)
        .containsExactly(
            OperationType.READ, OperationType.UPDATE, OperationType.READ, OperationType.UPDATE);
    assertThat(measured.requests()).isEqualTo(2);
    assertThat(measured.recorded().count()).isEqualTo(4);
    assertThat(measured.recorded().count(OperationType.READ_MODIFY_WRITE, Outcome.OK)).isEqualTo(2);
  }

  @Test
  void aWrongValueIsAnError() throws Exception {
    ScriptedBinding store =
        new ScriptedBinding(
            (index, operation, completion) ->
                completion.found(ByteBuffer.wrap(new byte[] {(byte) index})));
    PhaseRunner runner =
        new PhaseRunner(NanoClock.system(), LIMITS, (key, value) -> value.get(0) == 0);

    PhaseMeasurement measured =
        runner.run(closed(1, 10), store, client -> () -> READ, stop, intervals::add);

    assertThat(count(measured, Outcome.OK)).isEqualTo(1);
    assertThat(count(measured, ErrorKind.WRONG_VALUE)).isEqualTo(9);
  }

  private PhaseMeasurement run(
      PhasePlan plan, ScriptedBinding store, Request request, EngineLimits limits)
      throws Exception {
    return new PhaseRunner(NanoClock.system(), limits, (key, value) -> true)
        .run(plan, store, client -> () -> request, stop, intervals::add);
  }

  private static EngineLimits impatient() {
    return new EngineLimits(Duration.ofMillis(100), Duration.ofMillis(200), Duration.ofMillis(50));
  }

  private static PhasePlan closed(int clients, long requests) {
    return plan(clients, new LoadModel.ClosedLoop(), requests, Optional.empty());
  }

  private static PhasePlan timed(int clients, Duration duration) {
    return plan(clients, new LoadModel.ClosedLoop(), PhasePlan.UNLIMITED, Optional.of(duration));
  }

  private static PhasePlan plan(
      int clients, LoadModel model, long requests, Optional<Duration> duration) {
    return new PhasePlan(PhaseName.RUN, clients, model, requests, duration, false);
  }

  private static long count(PhaseMeasurement measured, Status status) {
    return measured.recorded().count(OperationType.READ, status);
  }

  private Snapshot sumOfIntervals() {
    return intervals.stream().map(Interval::recorded).reduce(Snapshot.empty(), Snapshot::plus);
  }

  private static void assertAddsUp(PhaseMeasurement measured) {
    long total = measured.clientTime().totalNanos();
    assertThat(measured.clientTime().accountedNanos())
        .isBetween(total - total / 100, total + total / 100);
  }
}
