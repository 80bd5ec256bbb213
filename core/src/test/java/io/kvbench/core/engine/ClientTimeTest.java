package io.kvbench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.engine.ClockedBinding.Answer;
import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import io.kvbench.core.plan.PhasePlan;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests of the client-time account: each part has the scripted length, to the nanosecond, and all
 * parts add up to clients times wall time.
 */
@Timeout(60)
final class ClientTimeTest extends ClockedPhaseTests {
  private static final Duration RECOVERY = Duration.ofMillis(40);

  /**
   * Ten requests for three clients: the first has four of them. It ends at 10 + 70 + 5 + 40 + 300 =
   * 425 ms, the others at 3 * 20 and 3 * 100 ms.
   */
  @Test
  void everyPartIsAsLongAsWhatWentIntoIt() throws Exception {
    List<Answer> first =
        List.of(
            answer(Outcome.OK, 10),
            answer(ErrorKind.TIMEOUT, 70),
            answer(ErrorKind.CONNECTION_LOST, 5),
            answer(Outcome.OK, 300));
    PhasePlan plan = closed(3, 10);

    PhaseMeasurement measured =
        conduct(
            plan,
            ClockedBinding.answering(
                clock,
                (client, index) ->
                    switch (client) {
                      case 0 -> first.get(index);
                      case 1 -> answer(Outcome.NOT_FOUND, 20);
                      default -> answer(ErrorKind.THROTTLED, 100);
                    },
                RECOVERY));

    assertThat(measured.wallNanos()).isEqualTo(425 * MILLI);
    assertThat(measured.clientTime())
        .isEqualTo(
            new ClientTime(
                3 * 425 * MILLI,
                310 * MILLI,
                Map.of(Outcome.NOT_FOUND, 60 * MILLI),
                Map.of(
                    ErrorKind.TIMEOUT, 70 * MILLI,
                    ErrorKind.CONNECTION_LOST, 5 * MILLI,
                    ErrorKind.THROTTLED, 300 * MILLI),
                40 * MILLI,
                OptionalLong.of(0),
                0,
                0,
                (425 - 60) * MILLI + (425 - 300) * MILLI,
                0));
    assertAddsUpExactly(plan, measured);
  }

  /** Making a request is kvbench's time: 3 ms for each of 4 and, in the other client, 3. */
  @Test
  void makingRequestsIsTimeOfKvbench() throws Exception {
    PhasePlan plan = closed(2, 7);

    PhaseMeasurement measured =
        conduct(plan, always(answer(Outcome.OK, 10)), () -> slowly(3 * MILLI));

    assertThat(measured.clientTime())
        .isEqualTo(account(2 * 52 * MILLI, 70 * MILLI, 0, 0, 13 * MILLI, 21 * MILLI));
    assertTime(reads(measured, Outcome.OK).response().maxNanos(), 10 * MILLI);
    assertAddsUpExactly(plan, measured);
  }

  /** Twenty arrivals 100 ms apart, 30 ms for each: 19 times 70 ms until the next one is due. */
  @Test
  void waitingForAnArrivalIsNoTimeOfTheStore() throws Exception {
    PhasePlan plan = open(1, 10, 20);

    PhaseMeasurement measured = conduct(plan, always(answer(Outcome.OK, 30)));

    assertThat(measured.clientTime())
        .isEqualTo(account(1_930 * MILLI, 600 * MILLI, 0, 19 * 70 * MILLI, 0, 0));
    assertAddsUpExactly(plan, measured);
  }

  /** Each of two arrivals loses the connection: 40 ms of the 100 until the next are recovery. */
  @Test
  void recoveringComesBeforeWaiting() throws Exception {
    PhasePlan plan = open(1, 10, 3);

    PhaseMeasurement measured =
        conduct(
            plan,
            ClockedBinding.answering(
                clock,
                (client, index) ->
                    index < 2 ? answer(ErrorKind.SESSION_EXPIRED, 30) : answer(Outcome.OK, 30),
                RECOVERY));

    ClientTime time = measured.clientTime();
    assertThat(time.errorNanos()).isEqualTo(Map.of(ErrorKind.SESSION_EXPIRED, 60 * MILLI));
    assertThat(time.reconnectNanos()).isEqualTo(80 * MILLI);
    assertThat(time.waitNanos()).isEqualTo(60 * MILLI);
    assertThat(time.okNanos()).isEqualTo(30 * MILLI);
    assertAddsUpExactly(plan, measured);
  }

