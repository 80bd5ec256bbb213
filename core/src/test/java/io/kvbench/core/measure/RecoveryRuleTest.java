package io.kvbench.core.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Tests of the arithmetic of recoveries, with operations that end at exact times. */
class RecoveryRuleTest {
  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1_000_000_000L;
  private static final long END = 30 * SECOND;
  private static final Disturbance AT_TEN = new Disturbance(10 * SECOND, 10 * SECOND + 1);

  private final Recorder recorder = new Recorder(false, 2);
  private final ClientRecorder client = recorder.client(0);
  private final List<Ticks> collected = new ArrayList<>();
  private OfferedLoad offered = OfferedLoad.none();

  @Test
  void aStallAsLongAsTheTestSays() {
    answer(0, 10 * SECOND, MILLI);
    answer(11_830 * MILLI, END, MILLI);

    Recovery recovery = only(AT_TEN);

    assertThat(recovery.type()).isEqualTo(OperationType.READ);
    assertThat(recovery.okPerSecondBefore()).isEqualTo(1000);
    assertThat(recovery.beforeNanos()).isEqualTo(5 * SECOND);
    assertThat(recovery.firstSuccessNanos()).hasValue(1_840 * MILLI);
    assertThat(recovery.recoveredNanos()).hasValue(1_840 * MILLI);
    assertThat(recovery.silenceNanos()).isEqualTo(1_820 * MILLI);
    assertThat(recovery.errors()).isEmpty();
  }

  /** They were sent before the fault, and arrive while no server can answer anything else. */
  @Test
  void answersThatWereUnderWayAreNoSuccess() {
    answer(0, 10 * SECOND, MILLI);
    for (long done = 10_050; done < 10_500; done += 50) {
      end(OperationType.READ, Outcome.OK, done * MILLI, done * MILLI - 9_999 * MILLI);
    }
    answer(12 * SECOND, END, MILLI);

    Recovery recovery = only(AT_TEN);

    assertThat(recovery.firstSuccessNanos()).hasValue(2_010 * MILLI);
    assertThat(recovery.silenceNanos()).isEqualTo(1_540 * MILLI);
  }

  /** Sent during the fault, so possibly before it had any effect. */
  @Test
  void anAnswerFromBeforeTheFaultWasDoneIsNoSuccess() {
    answer(0, 10_200 * MILLI, MILLI);
    answer(11 * SECOND, END, MILLI);
    Disturbance slow = new Disturbance(10 * SECOND, 10_300 * MILLI);

    assertThat(only(slow).firstSuccessNanos()).hasValue(1_010 * MILLI);
  }

  @Test
  void aStoreThatAnswersOnceAndStopsAgainHasNotRecovered() {
    answer(0, 10 * SECOND, MILLI);
    answer(10_100 * MILLI, 10_120 * MILLI, MILLI);
    answer(13_120 * MILLI, END, MILLI);

    Recovery recovery = only(AT_TEN);

    assertThat(recovery.firstSuccessNanos()).hasValue(110 * MILLI);
    assertThat(recovery.silenceNanos()).isEqualTo(3 * SECOND);
    assertThat(recovery.recoveredNanos()).hasValue(3_130 * MILLI);
  }

  @Test
  void whatNeverComesBackHasNoFirstSuccess() {
    answer(0, 10 * SECOND, MILLI);
    fail(ErrorKind.CONNECTION_LOST, 10 * SECOND, 7);
    fail(ErrorKind.ABANDONED, 29 * SECOND, 3);

    Recovery recovery = only(AT_TEN);

    assertThat(recovery.firstSuccessNanos()).isEmpty();
    assertThat(recovery.recoveredNanos()).isEmpty();
    assertThat(recovery.silenceNanos()).isEqualTo(20 * SECOND - 10 * MILLI);
    assertThat(recovery.errors())
        .isEqualTo(Map.of(ErrorKind.CONNECTION_LOST, 7L, ErrorKind.ABANDONED, 3L));
  }

  /** Half the rate from 11 s on, 94 % from 14 s, 96 % from 18 s. */
  @Test
  void aRampHasRecoveredWhereTheFirstGoodSecondBegins() {
    answer(0, 10 * SECOND, MILLI);
    answer(11 * SECOND, 14 * SECOND, 2 * MILLI);
    answer(14 * SECOND, 18 * SECOND, SECOND / 940);
    answer(18 * SECOND, END, SECOND / 960);

    Recovery recovery = only(AT_TEN);

    assertThat(recovery.firstSuccessNanos()).hasValue(1_010 * MILLI);
    // A second with 950: 500 ms of each rate.
    assertThat(recovery.recoveredNanos().orElseThrow()).isBetween(7_300 * MILLI, 7_700 * MILLI);
  }

  @Test
  void aRateThatStaysBelowIsNotRecovered() {
    answer(0, 10 * SECOND, MILLI);
    answer(11 * SECOND, END, SECOND / 940);

    Recovery recovery = only(AT_TEN);

    assertThat(recovery.firstSuccessNanos()).hasValue(1_010 * MILLI);
    assertThat(recovery.recoveredNanos()).isEmpty();
  }

