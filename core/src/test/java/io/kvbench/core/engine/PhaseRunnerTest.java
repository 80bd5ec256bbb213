package io.kvbench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.ClientRequests;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.measure.PhaseEnd;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadModifyWrite;
import io.kvbench.core.plan.ConstantRate;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.workload.request.RequestSource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of the engine against a scripted store: every operation is counted once. */
@Timeout(60)
final class PhaseRunnerTest extends PhaseTests {

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

  /** As in a part of a run with fewer requests than clients. */
  @Test
  void aPhaseWithoutRequestsEndsAtOnce() throws Exception {
    LoadModel open = new LoadModel.OpenLoop(new ConstantRate(1));
    for (PhasePlan plan : List.of(closed(3, 0), plan(3, open, 0, Optional.empty()))) {
      ScriptedBinding store = new ScriptedBinding(ScriptedBinding.OK);

      PhaseMeasurement measured = run(plan, store, READ, LIMITS);

      assertThat(store.submitted).hasValue(0);
      assertThat(measured.requests()).isZero();
      assertThat(measured.end()).isEqualTo(PhaseEnd.PLANNED);
      assertThat(measured.drain()).isEmpty();
    }
  }

  @Test
  void eachClientsRequestsAreCountedWithTheServerThatItIsOn() throws Exception {
    PhaseMeasurement measured =
        run(closed(3, 300), new ScriptedBinding(ScriptedBinding.OK), READ, LIMITS);

    assertThat(measured.clients())
        .extracting(client -> client.server().orElseThrow())
        .containsExactly("server 0", "server 1", "server 0");
    assertThat(measured.clients().stream().mapToLong(ClientRequests::requests).sum())
        .isEqualTo(300);
    assertThat(measured.clients().stream().mapToLong(ClientRequests::busyNanos).sum())
        .isEqualTo(measured.clientTime().busyNanos())
        .isPositive();
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
                default -> completion.failed(ErrorKind.TIMEOUT, "user:geheim@host:1 is slow");
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
              assertThat(line.message()).isEqualTo("user:********@host:1 is slow");
              assertThat(line.count()).isEqualTo(100);
            });
  }

  @Test
  void anOperationThatCrossesTheEndOfThePhaseIsCounted() throws Exception {
    ScriptedBinding store =
        new ScriptedBinding(
            (index, operation, completion) ->
                ScriptedBinding.later(
                    Duration.ofMillis(700), () -> completion.succeeded(Outcome.OK)));
    EngineLimits patient =
        new EngineLimits(Duration.ofSeconds(20), Duration.ofSeconds(30), Duration.ofMillis(50));

    PhaseMeasurement measured = run(timed(3, Duration.ofMillis(500)), store, READ, patient);

    assertThat(measured.recorded().okCount()).isEqualTo(3);
    assertThat(measured.wallNanos()).isGreaterThanOrEqualTo(700_000_000);
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
    PhasePlan plan = plan(1, new LoadModel.OpenLoop(new ConstantRate(200)), 200, Optional.empty());

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
  void makingARequestIsNoTimeOfTheStore() throws Exception {
    RequestSource slow =
        () -> {
          LockSupport.parkNanos(20_000_000);
          return READ;
        };

    PhaseMeasurement measured =
        new PhaseRunner(NanoClock.system(), LIMITS)
            .run(
                closed(1, 10),
                new ScriptedBinding(ScriptedBinding.OK),
                client -> slow,
                stop,
                intervals::add);

    assertThat(measured.recorded().okResponse().percentileNanos(50)).isLessThan(10_000_000);
    assertThat(measured.clientTime().harnessNanos()).isGreaterThan(150_000_000);
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
            new LoadModel.OpenLoop(new ConstantRate(0.001)),
            PhasePlan.UNLIMITED,
            Optional.of(Duration.ofHours(1)));
    ScriptedBinding.later(Duration.ofSeconds(1), stop::give);

    PhaseMeasurement measured = run(plan, store, READ, LIMITS);

    assertThat(measured.end()).isEqualTo(PhaseEnd.INTERRUPTED);
    assertThat(measured.clientTime().waitNanos()).isGreaterThan(100_000_000L);
    assertAddsUp(measured);
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
}
