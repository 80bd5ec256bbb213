package io.kvbench.reports;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.Outcome;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.TimeResult;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;

/** Response times, and operations that took them, the same in every test. */
public final class TimeFixtures {
  private static final long SECOND = 1_000_000_000L;
  private static final TimeResult NONE = TimeResult.of(TimeHistogram.empty());

  private TimeFixtures() {}

  public static OperationResult ok(long count, TimeResult times) {
    return new OperationResult(count, Map.of(Outcome.OK, count), Map.of(), times, times, Map.of());
  }

  public static OperationResult.Times both(TimeResult times) {
    return new OperationResult.Times(times, times);
  }

  public static TimeResult none() {
    return NONE;
  }

  /** Returns times with this median whose logarithm is normally distributed. */
  public static TimeResult lognormal(int count, long medianNanos, double sigma) {
    return TimeResult.of(TimeHistogram.ofNanos(times(count, medianNanos, sigma)));
  }

  /** The same, and three in a hundred waited for a store that stood still. */
  static TimeResult stalled(int count, long medianNanos, double sigma) {
    long[] nanos = times(count, medianNanos, sigma);
    for (int index = 0; index < count * 3 / 100; index++) {
      nanos[index] += index * (2 * SECOND) / (count * 3 / 100);
    }
    return TimeResult.of(TimeHistogram.ofNanos(nanos));
  }

  static TimeResult fast(int count) {
    Random random = new Random(7);
    long[] nanos =
        LongStream.range(0, count)
            .map(index -> index % 1_000 == 999 ? random.nextInt(40_000) : random.nextInt(1_400))
            .toArray();
    return TimeResult.of(TimeHistogram.ofNanos(nanos));
  }

  private static long[] times(int count, long medianNanos, double sigma) {
    Random random = new Random(42);
    return LongStream.range(0, count)
        .map(index -> (long) (medianNanos * StrictMath.exp(sigma * random.nextGaussian())))
        .toArray();
  }
}
