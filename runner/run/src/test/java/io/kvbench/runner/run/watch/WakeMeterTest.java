package io.kvbench.runner.run.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.NanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WakeMeterTest {
  /** However fast the machine is, it takes some time. */
  @Test
  void aThreadThatIsWokenTakesTimeToRun() {
    try (WakeMeter meter = new WakeMeter(NanoClock.system())) {
      int woken = 0;
      while (woken < 20) {
        woken += meter.wake() ? 1 : 0;
        Thread.onSpinWait();
      }
      assertThat(meter.medianNanos().orElseThrow()).isPositive();
    }
  }

  @Test
  void thereIsNoMedianOfNothing() {
    try (WakeMeter meter = new WakeMeter(NanoClock.system())) {
      assertThat(meter.medianNanos()).isEmpty();
    }
  }
}
