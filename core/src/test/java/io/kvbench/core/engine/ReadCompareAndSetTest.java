package io.kvbench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Completion;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.measure.Snapshot;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadCompareAndSet;
import io.kvbench.core.operation.Status;
import io.kvbench.core.operation.Value;
import io.kvbench.core.plan.ConstantRate;
import io.kvbench.core.plan.LoadModel;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of a read followed by a compare-and-set with the version that it returned. */
@Timeout(60)
final class ReadCompareAndSetTest extends PhaseTests {
  private static final Value NEW = Value.of(new byte[] {7});
  private static final ReadCompareAndSet CHANGE = new ReadCompareAndSet(READ, NEW);

  /** The versions that the compare-and-sets expected, in order. */
  private final Queue<Long> expected = new ConcurrentLinkedQueue<>();

  private final Queue<OperationType> seen = new ConcurrentLinkedQueue<>();

  /** The answers to reads; compare-and-sets are OK. */
  private interface Reads {
    void answer(long index, Completion completion);
  }

  private ScriptedBinding store(Reads reads, Outcome ofTheWrite) {
    return new ScriptedBinding(
        (index, operation, completion) -> {
          seen.add(operation.type());
          if (operation instanceof Operation.CompareAndSet change) {
            assertThat(change.key()).isEqualTo(KEY);
            assertThat(change.value()).isEqualTo(NEW);
            expected.add(change.expectedVersion());
            completion.succeeded(ofTheWrite);
          } else {
            reads.answer(index, completion);
          }
        });
  }

  private static ByteBuffer bytes() {
    return ByteBuffer.wrap(new byte[] {1});
  }

  private static long both(PhaseMeasurement measured, Status status) {
    return measured.recorded().count(OperationType.READ_COMPARE_AND_SET, status);
  }

  @Test
  void passesTheVersionOn() throws Exception {
    ScriptedBinding store =
        store((index, completion) -> completion.found(bytes(), 100 + index), Outcome.OK);

    PhaseMeasurement measured = run(closed(1, 3), store, CHANGE, LIMITS);

    assertThat(expected).containsExactly(100L, 102L, 104L);
    assertThat(measured.requests()).isEqualTo(3);
    assertThat(measured.recorded().count()).as("without composites").isEqualTo(6);
    assertThat(count(measured, Outcome.OK)).isEqualTo(3);
    assertThat(measured.recorded().count(OperationType.COMPARE_AND_SET, Outcome.OK)).isEqualTo(3);
    assertThat(both(measured, Outcome.OK)).isEqualTo(3);
  }

  @Test
  void takesTheVersionFromAnyThread() throws Exception {
    ScriptedBinding store =
        store(
            (index, completion) ->
                Thread.ofVirtual().start(() -> completion.found(bytes(), Long.MIN_VALUE + index)),
            Outcome.OK);

    PhaseMeasurement measured = run(closed(16, 4_000), store, CHANGE, LIMITS);

    assertThat(both(measured, Outcome.OK)).isEqualTo(4_000);
    assertThat(expected).hasSize(4_000).doesNotHaveDuplicates();
    assertThat(expected)
        .allSatisfy(version -> assertThat(version - Long.MIN_VALUE).isBetween(0L, 2 * 4_000L - 1));
  }

  @Test
  void nothingFollowsAReadThatFoundNothing() throws Exception {
    ScriptedBinding store =
        store((index, completion) -> completion.succeeded(Outcome.NOT_FOUND), Outcome.OK);

    PhaseMeasurement measured = run(closed(1, 5), store, CHANGE, LIMITS);

    assertThat(seen).hasSize(5).containsOnly(OperationType.READ);
    assertThat(both(measured, Outcome.NOT_FOUND)).isEqualTo(5);
    assertThat(measured.recorded().operations()).doesNotContainKey(OperationType.COMPARE_AND_SET);
  }

  @Test
  void nothingFollowsAReadThatFailed() throws Exception {
    ScriptedBinding store =
        store((index, completion) -> completion.failed(ErrorKind.TIMEOUT, "no answer"), Outcome.OK);

    PhaseMeasurement measured = run(closed(1, 5), store, CHANGE, LIMITS);

    assertThat(seen).hasSize(5).containsOnly(OperationType.READ);
    assertThat(both(measured, ErrorKind.TIMEOUT)).isEqualTo(5);
  }

  @Test
  void nothingFollowsAValueThatIsWrong() throws Exception {
    ScriptedBinding store = store((index, completion) -> completion.found(bytes(), 1), Outcome.OK);

    PhaseMeasurement measured =
        new PhaseRunner(NanoClock.system(), LIMITS, ScriptedBinding.objecting(value -> true))
            .run(closed(1, 5), store, client -> () -> CHANGE, stop, intervals::add);

    assertThat(seen).hasSize(5).containsOnly(OperationType.READ);
    assertThat(both(measured, ErrorKind.WRONG_VALUE)).isEqualTo(5);
  }

