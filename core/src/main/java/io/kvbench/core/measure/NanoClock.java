package io.kvbench.core.measure;

import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

/**
 * The one source of time. Everything that is measured or paced reads it here, so that a test can
 * turn it by hand.
 */
public interface NanoClock {

  /** Returns nanoseconds since an arbitrary instant; never goes back. */
  long nanos();

  Instant instant();

  /**
   * Parks the calling thread until the time has come, it is unparked or interrupted, or for no
   * reason. The operating system adds 50 to 90 us of timer slack: that is lag, and shows as such.
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
