package io.kvbench.core.measure;

import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.Histogram;

/** A histogram for many writers that counts what is over its range instead of throwing. */
final class ClampedHistogram {
  private final AtomicHistogram histogram =
      new AtomicHistogram(
          TimeHistogram.LOWEST_NANOS, TimeHistogram.HIGHEST_NANOS, TimeHistogram.DIGITS);
  private final LongAdder overRange = new LongAdder();

  void record(long nanos, long count) {
    if (nanos > TimeHistogram.HIGHEST_NANOS) {
      overRange.add(count);
      histogram.recordValueWithCount(TimeHistogram.HIGHEST_NANOS, count);
    } else {
      histogram.recordValueWithCount(Math.max(nanos, 0), count);
    }
  }

  boolean isEmpty() {
    return histogram.getTotalCount() == 0;
  }

  /** Moves everything into an immutable histogram; no writer may be at work. */
  TimeHistogram drain() {
    if (isEmpty()) {
      return TimeHistogram.empty();
    }
    Histogram copy = TimeHistogram.newHistogram();
    copy.add(histogram);
    histogram.reset();
    return TimeHistogram.of(copy, overRange.sumThenReset());
  }
}
