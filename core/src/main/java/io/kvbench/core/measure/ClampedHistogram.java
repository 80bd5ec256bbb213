package io.kvbench.core.measure;

import org.HdrHistogram.Histogram;

/** A histogram that counts times above its range instead of throwing. For one thread at a time. */
final class ClampedHistogram {
  private final Histogram histogram = TimeHistogram.newHistogram();
  private long overRange;

  void record(long nanos, long count) {
    if (nanos > TimeHistogram.HIGHEST_NANOS) {
      overRange += count;
    }
    histogram.recordValueWithCount(Math.clamp(nanos, 0, TimeHistogram.HIGHEST_NANOS), count);
  }

  boolean isEmpty() {
    return histogram.getTotalCount() == 0;
  }

  /** Moves all times into an immutable histogram. */
  TimeHistogram drain() {
    if (isEmpty()) {
      return TimeHistogram.empty();
    }
    TimeHistogram drained = TimeHistogram.of(histogram, overRange);
    histogram.reset();
    overRange = 0;
    return drained;
  }
}
