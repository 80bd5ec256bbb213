package io.kvbench.runner.run.watch;

import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.measure.TimeRecorder;
import java.util.function.BooleanSupplier;

/**
 * A meter of the scheduling delay of a thread that only sleeps. A delay of this thread delays the
 * clients as well: a pause of the virtual machine, more threads than processors, a hypervisor that
 * served other guests. The idea is that of jHiccup by Gil Tene, and so is counting a stall for
 * every sleep that it left no room for.
 *
 * <p>The timer slack of the system, 50 to 90 us on Linux, is left in, unlike there: clients that
 * wait for their turn have it too. It is the least time in the histogram, for who wants it out.
 */
final class HiccupMeter {
  /**
   * One wake-up costs up to 30 us of processor time on a virtual machine that has nothing else to
   * do: 0.7 % of a processor at this period, 2.4 % with one of 1 ms.
   */
  static final long PERIOD_NANOS = 5_000_000;

  private final NanoClock clock;
  private final TimeRecorder lateness = new TimeRecorder();
  private long awake;

  /** Begins now; what comes before the first sleep counts as part of it. */
  HiccupMeter(NanoClock clock) {
    this.clock = clock;
    awake = clock.nanos();
  }

  /**
   * Sleeps for a period from the last time it woke up, and records. For one thread.
   *
   * @param stopped whether to give up when woken up early; nothing is recorded then
   * @return the time at which it woke up
   */
  long sleep(BooleanSupplier stopped) {
    long due = awake + PERIOD_NANOS;
    do {
      if (stopped.getAsBoolean()) {
        return clock.nanos();
      }
      clock.parkUntil(due);
      awake = clock.nanos();
    } while (awake < due);
    lateness.recordStall(awake - due, PERIOD_NANOS);
    return awake;
  }

  /** Returns how late it was each time; each is returned once. */
  TimeHistogram lateness() {
    return lateness.drain();
  }
}