  @Test
  void aConflictIsAnAnswerOfItsOwnAndNeverOk() throws Exception {
    ScriptedBinding store =
        store((index, completion) -> completion.found(bytes(), 1), Outcome.CONFLICT);

    PhaseMeasurement measured = run(closed(2, 10), store, CHANGE, LIMITS);

    for (OperationType type :
        List.of(OperationType.COMPARE_AND_SET, OperationType.READ_COMPARE_AND_SET)) {
      var statuses = measured.recorded().operations().get(type);
      assertThat(statuses.keySet()).containsOnly(Outcome.CONFLICT);
      assertThat(statuses.get(Outcome.CONFLICT).service().count()).isEqualTo(10);
    }
    assertThat(measured.recorded().okCount()).as("the reads").isEqualTo(10);
    assertThat(measured.errorMessages()).isEmpty();
    assertThat(measured.clientTime().otherOutcomeNanos().keySet())
        .containsExactly(Outcome.CONFLICT);
    assertThat(measured.clientTime().reconnectNanos()).isZero();
  }

  /** As with a store that does nothing: the version of another read must not be reused. */
  @Test
  void anAnswerWithoutAVersionHasNoneOfBefore() throws Exception {
    ScriptedBinding store =
        store(
            (index, completion) -> {
              if (index == 0) {
                completion.found(bytes(), 77);
              } else {
                completion.succeeded(Outcome.OK);
              }
            },
            Outcome.OK);

    run(closed(1, 2), store, CHANGE, LIMITS);

    assertThat(expected).containsExactly(77L, 0L);
  }

  @Test
  void theSecondOfTwoVersionsDoesNotCount() throws Exception {
    ScriptedBinding store =
        store(
            (index, completion) -> {
              completion.found(bytes(), 5);
              completion.found(bytes(), 6);
            },
            Outcome.OK);

    PhaseMeasurement measured = run(closed(1, 10), store, CHANGE, LIMITS);

    assertThat(expected).hasSize(10).containsOnly(5L);
    assertThat(measured.repeatedCompletions()).isEqualTo(10);
  }

  /** Compare-and-set number k belongs to the read with the index 2 k. */
  @Test
  void ofTwoThreadsThatAnswerOneGivesTheVersion() throws Exception {
    ScriptedBinding store =
        store(
            (index, completion) -> {
              Thread.ofVirtual().start(() -> completion.found(bytes(), 2 * index));
              Thread.ofVirtual().start(() -> completion.found(bytes(), 2 * index + 1));
            },
            Outcome.OK);

    PhaseMeasurement measured = run(closed(1, 2_000), store, CHANGE, LIMITS);

    assertThat(both(measured, Outcome.OK)).isEqualTo(2_000);
    assertThat(expected.stream().map(version -> version / 4))
        .containsExactlyElementsOf(LongStream.range(0, 2_000).boxed().toList());
  }

  @Test
  void aLateAnswerToAnotherReadDoesNotCount() throws Exception {
    AtomicReference<Completion> first = new AtomicReference<>();
    ScriptedBinding store =
        store(
            (index, completion) -> {
              if (!first.compareAndSet(null, completion)) {
                first.get().found(bytes(), 99);
              }
              completion.found(bytes(), index);
              first.get().found(bytes(), 99);
            },
            Outcome.OK);

    run(closed(1, 3), store, CHANGE, LIMITS);

    assertThat(expected).containsExactly(0L, 2L, 4L);
  }

  @Test
  void whatIsNeverSentIsCountedForTheReadAndForBoth() throws Exception {
    ScriptedBinding silent = new ScriptedBinding((index, operation, completion) -> {});
    LoadModel model = new LoadModel.OpenLoop(new ConstantRate(1_000));

    PhaseMeasurement measured =
        run(plan(1, model, 100, Optional.empty()), silent, CHANGE, impatient());

    assertThat(measured.requests()).isEqualTo(100);
    assertThat(count(measured, ErrorKind.ABANDONED)).isEqualTo(1);
    assertThat(count(measured, ErrorKind.UNSENT)).isEqualTo(99);
    assertThat(both(measured, ErrorKind.ABANDONED)).isEqualTo(1);
    assertThat(both(measured, ErrorKind.UNSENT)).isEqualTo(99);
    assertThat(measured.recorded().operations()).doesNotContainKey(OperationType.COMPARE_AND_SET);
  }

  @Test
  void theTimeOfBothCoversBoth() throws Exception {
    ScriptedBinding store =
        new ScriptedBinding(
            (index, operation, completion) ->
                ScriptedBinding.later(
                    Duration.ofMillis(20),
                    () -> {
                      if (operation instanceof Operation.Read) {
                        completion.found(bytes(), 1);
                      } else {
                        completion.succeeded(Outcome.OK);
                      }
                    }));

    Snapshot recorded = run(closed(1, 3), store, CHANGE, LIMITS).recorded();

    assertThat(
            recorded
                .operations()
                .get(OperationType.READ_COMPARE_AND_SET)
                .get(Outcome.OK)
                .response()
                .minNanos())
        .isGreaterThanOrEqualTo(40_000_000L - 40_000L);
  }
}
