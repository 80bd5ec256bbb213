package io.kvbench.runner.run.watch;

import static io.kvbench.runner.run.watch.FakeClock.MILLI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kvbench.core.measure.TimeHistogram;
import java.util.List;
import org.junit.jupiter.api.Test;

class HiccupMeterTest {
  private static final long PERIOD = HiccupMeter.PERIOD_NANOS;

  private final FakeClock clock = new FakeClock();
  private final HiccupMeter meter = new HiccupMeter(clock);

  @Test
  void recordsHowLateItWokeUp() {
    long begin = clock.nanos();
    clock.lateness.addAll(List.of(0L, 70_000L));

    meter.sleep(() -> false);
    long awake = meter.sleep(() -> false);

    assertThat(awake).isEqualTo(begin + 2 * PERIOD + 70_000);
    TimeHistogram lateness = meter.lateness();
    assertThat(lateness.count()).isEqualTo(2);
    assertThat(lateness.minNanos()).isZero();
    assertThat(lateness.maxNanos()).isCloseTo(70_000, within(500L));
  }

  @Test
  void aStallMetTheSleepsThatItLeftNoRoomFor() {
    clock.lateness.add(10 * PERIOD);

    meter.sleep(() -> false);

    TimeHistogram lateness = meter.lateness();
    assertThat(lateness.count()).isEqualTo(10);
    assertThat(lateness.maxNanos()).isCloseTo(10 * PERIOD, within(PERIOD / 100));
    assertThat(lateness.minNanos()).isCloseTo(PERIOD, within(PERIOD / 100));
  }

  @Test
  void timeBetweenTwoSleepsIsNotLost() {
    meter.sleep(() -> false);
    clock.pass(3 * PERIOD);
    meter.sleep(() -> false);

    assertThat(meter.lateness().maxNanos()).isCloseTo(2 * PERIOD, within(PERIOD / 100));
  }

  @Test
  void sleepsOnWhenWokenEarly() {
    clock.lateness.addAll(List.of(-MILLI, -MILLI / 2));
    long begin = clock.nanos();

    assertThat(meter.sleep(() -> false)).isEqualTo(begin + PERIOD);
    assertThat(meter.lateness().count()).isEqualTo(1);
  }

  @Test
  void givesUpWithoutARecordWhenStopped() {
    clock.lateness.add(-MILLI);
    boolean[] stopped = {false, true};
    int[] asked = {0};

    meter.sleep(() -> stopped[asked[0]++]);

    assertThat(asked[0]).isEqualTo(2);
    assertThat(meter.lateness().count()).isZero();
  }
}
