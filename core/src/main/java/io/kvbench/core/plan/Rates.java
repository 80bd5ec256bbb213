package io.kvbench.core.plan;

import io.kvbench.core.setting.Setting;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.time.Duration;
import java.util.Locale;

/** Checks, units and formats of arrival rates and of their times. */
public final class Rates {
  static final double NANOS_PER_SECOND = 1e9;

  /** The time of all arrivals in more than a century; it can still be added to a clock. */
  static final long NEVER_NANOS = Long.MAX_VALUE / 2;

  /** The max rate that a setting accepts. */
  static final double MAX_PER_SECOND = 1e9;

  private static final Setting<Double> ANY = setting("rate", "A rate.");

  private Rates() {}

  /** A setting of a rate from 0 to {@link #MAX_PER_SECOND}. */
  static Setting<Double> setting(String name, String description) {
    return Setting.decimal(name, 0, MAX_PER_SECOND, description);
  }

  /** Returns the rate, checked to be positive. */
  static double positive(double perSecond) {
    if (!(perSecond > 0 && perSecond < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("a rate of " + perSecond + " arrivals per second");
    }
    return perSecond;
  }

  /** Returns the rate, checked not to be negative. */
  static double notNegative(double perSecond) {
    if (!(perSecond >= 0 && perSecond < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("a rate of " + perSecond + " arrivals per second");
    }
    return perSecond;
  }

  /** Returns the length, checked to be positive. */
  static Duration positive(Duration length) {
    if (!length.isPositive()) {
      throw new IllegalArgumentException("a length of " + length);
    }
    return length;
  }

  /** Returns the nanoseconds of a duration, capped at {@link #NEVER_NANOS}. */
  static long nanos(Duration duration) {
    return duration.compareTo(Duration.ofNanos(NEVER_NANOS)) < 0 ? duration.toNanos() : NEVER_NANOS;
  }

  /** Parses a rate from 0 to {@link #MAX_PER_SECOND}. */
  static double parse(String text) {
    return ANY.parser().apply(text);
  }

  /** Formats a rate, as in {@code 1,000/s}, the same in every locale. */
  public static String words(double perSecond) {
    DecimalFormat format =
        new DecimalFormat("#,##0.#########", DecimalFormatSymbols.getInstance(Locale.ROOT));
    return format.format(BigDecimal.valueOf(perSecond)) + "/s";
  }

  /** Formats a length, as in {@code 60 s}, {@code 6.667 s} or {@code 10 ms}. */
  static String words(Duration length) {
    long nanos = nanos(length);
    if (nanos < 1_000_000) {
      return words(nanos, 3, "us");
    }
    return nanos < 1_000_000_000 ? words(nanos, 6, "ms") : words(nanos, 9, "s");
  }

  private static String words(long nanos, int decimals, String unit) {
    BigDecimal number = BigDecimal.valueOf(nanos, decimals).setScale(3, RoundingMode.HALF_UP);
    return number.stripTrailingZeros().toPlainString() + " " + unit;
  }
}
