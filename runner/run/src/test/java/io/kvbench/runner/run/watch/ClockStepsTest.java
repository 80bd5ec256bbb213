package io.kvbench.runner.run.watch;

import static io.kvbench.runner.run.watch.FakeClock.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClockStepsTest {
  private final FakeClock clock = new FakeClock();
  private final ClockSteps steps = new ClockSteps(clock);

  @Test
  void clocksThatAgreeHaveNoSteps() {
    sampleAfter(100 * MILLI, 0);

    assertThat(steps.largestNanos()).isZero();
  }

  @Test
  void theLargestStepIsKeptWithItsSign() {
    sampleAfter(100 * MILLI, 20 * MILLI);
    assertThat(steps.largestNanos()).isEqualTo(20 * MILLI);

    sampleAfter(100 * MILLI, -30 * MILLI);
    assertThat(steps.largestNanos()).isEqualTo(-30 * MILLI);

    sampleAfter(100 * MILLI, 10 * MILLI);
    assertThat(steps.largestNanos()).isEqualTo(-30 * MILLI);
  }

  @Test
  void slewingIsNoStepHoweverMuchItAddsUpTo() {
    for (int second = 0; second < 3600; second++) {
      sampleAfter(1_000 * MILLI, MILLI / 2);
    }
    assertThat(steps.largestNanos()).isZero();
  }

  @Test
  void slewingWhileNobodyLookedIsNoStep() {
    sampleAfter(60_000 * MILLI, 30 * MILLI);
    assertThat(steps.largestNanos()).isZero();

    sampleAfter(60_000 * MILLI, 32 * MILLI);
    assertThat(steps.largestNanos()).isEqualTo(32 * MILLI);
  }

  @Test
  void aReadingThatWasHeldUpIsNoStep() {
    clock.readingNanos = 500 * MILLI;
    sampleAfter(100 * MILLI, 0);
    clock.readingNanos = 0;
    sampleAfter(100 * MILLI, 0);

    assertThat(steps.largestNanos()).isZero();
  }

  @Test
  void lessThanAMillisecondIsNoStep() {
    sampleAfter(100 * MILLI, MILLI * 9 / 10);
    assertThat(steps.largestNanos()).isZero();
  }

  private void sampleAfter(long nanos, long forward) {
    clock.pass(nanos);
    clock.setWallForward(forward);
    steps.sample();
  }
}
