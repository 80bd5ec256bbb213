package io.kvbench.core.engine;

import io.kvbench.core.measure.NanoClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A clock that stands still while any thread is busy. When the conductor and all clients wait, for
 * the clock or for an answer, it jumps to the next deadline of {@link #parkUntil} or event of
 * {@link #after}. No thread sleeps, and every time in a phase is as scripted, to the nanosecond.
 *
 * <p>Whether all wait is read from the states of their virtual threads, which change as soon as
 * they are unparked, so a woken thread is never overlooked. Since the states are read one after the
 * other, they are read twice, and {@code activity} counts calls of the clock: no thread of the
 * engine wakes up and waits again without a call in between, so if all were waiting twice and none
 * called, all waited at the same time.
 *
 * <p>The thread that calls {@link #conduct} advances the time and runs the events.
 */
final class ManualClock implements NanoClock {
  private static final Instant BEGIN = Instant.parse("2026-11-21T10:00:00Z");

  /** As with {@link System#nanoTime}, the origin is arbitrary and may lie in the future. */
  private static final long ORIGIN = -1_234_567_891L;

  private static final long HORIZON = Duration.ofDays(30).toNanos();

  private record Event(long at, long number, Runnable action) {}

  private final TreeSet<Event> events =
      new TreeSet<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::number));
  private final Set<Thread> participants = ConcurrentHashMap.newKeySet();
  private final AtomicLong activity = new AtomicLong();
  private final AtomicLong arranged = new AtomicLong();
  private volatile long now = ORIGIN;
  private volatile long begin = ORIGIN;

  /**
   * Runs a phase on a separate thread until it ends.
   *
   * @param clients the number of clients: time stands still until all have appeared
   * @throws AssertionError if all wait and no event is pending, or none before the horizon
   */
  @SuppressWarnings("ThreadPriorityCheck") // to be fair; nothing depends on it
  <T> T conduct(int clients, Callable<T> phase) throws Exception {
    begin = now;
    participants.clear();
    FutureTask<T> task = new FutureTask<>(phase);
    Thread conductor = Thread.ofVirtual().name("conductor").start(task);
    while (conductor.isAlive()) {
      if (Thread.interrupted()) {
        throw new InterruptedException("the phase did not end");
      }
      if (participants.size() > clients && allWait() && conductor.isAlive()) {
        playNext();
      } else {
        Thread.yield();
      }
    }
    try {
      return task.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }

  /** Returns the time from the start of the phase. */
  long elapsed() {
    return now - begin;
  }

  /** Schedules an event some time from now, on a thread that is not a client's. */
  void after(long nanos, Runnable action) {
    arrange(now + nanos, action);
  }

  /** Blocks the caller, which is a client or the conductor, for some time. */
  void sleep(long nanos) throws InterruptedException {
    long until = now + nanos;
    while (now < until) {
      parkUntil(until);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
  }

  @Override
  public long nanos() {
    noteCaller();
    return now;
  }

  @Override
  public Instant instant() {
    return BEGIN.plusNanos(now - ORIGIN);
  }

  @Override
  public void parkUntil(long nanos) {
    noteCaller();
    if (nanos > now) {
      Thread waiting = Thread.currentThread();
      Event alarm = arrange(nanos, () -> LockSupport.unpark(waiting));
      LockSupport.park(this);
      noteCaller();
      synchronized (events) {
        events.remove(alarm);
      }
    }
  }

  /** Platform threads belong to tests, which advance the time or bring answers. */
  private void noteCaller() {
    if (Thread.currentThread().isVirtual()) {
      participants.add(Thread.currentThread());
      activity.incrementAndGet();
    }
  }

  private Event arrange(long at, Runnable action) {
    Event event = new Event(at, arranged.getAndIncrement(), action);
    synchronized (events) {
      events.add(event);
    }
    return event;
  }

  private boolean allWait() {
    long before = activity.get();
    boolean waited = participants.stream().allMatch(ManualClock::waits);
    return waited && participants.stream().allMatch(ManualClock::waits) && activity.get() == before;
  }

  private static boolean waits(Thread thread) {
    return switch (thread.getState()) {
      case WAITING, TIMED_WAITING, TERMINATED -> true;
      case NEW, RUNNABLE, BLOCKED -> false;
    };
  }

  /** Advances the time to the next event, and runs all events of that time. */
  private void playNext() {
    long at;
    synchronized (events) {
      if (events.isEmpty() || events.first().at() - ORIGIN > HORIZON) {
        throw new AssertionError("everybody waits, and for nothing that is ever going to happen");
      }
      at = Math.max(now, events.first().at());
    }
    now = at;
    for (Event due = takeDue(at); due != null; due = takeDue(at)) {
      due.action().run();
    }
  }

  private Event takeDue(long at) {
    synchronized (events) {
      return events.isEmpty() || events.first().at() > at ? null : events.pollFirst();
    }
  }
}
