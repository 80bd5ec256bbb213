package io.kvbench.runner.metrics;

import io.kvbench.core.measure.NanoClock;
import java.time.Duration;
import java.time.Instant;

/** A clock that advances only when a test turns it. */
final class TurnedClock implements NanoClock {
  private long nanos;

  void turn(Duration by) {
    nanos += by.toNanos();
  }

  @Override
  public long nanos() {
    return nanos;
  }

  @Override
  public Instant instant() {
    return Instant.EPOCH.plusNanos(nanos);
  }

  @Override
  public void parkUntil(long until) {
    throw new UnsupportedOperationException("nobody waits here");
  }
}
