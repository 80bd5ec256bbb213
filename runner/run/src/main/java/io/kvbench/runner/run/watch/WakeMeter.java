package io.kvbench.runner.run.watch;

import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.measure.TimeRecorder;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The time from waking a waiting thread to its first instruction: an event loop needs it when a
 * socket becomes readable and when a client hands it a request, and no other meter has it, as a
 * thread that is not runnable yet waits for no processor. One daemon thread waits; another one
 * wakes it now and then.
 */
final class WakeMeter implements AutoCloseable {
  /** With fewer samples there is no median. */
  private static final int FEWEST = 10;

  private static final long NEVER = Long.MIN_VALUE;

  private final NanoClock clock;
  private final TimeRecorder times = new TimeRecorder();
  private final Thread thread;
  private volatile long wokenAt = NEVER;
  private volatile boolean stopped;

  WakeMeter(NanoClock clock) {
    this.clock = clock;
    thread = Thread.ofPlatform().daemon().name("wake-ups").start(this::run);
  }

  private void run() {
    while (!stopped) {
      LockSupport.park(this);
      long since = wokenAt;
      if (since != NEVER) {
        times.record(Math.max(0, clock.nanos() - since));
        wokenAt = NEVER;
      }
    }
  }

  /** Wakes the thread; returns false where it has not run since the last time. For one thread. */
  boolean wake() {
    boolean waits = wokenAt == NEVER;
    if (waits) {
      wokenAt = clock.nanos();
      LockSupport.unpark(thread);
    }
    return waits;
  }

  /** Returns the median since the last call; empty where there were too few. */
  OptionalLong medianNanos() {
    TimeHistogram all = times.drain();
    return all.count() < FEWEST ? OptionalLong.empty() : OptionalLong.of(all.percentileNanos(50));
  }

  @Override
  public void close() {
    stopped = true;
    LockSupport.unpark(thread);
  }
}
