package io.kvbench.bindings.support;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Ends operations that take too long. One thread looks at all sessions again and again: a deadline
 * would cost each operation a timer. An operation may take up to a twentieth longer than the limit.
 * For any thread.
 */
public final class TimeLimit {
  private static final long SHORTEST_STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final long LONGEST_STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /** A session, or whatever else has operations in flight. */
  @FunctionalInterface
  public interface Watched {

    /**
     * Ends what was started before a time and is still in flight. Called by the one thread.
     *
     * @param nanos in the scale of {@link System#nanoTime()}
     * @return whether it need not be asked again: it is closed, and nothing is in flight
     */
    boolean endWhatStartedBefore(long nanos);
  }

  private final Set<Watched> all = ConcurrentHashMap.newKeySet();
  private final long limitNanos;
  private final Thread thread;
  private final long slackNanos;
  private volatile long stepNanos;
  private volatile long nowNanos = System.nanoTime();

  private TimeLimit(String system, Duration limit) {
    this.limitNanos = limit.toNanos();
    this.slackNanos = step(limitNanos);
    this.stepNanos = slackNanos;
    this.thread = Thread.ofPlatform().daemon().name(system + "-time-limit").unstarted(this::watch);
  }

  /**
   * Begins to watch.
   *
   * @param system begins the thread's name
   * @param limit zero for none
   */
  public static TimeLimit start(String system, Duration limit) {
    TimeLimit started = new TimeLimit(system, limit);
    if (!limit.isZero()) {
      started.thread.start();
    }
    return started;
  }

  /**
   * Returns the time at which the thread looked last: cheaper than a clock, and good enough for the
   * start of an operation.
   */
  public long now() {
    return nowNanos;
  }

  /**
   * Returns what to take for the start of an operation that may take another time than others. From
   * then on the thread looks often enough to end such operations within a twentieth of their limit.
   */
  public long startOf(Duration limit) {
    long wanted = step(limit.toNanos());
    if (wanted < stepNanos) {
      stepNanos = wanted;
      LockSupport.unpark(thread);
    }
    return System.nanoTime() + limit.toNanos() - limitNanos - slackNanos;
  }

  private static long step(long limitNanos) {
    return Math.clamp(limitNanos / 20, SHORTEST_STEP_NANOS, LONGEST_STEP_NANOS);
  }

  /** Watches a session from now on, until it says that it is done. */
  public void add(Watched session) {
    if (limitNanos > 0) {
      all.add(session);
    }
  }

  private void watch() {
    while (!Thread.interrupted()) {
      LockSupport.parkNanos(stepNanos);
      nowNanos = System.nanoTime();
      // The time of a start may be that of the look before it.
      all.removeIf(session -> session.endWhatStartedBefore(nowNanos - limitNanos - slackNanos));
    }
  }

  /** Stops watching. */
  public void end() {
    thread.interrupt();
  }
}
