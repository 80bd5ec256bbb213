package io.kvbench.core.measure;

import java.util.Arrays;
import java.util.Collection;
import org.HdrHistogram.Histogram;

/**
 * A histogram of times, immutable: the counts of HdrHistogram's buckets of nanoseconds with three
 * significant digits, so that every figure from it is within 0.1 % of a recorded time (or within 32
 * ns, whichever is more). Only buckets with a count take memory. Histograms can be added up;
 * percentiles cannot, which is why results carry histograms.
 */
public final class TimeHistogram {
  /**
   * The unit: times that differ by less may count as one. A power of two, as the histogram would
   * round down to one; 0.64 % at 5 us.
   */
  public static final long LOWEST_NANOS = 32L;

  /** Longer times are recorded as this and counted as {@linkplain #overRange() over range}. */
  public static final long HIGHEST_NANOS = 3_600_000_000_000L;

  /** Significant decimal digits that are kept. */
  public static final int DIGITS = 3;

  static final TimeBuckets BUCKETS = new TimeBuckets(LOWEST_NANOS, HIGHEST_NANOS);
  private static final long NANOS_PER_MICRO = 1_000;
  private static final TimeBuckets IN_MICROS = new TimeBuckets(1, HIGHEST_NANOS / NANOS_PER_MICRO);
  private static final TimeHistogram EMPTY = new TimeHistogram(BUCKETS, new int[0], new long[0], 0);

  private final TimeBuckets buckets;

  /** The buckets with a count, in ascending order. */
  private final int[] indexes;

  private final long[] counts;
  private final long count;
  private final long overRange;

  /** Takes ownership of the arrays. */
  TimeHistogram(TimeBuckets buckets, int[] indexes, long[] counts, long overRange) {
    this.buckets = buckets;
    this.indexes = indexes;
    this.counts = counts;
    long sum = 0;
    for (long each : counts) {
      sum += each;
    }
    this.count = sum;
    this.overRange = overRange;
  }

  /** Copies a histogram of three digits. */
  static TimeHistogram of(Histogram histogram, long overRange) {
    TimeBuckets buckets =
        new TimeBuckets(
            histogram.getLowestDiscernibleValue(), histogram.getHighestTrackableValue());
    Builder builder = new Builder(buckets);
    int last = histogram.getTotalCount() == 0 ? -1 : buckets.indexOf(histogram.getMaxValue());
    for (int index = 0; index <= last; index++) {
      long count = histogram.getCountAtValue(buckets.lowest(index));
      if (count > 0) {
        builder.add(index, count);
      }
    }
    return builder.build(overRange);
  }

  static Histogram newHistogram() {
    return new Histogram(LOWEST_NANOS, HIGHEST_NANOS, DIGITS);
  }

  public static TimeHistogram empty() {
    return EMPTY;
  }

  /** Returns a histogram of these times; for tests and small sets. */
  public static TimeHistogram ofNanos(long... nanos) {
    Histogram histogram = newHistogram();
    long over = 0;
    for (long time : nanos) {
      over += time > HIGHEST_NANOS ? 1 : 0;
      histogram.recordValue(Math.clamp(time, 0, HIGHEST_NANOS));
    }
    return of(histogram, over);
  }

  /** Returns the sum of both, in the coarser unit: older results have one of 512 ns. */
  public TimeHistogram plus(TimeHistogram other) {
    if (other.count() == 0) {
      return this;
    }
    if (count() == 0) {
      return other;
    }
    boolean coarser = buckets.lowestNanos() >= other.buckets.lowestNanos();
    TimeHistogram one = coarser ? this : other;
    TimeHistogram two = (coarser ? other : this).in(one.buckets);
    Builder sum = new Builder(one.buckets);
    int left = 0;
    int right = 0;
    while (left < one.indexes.length || right < two.indexes.length) {
      int next = Math.min(one.indexAt(left), two.indexAt(right));
      long added = one.indexAt(left) == next ? one.counts[left++] : 0;
      added += two.indexAt(right) == next ? two.counts[right++] : 0;
      sum.add(next, added);
    }
    return sum.build(overRange + other.overRange);
  }

  /** Returns the sum of many, as adding each to those before it would. */
  public static TimeHistogram sum(Collection<TimeHistogram> all) {
    TimeHistogram coarsest = EMPTY;
    int size = 0;
    long overRange = 0;
    for (TimeHistogram each : all) {
      boolean coarser = each.buckets.lowestNanos() > coarsest.buckets.lowestNanos();
      coarsest = each.count > 0 && (coarsest.count == 0 || coarser) ? each : coarsest;
      size = each.count > 0 ? Math.max(size, each.indexes[each.indexes.length - 1] + 1) : size;
      overRange += each.count > 0 ? each.overRange : 0;
    }
    long[] sums = new long[size];
    for (TimeHistogram each : all) {
      TimeHistogram same = each.in(coarsest.buckets);
      for (int at = 0; at < same.indexes.length; at++) {
        sums[same.indexes[at]] += same.counts[at];
      }
    }
    Builder sum = new Builder(coarsest.buckets);
    for (int index = 0; index < size; index++) {
      if (sums[index] > 0) {
        sum.add(index, sums[index]);
      }
    }
    return sum.build(overRange);
  }

