package io.kvbench.core.setting;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A parser of durations as users write them. */
public final class Durations {
  private static final Pattern FORM = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*(ns|us|ms|s|m|h)");

  private Durations() {}

  /**
   * Parses a number with its unit.
   *
   * @throws IllegalArgumentException if the text is not a number followed by ns, us, ms, s, m or h,
   *     or is out of range
   */
  public static Duration parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(text);
    }
    try {
      return Duration.ofNanos(
          new BigDecimal(matcher.group(1)).multiply(unitNanos(matcher.group(2))).longValueExact());
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(text, e);
    }
  }

  private static BigDecimal unitNanos(String unit) {
    return BigDecimal.valueOf(
        switch (unit) {
          case "ns" -> 1L;
          case "us" -> 1_000L;
          case "ms" -> 1_000_000L;
          case "s" -> 1_000_000_000L;
          case "m" -> 60_000_000_000L;
          case "h" -> 3_600_000_000_000L;
          default -> throw new IllegalArgumentException(unit);
        });
  }
}
