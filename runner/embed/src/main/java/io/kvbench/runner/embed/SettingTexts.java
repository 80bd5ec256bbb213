package io.kvbench.runner.embed;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Values in the syntax of settings. */
final class SettingTexts {
  private static final long[] UNIT_NANOS = {1_000_000_000, 1_000_000, 1_000, 1};
  private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);
  private static final String[] UNITS = {"s", "ms", "us", "ns"};

  private SettingTexts() {}

  /**
   * Returns a duration in the largest unit in which it is a whole number; one of more than 292
   * years in seconds, which no setting accepts.
   */
  static String of(Duration time) {
    if (time.abs().compareTo(LONGEST) > 0) {
      return time.toSeconds() + "s";
    }
    long nanos = time.toNanos();
    int unit = 0;
    while (nanos % UNIT_NANOS[unit] != 0) {
      unit++;
    }
    return nanos / UNIT_NANOS[unit] + UNITS[unit];
  }

  /**
   * Returns a number without an exponent; NaN and infinities stay as they are, and are rejected
   * later.
   */
  static String of(double number) {
    return Double.isFinite(number)
        ? new BigDecimal(Double.toString(number)).stripTrailingZeros().toPlainString()
        : Double.toString(number);
  }

  static String of(double... numbers) {
    return Arrays.stream(numbers).mapToObj(SettingTexts::of).collect(Collectors.joining(","));
  }

  /** Returns a share from 0 to 1 in per cent. */
  static String percent(double share) {
    return Double.isFinite(share)
        ? BigDecimal.valueOf(share).movePointRight(2).stripTrailingZeros().toPlainString() + "%"
        : Double.toString(share);
  }
}
