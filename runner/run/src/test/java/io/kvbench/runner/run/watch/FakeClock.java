package io.kvbench.runner.run.watch;

import io.kvbench.core.measure.NanoClock;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/** A clock that is advanced by tests, and by sleepers. For one thread. */
final class FakeClock implements NanoClock {
  static final long MILLI = 1_000_000;

  /** The delays of the next sleepers; after these they wake up on time. */
  final Deque<Long> lateness = new ArrayDeque<>();

  /** The duration of the next readings of the wall clock, half of it before and half after. */
  long readingNanos;

  private long nanos = 1_000;
  private Instant wall = Instant.parse("2026-01-01T00:00:00Z");

  @Override
  public long nanos() {
    return nanos;
  }

  @Override
  public Instant instant() {
    pass(readingNanos / 2);
    Instant read = wall;
    pass(readingNanos / 2);
    return read;
  }

  @Override
  public void parkUntil(long due) {
    Long late = lateness.poll();
    pass(Math.max(0, due - nanos) + (late == null ? 0 : late));
  }

  void pass(long time) {
    nanos += time;
    wall = wall.plusNanos(time);
  }

  void setWallForward(long by) {
    wall = wall.plusNanos(by);
  }
}
