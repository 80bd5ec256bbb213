package io.kvbench.core.plan;

/**
 * The unevaluated sum of two doubles: about 106 bits of a number. A double alone is exact to the
 * nanosecond for only a hundred days, and for less time if a formula subtracts. The methods are
 * Dekker's ("A floating-point technique for extending the available precision", 1971) and those of
 * Hida, Li and Bailey ("Library for double-double and quad-double arithmetic", 2007); products use
 * a fused multiply-add. Numbers are finite and far from underflow.
 *
 * @param high the number rounded to a double
 * @param low the rest
 */
record DoubleDouble(double high, double low) {
  private static final long LOW_BITS = 0xFFFF_FFFFL;

  static DoubleDouble of(double number) {
    return new DoubleDouble(number, 0);
  }

  /** Exact: each half of a long fits into a double. */
  static DoubleDouble of(long number) {
    return sum(number & ~LOW_BITS, number & LOW_BITS);
  }

  /** Knuth's exact sum of two doubles of any sizes. */
  static DoubleDouble sum(double one, double other) {
    double high = one + other;
    double added = high - one;
    return new DoubleDouble(high, (one - (high - added)) + (other - added));
  }

  /** Dekker's exact sum, where {@code large} is not the smaller one. */
  private static DoubleDouble ordered(double large, double small) {
    double high = large + small;
    return new DoubleDouble(high, small - (high - large));
  }

  DoubleDouble plus(DoubleDouble other) {
    DoubleDouble highs = sum(high, other.high);
    DoubleDouble lows = sum(low, other.low);
    DoubleDouble rough = ordered(highs.high, highs.low + lows.high);
    return ordered(rough.high, rough.low + lows.low);
  }

  DoubleDouble plus(double other) {
    DoubleDouble highs = sum(high, other);
    return ordered(highs.high, highs.low + low);
  }

  DoubleDouble minus(DoubleDouble other) {
    return plus(new DoubleDouble(-other.high, -other.low));
  }

  DoubleDouble times(double factor) {
    double product = high * factor;
    return ordered(product, Math.fma(high, factor, -product) + low * factor);
  }

  DoubleDouble times(DoubleDouble factor) {
    double product = high * factor.high;
    double rest = Math.fma(high, factor.high, -product);
    return ordered(product, rest + (high * factor.low + low * factor.high));
  }

  DoubleDouble dividedBy(double divisor) {
    return dividedBy(of(divisor));
  }

  /**
   * Long division with two doubles for digits; the first remainder is exact but for the low part.
   */
  DoubleDouble dividedBy(DoubleDouble divisor) {
    double first = high / divisor.high;
    double rest = Math.fma(-first, divisor.high, high) + (low - first * divisor.low);
    return ordered(first, rest / divisor.high);
  }

  /** One step of Newton's method from the double's root; 0 for numbers that are not positive. */
  DoubleDouble squareRoot() {
    if (high <= 0) {
      return of(0.0);
    }
    double root = Math.sqrt(high);
    return ordered(root, (Math.fma(-root, root, high) + low) / (2 * root));
  }

  boolean isLessThan(DoubleDouble other) {
    return high < other.high || (high == other.high && low < other.low);
  }

  /** Returns the nearest whole number, halves rounded up, but {@link Rates#NEVER_NANOS} at most. */
  long toNanos() {
    DoubleDouble half = plus(0.5);
    double floor = Math.floor(half.high);
    long nanos = (long) floor + (floor == half.high ? (long) Math.floor(half.low) : 0);
    return Math.min(nanos, Rates.NEVER_NANOS);
  }
}
