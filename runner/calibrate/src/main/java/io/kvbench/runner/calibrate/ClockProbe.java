package io.kvbench.runner.calibrate;

import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.measure.TimeHistogram;

/** The measurement of the clock. */
record ClockProbe(NanoClock clock) {
  private static final int READINGS = 1 << 12;
  private static final long PARK_NANOS = 200_000;

  /** Measures the duration of a reading, as the minimum of many short series. */
  Calibration.Clock read(long nanos) {
    long end = clock.nanos() + nanos;
    long quickest = Long.MAX_VALUE;
    long step = Long.MAX_VALUE;
    do {
      long first = clock.nanos();
      long last = first;
      for (int reading = 0; reading < READINGS; reading++) {
        long now = clock.nanos();
        step = now > last ? Math.min(step, now - last) : step;
        last = now;
      }
      quickest = Math.min(quickest, last - first);
    } while (clock.nanos() < end);
    return new Calibration.Clock((double) quickest / READINGS, step == Long.MAX_VALUE ? 0 : step);
  }

  /** Parks repeatedly, on a virtual thread like clients; returns the scheduling delays. */
  TimeHistogram park(long nanos) throws InterruptedException {
    long[] late = new long[(int) Math.max(1, nanos / PARK_NANOS)];
    Thread client = Thread.ofVirtual().unstarted(() -> park(late));
    client.start();
    client.join();
    return TimeHistogram.ofNanos(late);
  }

  private void park(long[] late) {
    for (int index = 0; index < late.length; index++) {
      long until = clock.nanos() + PARK_NANOS;
      long now;
      do {
        clock.parkUntil(until);
        now = clock.nanos();
      } while (now < until);
      late[index] = now - until;
    }
  }
}
