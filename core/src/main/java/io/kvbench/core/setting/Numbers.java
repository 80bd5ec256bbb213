package io.kvbench.core.setting;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A parser of numbers as users write them: {@code 10000}, {@code 10_000}, {@code 10k}, {@code 1.5M}
 * or {@code 1e6}. The suffixes k, M and G are powers of 1000.
 */
final class Numbers {

  private static final Pattern WHOLE =
      Pattern.compile("(\\d[\\d_]*)(?:(\\.\\d+)?(?:([kKMG])|[eE]\\+?(\\d{1,2})))?");
  private static final Pattern WITH_UNIT = Pattern.compile("\\d[\\d_.]*\\s*[a-zA-Z]+");
  private static final Pattern PER_SECOND = Pattern.compile("(\\S+?)\\s*/\\s*s(ec|econd)?");
  private static final String SUFFIXES =
      "the suffixes k, M and G are powers of 1000, as in 10k or 1.5M";

  private Numbers() {}

  /**
   * Parses a whole number.
   *
   * @throws IllegalArgumentException if it is not one, or does not fit a {@code long}
   */
  static long whole(String text) {
    Matcher matcher = WHOLE.matcher(text);
    if (!matcher.matches()) {
      throw unreadable(text);
    }
    String fraction = matcher.group(2) == null ? "" : matcher.group(2);
    String exponent = matcher.group(4) == null ? "0" : matcher.group(4);
    BigDecimal digits = new BigDecimal(matcher.group(1).replace("_", "") + fraction);
    int zeros = matcher.group(3) == null ? Integer.parseInt(exponent) : zeros(matcher.group(3));
    try {
      return digits.scaleByPowerOfTen(zeros).longValueExact();
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(text, e);
    }
  }

  /**
   * Parses a decimal number.
   *
   * @throws IllegalArgumentException if it is not one
   */
  static double decimal(String text) {
    int last = text.length() - 1;
    boolean suffix = last > 0 && "kKMG".indexOf(text.charAt(last)) >= 0;
    try {
      return suffix
          ? new BigDecimal(text.substring(0, last))
              .scaleByPowerOfTen(zeros(text.substring(last)))
              .doubleValue()
          : Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw unreadable(text);
    }
  }

  private static int zeros(String suffix) {
    return switch (suffix) {
      case "k", "K" -> 3;
      case "M" -> 6;
      default -> 9;
    };
  }

  private static IllegalArgumentException unreadable(String text) {
    Matcher rate = PER_SECOND.matcher(text);
    if (rate.matches()) {
      return new UnreadableException("write it without the unit: " + rate.group(1));
    }
    return WITH_UNIT.matcher(text).matches()
        ? new UnreadableException(SUFFIXES)
        : new IllegalArgumentException(text);
  }
}
