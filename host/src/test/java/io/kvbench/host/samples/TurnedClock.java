package io.kvbench.host.samples;

import io.kvbench.core.measure.NanoClock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that advances only when a test turns it. */
final class TurnedClock implements NanoClock {
  static final Instant START = Instant.parse("2026-11-22T10:00:00.123456789Z");

  private final AtomicLong nanos = new AtomicLong();

  void turn(Duration by) {
    nanos.addAndGet(by.toNanos());
  }

  @Override
  public long nanos() {
    return nanos.get();
  }

  @Override
  public Instant instant() {
    return START.plusNanos(nanos.get());
  }

  @Override
  public void parkUntil(long until) {
    throw new UnsupportedOperationException("nobody waits here");
  }
}
