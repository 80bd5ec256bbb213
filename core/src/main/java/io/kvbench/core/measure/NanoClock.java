package io.kvbench.core.measure;

import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

/**
 * The clock of the engine. All measured and paced times come from it, so that tests can control it.
 */
public interface NanoClock {

  /** Returns nanoseconds since an arbitrary instant; never goes back. */
  long nanos();

  Instant instant();

  /**
   * Parks the calling thread until the time is reached, it is unparked or interrupted, or
   * spuriously. The operating system adds 50 to 90 us of timer slack, which is measured as lag.
   */
  void parkUntil(long nanos);

  static NanoClock system() {
    return SystemClock.INSTANCE;
  }

  /** {@link System#nanoTime()} and the wall clock. */
  enum SystemClock implements NanoClock {
    INSTANCE;

    @Override
    public long nanos() {
      return System.nanoTime();
    }

    @Override
    public Instant instant() {
      return Instant.now();
    }

    @Override
    public void parkUntil(long nanos) {
      LockSupport.parkNanos(nanos - System.nanoTime());
    }
  }
}