  private int indexAt(int position) {
    return position < indexes.length ? indexes[position] : Integer.MAX_VALUE;
  }

  /** Returns the same with buckets that are as wide or wider. */
  private TimeHistogram in(TimeBuckets wider) {
    if (wider.equals(buckets)) {
      return this;
    }
    Builder builder = new Builder(wider);
    for (int at = 0; at < indexes.length; at++) {
      builder.add(wider.indexOf(buckets.lowest(indexes[at])), counts[at]);
    }
    return builder.build(overRange);
  }

  /**
   * Returns the same times in whole microseconds: every "nanosecond" of the result is one. For
   * files of tools that measure so.
   */
  public TimeHistogram inMicros() {
    Builder builder = new Builder(IN_MICROS);
    for (int at = 0; at < indexes.length; at++) {
      long micros = buckets.middle(indexes[at]) / NANOS_PER_MICRO;
      builder.add(IN_MICROS.indexOf(Math.min(micros, IN_MICROS.highestNanos())), counts[at]);
    }
    return builder.build(overRange);
  }

  /** A histogram that is filled in ascending order. */
  private static final class Builder {
    private final TimeBuckets buckets;
    private int[] indexes = new int[64];
    private long[] counts = new long[64];
    private int size;

    Builder(TimeBuckets buckets) {
      this.buckets = buckets;
    }

    void add(int index, long count) {
      if (size > 0 && indexes[size - 1] == index) {
        counts[size - 1] += count;
        return;
      }
      if (size == indexes.length) {
        indexes = Arrays.copyOf(indexes, 2 * size);
        counts = Arrays.copyOf(counts, 2 * size);
      }
      indexes[size] = index;
      counts[size++] = count;
    }

    TimeHistogram build(long overRange) {
      return new TimeHistogram(
          buckets, Arrays.copyOf(indexes, size), Arrays.copyOf(counts, size), overRange);
    }
  }

  public long count() {
    return count;
  }

  /** Returns how many times were longer than {@link #HIGHEST_NANOS}. */
  public long overRange() {
    return overRange;
  }

  /** Returns the shortest time in nanoseconds; 0 for the histogram of nothing. */
  public long minNanos() {
    return count == 0 ? 0 : buckets.lowest(indexes[0]);
  }

  /** Returns the longest time in nanoseconds; 0 for the histogram of nothing. */
  public long maxNanos() {
    return count == 0 ? 0 : buckets.highest(indexes[indexes.length - 1]);
  }

  /** Returns the arithmetic mean in nanoseconds; 0 for the histogram of nothing. */
  public double meanNanos() {
    double sum = 0;
    for (int at = 0; at < indexes.length; at++) {
      sum += buckets.middle(indexes[at]) * (double) counts[at];
    }
    return count == 0 ? 0 : sum / count;
  }

  /** Returns the standard deviation in nanoseconds; 0 for the histogram of nothing. */
  public double stddevNanos() {
    double mean = meanNanos();
    double sum = 0;
    for (int at = 0; at < indexes.length; at++) {
      double deviation = buckets.middle(indexes[at]) - mean;
      sum += deviation * deviation * counts[at];
    }
    return count == 0 ? 0 : Math.sqrt(sum / count);
  }

  /**
   * Returns a time in nanoseconds that {@code percentile} per cent of the recorded times do not
   * exceed.
   *
   * @param percentile from 0 to 100
   */
  public long percentileNanos(double percentile) {
    // An ulp less, or a rounded product would be one of the next bucket.
    double share = Math.clamp(Math.nextDown(percentile), 0, 100);
    long rank = Math.max(1, (long) Math.ceil(share * count / 100));
    long passed = 0;
    for (int at = 0; at < indexes.length; at++) {
      passed += counts[at];
      if (passed >= rank) {
        return percentile == 0 ? buckets.lowest(indexes[at]) : buckets.highest(indexes[at]);
      }
    }
    return 0;
  }

  /**
   * Returns how many recorded times lie between the two bounds, both inclusive, to the histogram's
   * resolution.
   */
  public long countBetweenNanos(long low, long high) {
    int first = buckets.indexOf(Math.max(0, low));
    int last = buckets.indexOf(Math.min(high, HIGHEST_NANOS));
    long between = 0;
    for (int at = 0; at < indexes.length; at++) {
      between += indexes[at] >= first && indexes[at] <= last ? counts[at] : 0;
    }
    return between;
  }

  /** Visits the buckets that hold something, in ascending order. */
  public void forEachBucket(BucketConsumer consumer) {
    for (int at = 0; at < indexes.length; at++) {
      consumer.accept(buckets.highest(indexes[at]), counts[at]);
    }
  }

  /** A receiver of the buckets of a histogram. */
  @FunctionalInterface
  public interface BucketConsumer {
    /** Takes one bucket: times up to {@code highestNanos} were seen {@code count} times. */
    void accept(long highestNanos, long count);
  }

  TimeBuckets buckets() {
    return buckets;
  }

  /** Returns the buckets with a count; not to be changed. */
  int[] indexes() {
    return indexes;
  }

  /** Returns the counts of these buckets; not to be changed. */
  long[] counts() {
    return counts;
  }
}
