package io.kvbench.bindings.dengine;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Ends operations that take too long. One thread looks at all sessions again and again: gRPC's own
 * deadlines would cost each operation a timer and a header. An operation may take up to a twentieth
 * longer than the limit.
 */
final class TimeLimit {
  private static final long SHORTEST_STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final long LONGEST_STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final Set<DEngineSession> sessions = ConcurrentHashMap.newKeySet();
  private final long limitNanos;
  private final Thread thread;
  private volatile long nowNanos = System.nanoTime();

  private TimeLimit(Duration limit) {
    this.limitNanos = limit.toNanos();
    this.thread = Thread.ofPlatform().daemon().name("dengine-time-limit").unstarted(this::watch);
  }

  /** Begins to watch; a limit of zero is none. */
  static TimeLimit start(Duration limit) {
    TimeLimit started = new TimeLimit(limit);
    if (!limit.isZero()) {
      started.thread.start();
    }
    return started;
  }

  /** Returns the time at which the thread looked last: cheaper than a clock, and not far behind. */
  long now() {
    return nowNanos;
  }

  void add(DEngineSession session) {
    if (limitNanos > 0) {
      sessions.add(session);
    }
  }

  private void watch() {
    long step = Math.clamp(limitNanos / 20, SHORTEST_STEP_NANOS, LONGEST_STEP_NANOS);
    try {
      while (true) {
        TimeUnit.NANOSECONDS.sleep(step);
        nowNanos = System.nanoTime();
        // The time of a start may be that of the look before it.
        sessions.removeIf(session -> session.look(nowNanos - limitNanos - step));
      }
    } catch (InterruptedException e) {
      // This is how it ends.
    }
  }

  void end() {
    thread.interrupt();
  }
}
