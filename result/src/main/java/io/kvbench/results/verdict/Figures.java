package io.kvbench.results.verdict;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/**
 * Figures in reasons: four digits, so that what is just beyond a limit does not look equal to it.
 */
final class Figures {
  private static final MathContext DIGITS = new MathContext(4);

  private Figures() {}

  static String share(double share) {
    return number(share * 100) + " %";
  }

  static String time(double nanos) {
    double size = Math.abs(nanos);
    if (size >= 1e9) {
      return number(nanos / 1e9) + " s";
    }
    return size >= 1e6
        ? number(nanos / 1e6) + " ms"
        : size >= 1e3 || nanos == 0 ? number(nanos / 1e3) + " µs" : number(nanos) + " ns";
  }

  static String bytes(double bytes) {
    if (bytes >= 1L << 30) {
      return number(bytes / (1L << 30)) + " GiB";
    }
    return bytes >= 1L << 20
        ? number(bytes / (1L << 20)) + " MiB"
        : bytes >= 1L << 10 ? number(bytes / (1L << 10)) + " KiB" : number(bytes) + " B";
  }

  static String number(double number) {
    if (Math.abs(number) >= 1_000) {
      return String.format(Locale.ROOT, "%,.0f", number);
    }
    BigDecimal rounded = BigDecimal.valueOf(number).round(DIGITS);
    return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }

  static String count(long count, String thing) {
    return number(count) + " " + thing + (count == 1 ? "" : "s");
  }
}
