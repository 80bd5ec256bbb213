package io.kvbench.runner.run.watch;

import static io.kvbench.runner.run.watch.FakeClock.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PinMeterTest {
  private static final long PERIOD = 5 * MILLI;

  private final PinMeter meter = new PinMeter(PERIOD);
  private final FakeCarrier one = new FakeCarrier();
  private final FakeCarrier two = new FakeCarrier();
  private long now = 1_000;

  @Test
  void carriersThatWorkOrHaveNoWorkAreNotHeld() {
    look();
    look();

    assertThat(meter.totalNanos()).isZero();
    assertThat(meter.longestNanos()).isZero();
  }

  @Test
  void aWaitLastsAsLongAsItIsSeen() {
    one.held = true;
    look();
    look();
    now += 40 * MILLI;
    look();
    one.held = false;
    look();

    assertThat(meter.totalNanos()).isEqualTo(PERIOD + PERIOD + PERIOD + 40 * MILLI);
    assertThat(meter.longestNanos()).isEqualTo(meter.totalNanos());
  }

  @Test
  void shortWaitsAddUpButAreNotALongOne() {
    one.held = true;
    for (int wait = 0; wait < 10; wait++) {
      one.waits++;
      look();
    }
    assertThat(meter.totalNanos()).isEqualTo(10 * PERIOD);
    assertThat(meter.longestNanos()).isEqualTo(PERIOD);
  }

  @Test
  void waitsThatNobodyCountsAreTakenForShortOnes() {
    one.held = true;
    one.waits = -1;
    look();
    look();

    assertThat(meter.totalNanos()).isEqualTo(2 * PERIOD);
    assertThat(meter.longestNanos()).isEqualTo(PERIOD);
  }

  @Test
  void everyCarrierCounts() {
    one.held = true;
    two.held = true;
    look();
    one.held = false;
    look();

    assertThat(meter.totalNanos()).isEqualTo(3 * PERIOD);
    assertThat(meter.longestNanos()).isEqualTo(2 * PERIOD);
  }

  private void look() {
    meter.look(List.of(one, two), now);
    now += PERIOD;
  }

  private static final class FakeCarrier implements Carrier {
    boolean held;
    long waits;

    @Override
    public boolean isHeld() {
      return held;
    }

    @Override
    public long waits() {
      return waits;
    }
  }
}
