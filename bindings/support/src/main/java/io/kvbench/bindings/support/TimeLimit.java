package io.kvbench.bindings.support;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The timeout of operations. One thread checks all sessions periodically, since a timer per
 * operation would be expensive. An operation may take up to a twentieth longer than the limit.
 * Thread-safe.
 */
public final class TimeLimit {
  private static final long SHORTEST_STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final long LONGEST_STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /** A session, or another source of operations in flight. */
  @FunctionalInterface
  public interface Watched {

    /**
     * Ends operations that started before a time and are still in flight. Called by the checking
     * thread.
     *
     * @param nanos in the scale of {@link System#nanoTime()}
     * @return whether no more checks are needed: it is closed, and nothing is in flight
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
   * Starts the checking thread.
   *
   * @param system the prefix of the thread's name
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
   * Returns the time of the thread's last check: cheaper than a clock, and accurate enough for the
   * start of an operation.
   */
  public long now() {
    return nowNanos;
  }

  /**
   * Returns the adjusted start of an operation with another limit. From then on the thread checks
   * often enough to end such operations within a twentieth of their limit.
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

  /** Checks a session from now on, until it reports that it is done. */
  public void add(Watched session) {
    if (limitNanos > 0) {
      all.add(session);
    }
  }

  private void watch() {
    while (!Thread.interrupted()) {
      LockSupport.parkNanos(stepNanos);
      nowNanos = System.nanoTime();
      // A start may have the time of the previous check.
      all.removeIf(session -> session.endWhatStartedBefore(nowNanos - limitNanos - slackNanos));
    }
  }

  /** Stops the thread. */
  public void end() {
    thread.interrupt();
  }
}
