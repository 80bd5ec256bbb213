package io.kvbench.core.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ChangedArrivalsTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void arrivalsBeforeAChangeKeepTheirTimesAndOthersFollowTheNewRate() {
    Arrivals before = new ConstantRate(10);
    Arrivals changed = ChangedArrivals.of(before, 2 * SECOND + 50_000_000, 100);

    for (int index = 0; index <= 20; index++) {
      assertThat(changed.startNanos(index)).isEqualTo(before.startNanos(index));
    }
    assertThat(changed.startNanos(21)).isEqualTo(2 * SECOND + 50_000_000);
    assertThat(changed.startNanos(22)).isEqualTo(2 * SECOND + 60_000_000);
    assertThat(changed.startNanos(Long.MAX_VALUE)).isEqualTo(Arrivals.NEVER_NANOS);
    assertThat(changed.between(0, 3 * SECOND + 50_000_000)).isCloseTo(120.5, within(1e-9));
    assertThat(changed.meanPerSecond(0)).isEqualTo(10);
    assertThat(changed).hasToString("constant 10/s, changed once during the phase");
  }

  @Test
  void aPauseEndsWithTheNextChange() {
    Arrivals paused = ChangedArrivals.of(new ConstantRate(10), SECOND, 0);

    assertThat(paused.startNanos(9)).isEqualTo(900_000_000);
    assertThat(paused.startNanos(10)).isEqualTo(Arrivals.NEVER_NANOS);
    assertThat(paused.between(SECOND, 9 * SECOND)).isCloseTo(0, within(1e-9));

    Arrivals resumed = ChangedArrivals.of(paused, 5 * SECOND, 10);
    assertThat(resumed.startNanos(9)).isEqualTo(900_000_000);
    assertThat(resumed.startNanos(10)).isEqualTo(5 * SECOND);
    assertThat(resumed.startNanos(20)).isEqualTo(6 * SECOND);
    assertThat(resumed).hasToString("constant 10/s, changed 2 times during the phase");
  }

  @Test
  void aChangeLeavesTheRestOfAShape() {
    Arrivals stages = new Stages(Stage.parse("10 for 2s, 20 for 2s, 30 for 2s"));
    Arrivals changed = ChangedArrivals.of(stages, 3 * SECOND, 5);

    assertThat(changed.startNanos(39)).isEqualTo(stages.startNanos(39));
    assertThat(changed.startNanos(40)).isEqualTo(3 * SECOND);
    assertThat(changed.startNanos(45)).isEqualTo(4 * SECOND);
    assertThat(changed.changes()).hasSize(1);
  }

  @Test
  void aPoissonProcessStaysOne() {
    isPoisson(ChangedArrivals.of(new PoissonArrivals(100, 1), SECOND, 1000));
    Stages stages = new Stages(Stage.parse("0..200 for 2s, 5 for 2s"));
    isPoisson(ChangedArrivals.of(new PoissonStages(stages, 1), SECOND, 1000));
  }

  private static void isPoisson(Arrivals changed) {
    long first = ChangedArrivals.firstFrom(changed, SECOND);

    long gap = changed.startNanos(first + 1) - changed.startNanos(first);
    assertThat(changed.startNanos(first + 2) - changed.startNanos(first + 1)).isNotEqualTo(gap);
    assertThat(changed.startNanos(first + 10_000)).isBetween(10 * SECOND, 12 * SECOND);
  }

  @Test
  void manyChangesAtOneTimeLeaveTheLast() {
    Arrivals schedule = new ConstantRate(10);
    for (int change = 1; change <= 50; change++) {
      schedule = ChangedArrivals.of(schedule, SECOND, change);
    }
    assertThat(schedule.startNanos(10)).isEqualTo(SECOND);
    assertThat(schedule.startNanos(60)).isEqualTo(2 * SECOND);
  }

  @Test
  void timeDoesNotGoBack() {
    Arrivals changed = ChangedArrivals.of(new ConstantRate(10), 2 * SECOND, 5);

    assertThatIllegalArgumentException().isThrownBy(() -> ChangedArrivals.of(changed, SECOND, 5));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ChangedArrivals.of(changed, 3 * SECOND, -5));
  }
}
