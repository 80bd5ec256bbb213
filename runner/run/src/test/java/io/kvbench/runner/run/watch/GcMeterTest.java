package io.kvbench.runner.run.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.results.format.ClientCondition.Pause;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.List;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

class GcMeterTest {
  private static final long MILLI = 1_000_000;

  @Test
  void addsUpWhatCollectorsDidSinceItBegan() throws Exception {
    FakeCollector young = new FakeCollector("G1 Young Generation", 10, 300);
    FakeCollector old = new FakeCollector("G1 Old Generation", 1, 50);
    try (GcMeter meter = new GcMeter(List.of(young, old))) {
      young.collected(3, 25);
      old.collected(1, 40);

      assertThat(meter.pauses()).isEqualTo(4);
      assertThat(meter.pauseNanos()).isEqualTo(65 * MILLI);
    }
  }

  @Test
  void concurrentWorkIsNoPause() throws Exception {
    FakeCollector cycles = new FakeCollector("ZGC Major Cycles", 0, 0);
    FakeCollector pauses = new FakeCollector("ZGC Major Pauses", 0, 0);
    try (GcMeter meter = new GcMeter(List.of(cycles, pauses))) {
      cycles.collected(1, 800);
      pauses.collected(3, 1);

      assertThat(meter.pauses()).isEqualTo(3);
      assertThat(meter.pauseNanos()).isEqualTo(MILLI);
    }
  }

  @Test
  void aCollectorThatDoesNotCountHasDoneNothing() throws Exception {
    FakeCollector silent = new FakeCollector("silent", -1, -1);
    try (GcMeter meter = new GcMeter(List.of(silent))) {
      assertThat(meter.pauses()).isZero();
      assertThat(meter.pauseNanos()).isZero();
      assertThat(meter.longestPauseNanos()).isZero();
    }
  }

  @Test
  @SuppressWarnings("SystemGc")
  void findsACollectionOfThisJvm() {
    List<GarbageCollectorMXBean> beans = ManagementFactory.getGarbageCollectorMXBeans();
    System.gc();
    Instant began = Instant.now().minusSeconds(60);
    try (GcMeter before = new GcMeter(beans)) {
      System.gc();
      try (GcMeter after = new GcMeter(beans)) {
        assertThat(before.pauses()).isPositive();
        assertThat(before.pauseNanos()).isPositive();
        assertThat(before.longestPauseNanos()).isPositive();
        assertThat(before.longestPauseNanos()).isLessThanOrEqualTo(before.pauseNanos());
        assertThat(after.pauses()).isLessThan(before.pauses());
        // Shorter ones are not kept, so it may be none.
        assertThat(before.longestPauses())
            .allSatisfy(
                pause -> {
                  // Its begin and its end are rounded, and so is the sum.
                  assertThat(pause.nanos())
                      .isBetween(Pause.LEAST_NANOS, before.longestPauseNanos() + MILLI);
                  assertThat(pause.at()).isBetween(began, Instant.now());
                });
      }
    }
  }

  /** A collector controlled by the test, which notifies no listener. */
  private static final class FakeCollector implements GarbageCollectorMXBean {
    private final String name;
    private long count;
    private long millis;

    FakeCollector(String name, long count, long millis) {
      this.name = name;
      this.count = count;
      this.millis = millis;
    }

    void collected(long times, long tookMillis) {
      count += times;
      millis += tookMillis;
    }

    @Override
    public long getCollectionCount() {
      return count;
    }

    @Override
    public long getCollectionTime() {
      return millis;
    }

    @Override
    public String getName() {
      return name;
    }

    @Override
    public boolean isValid() {
      return true;
    }

    @Override
    public String[] getMemoryPoolNames() {
      return new String[0];
    }

    @Override
    public ObjectName getObjectName() {
      throw new UnsupportedOperationException();
    }
  }
}