  @Test
  void theLastSecondHasToBeWhole() {
    answer(0, 10 * SECOND, MILLI);
    answer(11 * SECOND, END, MILLI);

    assertThat(recoveries(11_990 * MILLI, AT_TEN).getFirst().getFirst().recoveredNanos()).isEmpty();
    assertThat(recoveries(12_000 * MILLI, AT_TEN).getFirst().getFirst().recoveredNanos())
        .hasValue(1_010 * MILLI);
  }

  /** Followers continue to answer reads; writes wait for a leader. */
  @Test
  void everyTypeHasItsOwn() {
    answer(0, END, MILLI);
    for (long done = 0; done < END; done += 2 * MILLI) {
      if (done < 10 * SECOND || done >= 12 * SECOND) {
        end(OperationType.UPDATE, Outcome.OK, done, MILLI / 2);
      }
    }

    List<Recovery> recoveries = recoveries(END, AT_TEN).getFirst();

    assertThat(recoveries)
        .extracting(Recovery::type)
        .containsExactly(OperationType.READ, OperationType.UPDATE);
    assertThat(recoveries.getFirst().firstSuccessNanos()).hasValue(10 * MILLI);
    assertThat(recoveries.getFirst().silenceNanos()).isZero();
    assertThat(recoveries.getLast().firstSuccessNanos()).hasValue(2_010 * MILLI);
    assertThat(recoveries.getLast().okPerSecondBefore()).isEqualTo(500);
  }

  @Test
  void errorsCountFromTheFaultToTheRecovery() {
    answer(0, 10 * SECOND, MILLI);
    fail(ErrorKind.TIMEOUT, 9_900 * MILLI, 11);
    fail(ErrorKind.CONNECTION_LOST, 10_500 * MILLI, 5);
    fail(ErrorKind.UNAVAILABLE, 10_990 * MILLI, 2);
    answer(11 * SECOND, END, MILLI);
    fail(ErrorKind.TIMEOUT, 11_020 * MILLI, 13);

    assertThat(only(AT_TEN).errors())
        .isEqualTo(Map.of(ErrorKind.CONNECTION_LOST, 5L, ErrorKind.UNAVAILABLE, 2L));
    assertThat(only(AT_TEN).firstErrorNanos()).hasValue(510 * MILLI);
  }

  /** The second fault occurs before the recovery from the first; its own rate before would be 0. */
  @Test
  void aSecondFaultInTheSameTroubleIsHeldAgainstTheTimeBeforeIt() {
    answer(0, 10 * SECOND, MILLI);
    answer(15 * SECOND, END, MILLI);
    Disturbance second = new Disturbance(13 * SECOND, 13 * SECOND);

    List<List<Recovery>> recoveries = recoveries(END, AT_TEN, second);

    Recovery first = recoveries.getFirst().getFirst();
    assertThat(first.firstSuccessNanos()).as("whichever fault follows").hasValue(5_010 * MILLI);
    assertThat(first.recoveredNanos()).hasValue(5_010 * MILLI);
    assertThat(first.silenceNanos()).as("one silence").isEqualTo(4_990 * MILLI);
    Recovery later = recoveries.getLast().getFirst();
    assertThat(later.okPerSecondBefore()).isEqualTo(1000);
    assertThat(later.firstSuccessNanos()).isEqualTo(OptionalLong.of(2_010 * MILLI));
  }

  /** Sent after the kill, and answered when the server is back: a success after the kill. */
  @Test
  void anAnswerAfterTheNextFaultToWhatWasSentBeforeItIsASuccess() {
    answer(0, 10 * SECOND, MILLI);
    end(OperationType.READ, Outcome.OK, 15 * SECOND, 4 * SECOND);
    Disturbance second = new Disturbance(14 * SECOND, 14 * SECOND);

    List<List<Recovery>> recoveries = recoveries(END, AT_TEN, second);

    assertThat(recoveries.getFirst().getFirst().firstSuccessNanos()).hasValue(5_010 * MILLI);
    assertThat(recoveries.getLast().getFirst().firstSuccessNanos()).isEmpty();
    assertThat(recoveries.getLast().getFirst().silenceNanos()).isEqualTo(14_990 * MILLI);
  }

  /** Errors after the next fault belong to that one. */
  @Test
  void errorsAfterTheNextFaultCountOnce() {
    answer(0, 10 * SECOND, MILLI);
    fail(ErrorKind.TIMEOUT, 11 * SECOND, 3);
    fail(ErrorKind.TIMEOUT, 14 * SECOND, 5);
    answer(15 * SECOND, END, MILLI);
    Disturbance second = new Disturbance(13 * SECOND, 13 * SECOND);

    List<List<Recovery>> recoveries = recoveries(END, AT_TEN, second);

    assertThat(recoveries.getFirst().getFirst().errors()).isEqualTo(Map.of(ErrorKind.TIMEOUT, 3L));
    assertThat(recoveries.getLast().getFirst().errors()).isEqualTo(Map.of(ErrorKind.TIMEOUT, 5L));
  }

