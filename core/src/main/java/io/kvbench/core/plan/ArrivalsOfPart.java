package io.kvbench.core.plan;

import io.kvbench.core.workload.key.RunPart;

/**
 * The arrivals of one of {@code n} parts of a run, which share a schedule: part {@code i} has the
 * arrivals {@code i, i + n, i + 2n ...} of it, each at its time.
 */
record ArrivalsOfPart(Arrivals whole, RunPart part) implements Arrivals {

  @Override
  public long startNanos(long index) {
    long last = (Long.MAX_VALUE - part.index()) / part.count();
    return index > last ? NEVER_NANOS : whole.startNanos(part.index() + index * part.count());
  }

  @Override
  public double meanPerSecond(long phaseNanos) {
    return whole.meanPerSecond(phaseNanos) / part.count();
  }

  @Override
  public double between(long fromNanos, long toNanos) {
    return whole.between(fromNanos, toNanos) / part.count();
  }

  @Override
  public String toString() {
    return whole + ", shared by " + part.count();
  }
}
