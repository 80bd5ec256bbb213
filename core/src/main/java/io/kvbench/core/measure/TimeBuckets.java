package io.kvbench.core.measure;

/**
 * HdrHistogram's division of times into buckets, for three significant digits: the buckets of a
 * power of two are equally wide, and there are 1,024 of them, or 2,048 below the first.
 *
 * @param lowestNanos the unit; a power of two at most as large is the width of the first buckets
 * @param highestNanos the longest time that has a bucket
 */
record TimeBuckets(long lowestNanos, long highestNanos) {
  private static final int HALF_MAGNITUDE = 10;
  private static final int HALF = 1 << HALF_MAGNITUDE;

  private int unit() {
    return Long.SIZE - 1 - Long.numberOfLeadingZeros(lowestNanos);
  }

  /** Returns the number of buckets. */
  int size() {
    return indexOf(highestNanos) + 1;
  }

  int indexOf(long nanos) {
    int unit = unit();
    long mask = (2L * HALF - 1) << unit;
    int power = Long.SIZE - unit - HALF_MAGNITUDE - 1 - Long.numberOfLeadingZeros(nanos | mask);
    return (power << HALF_MAGNITUDE) + (int) (nanos >>> (power + unit));
  }

  /** Returns the shortest time of a bucket. */
  long lowest(int index) {
    int power = power(index);
    return (long) (index - (power << HALF_MAGNITUDE)) << (power + unit());
  }

  /** Returns the longest time of a bucket. */
  long highest(int index) {
    return lowest(index) + width(index) - 1;
  }

  /** Returns the time that stands for all of a bucket in means. */
  long middle(int index) {
    return lowest(index) + (width(index) >> 1);
  }

  private long width(int index) {
    return 1L << (power(index) + unit());
  }

  private static int power(int index) {
    return Math.max(0, (index >> HALF_MAGNITUDE) - 1);
  }
}