  /** Half the rate before the first fault, all of it since; the time between does not count. */
  @Test
  void aSecondFaultAfterTheTroubleIsHeldAgainstTheTimeSince() {
    answer(0, 10 * SECOND, 2 * MILLI);
    answer(12 * SECOND, END, MILLI);
    Disturbance second = new Disturbance(14 * SECOND, 14 * SECOND);

    Recovery later = recoveries(END, AT_TEN, second).getLast().getFirst();

    assertThat(later.okPerSecondBefore()).isEqualTo(1000);
    assertThat(later.beforeNanos()).isEqualTo(1_990 * MILLI);
  }

  @Test
  void aFaultAtTheBeginningHasNothingToBeHeldAgainst() {
    answer(SECOND, END, MILLI);

    Recovery recovery = only(new Disturbance(0, 0));

    assertThat(recovery.beforeNanos()).isZero();
    assertThat(recovery.firstSuccessNanos()).hasValue(1_010 * MILLI);
    assertThat(recovery.recoveredNanos()).isEmpty();
  }

  private Recovery only(Disturbance disturbance) {
    List<Recovery> recoveries = recoveries(END, disturbance).getFirst();
    assertThat(recoveries).hasSize(1);
    return recoveries.getFirst();
  }

  private List<List<Recovery>> recoveries(long end, Disturbance... disturbances) {
    collect();
    return RecoveryRule.recoveries(Ticks.sum(collected), List.of(disturbances), offered, end);
  }

  @Test
  void inAnOpenLoopTheOfferedRateHasToBeReached() {
    offered = new OfferedLoad(nanos -> nanos * 400 / 1e9, Map.of(OperationType.READ, 1.0));
    answer(0, 10 * SECOND, SECOND / 65);
    answer(11_900 * MILLI, 20 * SECOND, SECOND / 65);
    answer(20 * SECOND, END, SECOND / 400);

    assertThat(only(AT_TEN).recoveredNanos().orElseThrow())
        .as("95 % of 400/s, not of the 65/s before")
        .isBetween(9_900 * MILLI, 10_100 * MILLI);
  }

  /** A schedule that drops from 100/s to 20/s with the fault. */
  @Test
  void whereLessIsOfferedLessIsRecovery() {
    offered =
        new OfferedLoad(
            nanos -> (Math.min(nanos, 10 * SECOND) * 80.0 + nanos * 20.0) / SECOND,
            Map.of(OperationType.READ, 1.0));
    answer(0, 10 * SECOND, SECOND / 100);
    answer(12 * SECOND, END, SECOND / 20);

    assertThat(only(AT_TEN).okPerSecondBefore()).isEqualTo(100);
    assertThat(only(AT_TEN).recoveredNanos()).hasValue(2_010 * MILLI);
  }

  /** The rate is high at once, since the backlog is sent; its requests are seconds late. */
  @Test
  void inAnOpenLoopTheBacklogHasToBeWorkedOff() {
    offered = new OfferedLoad(nanos -> nanos * 100 / 1e9, Map.of(OperationType.READ, 1.0));
    answer(0, 10 * SECOND, SECOND / 100);
    answer(12 * SECOND, END, SECOND / 200);
    for (int second = 0; second < 30; second++) {
      boolean late = second >= 12 && second < 17;
      offered.ended(second(second, late ? 7 * SECOND : 2 * MILLI));
    }

    assertThat(only(AT_TEN).firstSuccessNanos()).hasValue(2_010 * MILLI);
    assertThat(only(AT_TEN).recoveredNanos()).hasValue(7_010 * MILLI);
  }

  /** Returns a second in which one operation was answered OK after this time. */
  private static Interval second(int number, long responseNanos) {
    Recorder one = new Recorder(false, 1);
    one.client(0)
        .record(OperationType.READ, Outcome.OK, number * SECOND, responseNanos, responseNanos);
    return new Interval(
        Instant.EPOCH, number * SECOND, SECOND, 1, number, one.collect(), Ticks.sum(List.of()));
  }

  /** Collects repeatedly, as intervals do. */
  private void collect() {
    recorder.collect();
    collected.add(recorder.ticks());
  }

  /** Records reads of half a millisecond, one every period. */
  private void answer(long from, long until, long period) {
    int number = 0;
    for (long done = from; done < until; done += period) {
      end(OperationType.READ, Outcome.OK, done, MILLI / 2);
      if (++number % 1000 == 0) {
        collect();
      }
    }
  }

  private void fail(ErrorKind kind, long done, int times) {
    for (int number = 0; number < times; number++) {
      end(OperationType.READ, kind, done, MILLI);
    }
  }

  private void end(OperationType type, Status status, long done, long service) {
    client.record(type, status, done, service, service);
  }
}
