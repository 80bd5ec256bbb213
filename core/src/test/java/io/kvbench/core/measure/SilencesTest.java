package io.kvbench.core.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import java.time.Instant;
import java.util.function.LongPredicate;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class SilencesTest {
  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1_000 * MILLI;

  private final Recorder recorder = new Recorder(false, 1);
  private final ClientRecorder client = recorder.client(0);
  private final Silences silences = new Silences();

  /** Records an answer in each selected millisecond. */
  private void answers(int seconds, Status status, LongPredicate comesIn) {
    for (int second = 0; second < seconds; second++) {
      for (long milli = second * 1_000L; milli < (second + 1) * 1_000L; milli++) {
        if (comesIn.test(milli)) {
          client.record(OperationType.READ, status, milli * MILLI, MILLI, MILLI);
        }
      }
      silences.add(
          new Interval(
              Instant.EPOCH, second * SECOND, SECOND, 1, 0, recorder.collect(), recorder.ticks()));
    }
  }

  /** With one answer in 700 of each second it hardly shows in the p99 of a closed loop. */
  @Test
  void aStoreThatStopsForThreeTenthsOfEachSecondMakesArrivalsWait() {
    answers(10, Outcome.OK, milli -> milli % 1_000 < 700);

    Silences.Summary found = silences.until(10 * SECOND);

    assertThat(found.count()).isEqualTo(10);
    assertThat(found.totalNanos()).isEqualTo(3 * SECOND);
    assertThat(found.longestNanos()).isEqualTo(300 * MILLI);
    assertThat(found.p99WaitNanos()).isEqualTo(290 * MILLI);
  }

  @Test
  void aStoreThatAnswersAllTheTimeHasNoSilence() {
    answers(3, Outcome.NOT_FOUND, milli -> milli % 15 == 0);

    assertThat(silences.until(3 * SECOND)).isEqualTo(new Silences.Summary(0, 0, 0, 0));
  }

  /** Less than one arrival in a hundred falls into it. */
  @Test
  void aShortPauseIsNoWaitAtTheP99() {
    answers(10, Outcome.OK, milli -> milli < 5_000 || milli >= 5_090);

    Silences.Summary found = silences.until(10 * SECOND);

    assertThat(found.longestNanos()).isEqualTo(90 * MILLI);
    assertThat(found.p99WaitNanos()).isZero();
  }

  @Test
  void errorsAreNoAnswersAndTheWaitForTheFirstAndTheLastCounts() {
    answers(2, ErrorKind.TIMEOUT, milli -> true);
    answers(1, Outcome.OK, milli -> milli >= 500 && milli < 900);

    Silences.Summary found = silences.until(2 * SECOND);

    assertThat(found.count()).isEqualTo(2);
    assertThat(found.totalNanos()).isEqualTo(1_600 * MILLI);
  }

  /** Of gaps of several lengths, the shorter ones only count up to the length of the wait. */
  @Test
  void theWaitIsThatOfAllGapsTogether() {
    answers(10, Outcome.OK, milli -> milli >= 1_000 && (milli < 5_000 || milli >= 5_500));

    assertThat((double) silences.until(10 * SECOND).p99WaitNanos())
        .isEqualTo(900.0 * MILLI, Offset.offset(1.0));
  }

  @Test
  void theNextPhaseBeginsAnew() {
    answers(1, Outcome.OK, milli -> true);
    silences.clear();

    assertThat(silences.until(SECOND).totalNanos()).isEqualTo(SECOND);
  }
}
