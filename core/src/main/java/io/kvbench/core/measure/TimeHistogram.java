package io.kvbench.core.measure;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * A histogram of times: an immutable HdrHistogram of nanoseconds with three significant digits, so
 * that every figure from it is within 0.1 % of a recorded time (or within 32 ns, whichever is
 * more). Histograms can be added up; percentiles cannot, which is why results carry histograms.
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

  /** More than a run records, and small enough to sum many. */
  private static final long MOST = 1L << 50;

  private static final TimeHistogram EMPTY = new TimeHistogram(newHistogram(), 0);

  private final Histogram histogram;
  private final long overRange;

  private TimeHistogram(Histogram histogram, long overRange) {
    this.histogram = histogram;
    this.overRange = overRange;
  }

  /** Takes ownership of the histogram. */
  static TimeHistogram of(Histogram histogram, long overRange) {
    return new TimeHistogram(histogram, overRange);
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
    return new TimeHistogram(histogram, over);
  }

  /** Returns the sum of both, in the coarser unit: older results have one of 512 ns. */
  public TimeHistogram plus(TimeHistogram other) {
    if (other.count() == 0) {
      return this;
    }
    if (count() == 0) {
      return other;
    }
    boolean coarser = unit() >= other.unit();
    Histogram sum = coarser ? histogram.copy() : other.histogram.copy();
    sum.add(coarser ? other.histogram : histogram);
    return new TimeHistogram(sum, overRange + other.overRange);
  }

  private long unit() {
    return histogram.getLowestDiscernibleValue();
  }

  public long count() {
    return histogram.getTotalCount();
  }

  /** Returns how many times were longer than {@link #HIGHEST_NANOS}. */
  public long overRange() {
    return overRange;
  }

  /** Returns the shortest time in nanoseconds; 0 for the histogram of nothing. */
  public long minNanos() {
    return count() == 0 ? 0 : histogram.getMinValue();
  }

  /** Returns the longest time in nanoseconds; 0 for the histogram of nothing. */
  public long maxNanos() {
    return histogram.getMaxValue();
  }

  /** Returns the arithmetic mean in nanoseconds; 0 for the histogram of nothing. */
  public double meanNanos() {
    return count() == 0 ? 0 : histogram.getMean();
  }

  /** Returns the standard deviation in nanoseconds; 0 for the histogram of nothing. */
  public double stddevNanos() {
    return count() == 0 ? 0 : histogram.getStdDeviation();
  }

  /**
   * Returns a time in nanoseconds that {@code percentile} per cent of the recorded times do not
   * exceed.
   *
   * @param percentile from 0 to 100
   */
  public long percentileNanos(double percentile) {
    return count() == 0 ? 0 : histogram.getValueAtPercentile(percentile);
  }

  /**
   * Returns how many recorded times lie between the two bounds, both inclusive, to the histogram's
   * resolution.
   */
  public long countBetweenNanos(long low, long high) {
    return histogram.getCountBetweenValues(low, Math.min(high, HIGHEST_NANOS));
  }

  /** Visits the buckets that hold something, in ascending order. */
  public void forEachBucket(BucketConsumer consumer) {
    histogram
        .recordedValues()
        .forEach(
            value ->
                consumer.accept(value.getValueIteratedTo(), value.getCountAtValueIteratedTo()));
  }

  /** A receiver of the buckets of a histogram. */
  @FunctionalInterface
  public interface BucketConsumer {
    /** Takes one bucket: times up to {@code highestNanos} were seen {@code count} times. */
    void accept(long highestNanos, long count);
  }

  /** Returns HdrHistogram's V2 compressed form in Base64, as used in histogram logs. */
  public String encoded() {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int size = histogram.encodeIntoCompressedByteBuffer(buffer);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), size));
  }

  /**
   * Parses the result of {@link #encoded()}.
   *
   * @param overRange the number of times that were over range, which the encoded form lacks
   * @throws IllegalArgumentException if the text is not a compressed histogram
   */
  public static TimeHistogram decode(String encoded, long overRange) {
    try {
      ByteBuffer buffer = ByteBuffer.wrap(Base64.getDecoder().decode(encoded));
      return new TimeHistogram(Histogram.decodeFromCompressedByteBuffer(buffer, 0), overRange);
    } catch (DataFormatException | RuntimeException e) {
      throw new IllegalArgumentException("not a compressed HdrHistogram", e);
    }
  }

  /**
   * Parses the result of this version's {@link #encoded()} from an untrusted source: a histogram of
   * another unit, range or precision is rejected before memory is allocated.
   *
   * @throws IllegalArgumentException if the text is anything else
   */
  public static TimeHistogram decodeExactly(String encoded, long overRange) {
    HistogramHeader.check(encoded, DIGITS, LOWEST_NANOS, HIGHEST_NANOS);
    TimeHistogram decoded = decode(encoded, overRange);
    long[] sum = {0};
    decoded.forEachBucket(
        (nanos, count) -> {
          sum[0] += count;
          if (count > MOST || sum[0] > MOST) {
            throw new IllegalArgumentException("a histogram of too many times");
          }
        });
    if (sum[0] != decoded.count()) {
      throw new IllegalArgumentException("a histogram whose counts do not add up");
    }
    return decoded;
  }
}