  /**
   * An open loop with more clients than it needs, and a stall: the client that is not busy waits,
   * and is idle once nothing is left to come.
   */
  @Test
  void anOpenLoopIsBusyOrWaitsUntilNothingIsLeft() throws Exception {
    PhasePlan plan = open(64, 100, 500);

    PhaseMeasurement measured = conduct(plan, always(answer(Outcome.OK, 300)));

    ClientTime time = measured.clientTime();
    assertThat(measured.wallNanos()).isEqualTo(4_990 * MILLI + 300 * MILLI);
    assertThat(time.okNanos()).isEqualTo(500 * 300 * MILLI);
    assertThat(time.harnessNanos()).isZero();
    assertThat(time.reconnectNanos()).isZero();
    assertThat(time.waitNanos() + time.idleNanos()).isEqualTo(64 * 5_290 * MILLI - 150 * SECOND);
    assertAddsUpExactly(plan, measured);
  }

  /** Random answers, compared with independently computed sums. */
  @Test
  void whateverHappensTheAccountIsExact() throws Exception {
    int clients = 100;
    int each = 30;
    PhasePlan plan = closed(clients, (long) clients * each);
    Lot lot = new Lot(clients, each);

    PhaseMeasurement measured =
        conduct(plan, ClockedBinding.answering(clock, lot::answer, RECOVERY));

    assertThat(measured.wallNanos()).isEqualTo(lot.wall());
    assertThat(measured.clientTime()).isEqualTo(lot.expected());
    assertAddsUpExactly(plan, measured);
    lot.counts.forEach(
        (status, count) -> assertThat(count(measured, status)).isEqualTo(count.longValue()));
  }

  /** Random answers, and the resulting account. */
  private static final class Lot {
    private final Answer[][] drawn;
    final Map<Status, Integer> counts = new HashMap<>();

    Lot(int clients, int each) {
      Random random = new Random(11);
      drawn = new Answer[clients][each];
      for (Answer[] row : drawn) {
        for (int index = 0; index < each; index++) {
          Status status = status(random);
          // At least 1 us, with nanoseconds below the histogram's resolution.
          row[index] = new Answer(status, Duration.ofNanos(1_000 + random.nextInt(300_000_000)));
          counts.merge(status, 1, Integer::sum);
        }
      }
    }

    private static Status status(Random random) {
      Outcome[] outcomes = Outcome.values();
      ErrorKind[] kinds = ErrorKind.values();
      int slot = random.nextInt(outcomes.length + kinds.length);
      return slot < outcomes.length ? outcomes[slot] : kinds[slot - outcomes.length];
    }

    Answer answer(int client, int index) {
      return drawn[client][index];
    }

    /** There is no recovery after the last request. */
    private static long recovery(Answer[] row, int index) {
      return index < row.length - 1
              && row[index].status() instanceof ErrorKind kind
              && kind.breaksSession()
          ? RECOVERY.toNanos()
          : 0;
    }

    private static long length(Answer[] row) {
      long sum = 0;
      for (int index = 0; index < row.length; index++) {
        sum += row[index].after().toNanos() + recovery(row, index);
      }
      return sum;
    }

    long wall() {
      long longest = 0;
      for (Answer[] row : drawn) {
        longest = Math.max(longest, length(row));
      }
      return longest;
    }

    ClientTime expected() {
      Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);
      Map<ErrorKind, Long> errors = new EnumMap<>(ErrorKind.class);
      long reconnect = 0;
      long idle = 0;
      for (Answer[] row : drawn) {
        for (int index = 0; index < row.length; index++) {
          long nanos = row[index].after().toNanos();
          switch (row[index].status()) {
            case Outcome outcome -> outcomes.merge(outcome, nanos, Long::sum);
            case ErrorKind kind -> errors.merge(kind, nanos, Long::sum);
          }
          reconnect += recovery(row, index);
        }
        idle += wall() - length(row);
      }
      long ok = outcomes.remove(Outcome.OK);
      return new ClientTime(
          drawn.length * wall(),
          ok,
          outcomes,
          errors,
          reconnect,
          OptionalLong.of(0),
          0,
          0,
          idle,
          0);
    }
  }

  private Operation slowly(long nanos) {
    try {
      clock.sleep(nanos);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return READ;
  }

  private ClockedBinding always(Answer answer) {
    return ClockedBinding.answering(clock, (client, index) -> answer, RECOVERY);
  }

  private static Answer answer(Status status, long millis) {
    return new Answer(status, Duration.ofMillis(millis));
  }

  /** Returns an account without errors. */
  private static ClientTime account(
      long total, long ok, long reconnect, long wait, long idle, long harness) {
    return new ClientTime(
        total, ok, Map.of(), Map.of(), reconnect, OptionalLong.of(0), wait, 0, idle, harness);
  }
}
