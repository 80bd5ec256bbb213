package io.kvbench.runner.run.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Iterator;
import java.util.List;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class CpuMeterTest {
  @Test
  void tellsWhatWasUsedSinceItBegan() {
    assertThat(new CpuMeter(each(300, 1_000)).usedNanos()).isEqualTo(700);
  }

  @Test
  void whatIsUnknownIsNothing() {
    assertThat(new CpuMeter(each(-1, -1)).usedNanos()).isZero();
    assertThat(new CpuMeter(each(300, -1)).usedNanos()).isZero();
  }

  @Test
  @Timeout(60)
  void thisProcessUsesTime() {
    CpuMeter meter = CpuMeter.ofThisProcess();
    while (meter.usedNanos() == 0) {
      Thread.onSpinWait();
    }
    assertThat(meter.usedNanos()).isPositive();
  }

  private static LongSupplier each(long... values) {
    Iterator<Long> iterator = List.of(values[0], values[1]).iterator();
    return iterator::next;
  }
}
