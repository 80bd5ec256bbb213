package io.kvbench.runner.run.network;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A bandwidth: bytes per second in one direction, in whole kilobytes of 1000 bytes.
 *
 * @param kilobytes per second; 0 for no limit
 */
record Bandwidth(long kilobytes) {
  static final String ACCEPTS =
      "unlimited, or a rate of 1kB/s to 10GB/s, in kB/s, MB/s, GB/s, kbit/s, Mbit/s or Gbit/s,"
          + " as in 1MB/s";

  static final Bandwidth UNLIMITED = new Bandwidth(0);
  static final long MOST = 10_000_000;
  private static final Pattern FORM =
      Pattern.compile("(\\d{1,9}(?:\\.\\d{1,6})?)\\s*([kmg])(b|byte|bytes|bit)/s");

  /**
   * Reads a rate as users write it.
   *
   * @throws IllegalArgumentException if the text is none
   */
  static Bandwidth parse(String text) {
    String small = text.toLowerCase(Locale.ROOT);
    if (small.equals("unlimited")) {
      return UNLIMITED;
    }
    Matcher matcher = FORM.matcher(small);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(text);
    }
    BigDecimal kilobytes =
        new BigDecimal(matcher.group(1))
            .multiply(BigDecimal.valueOf(thousands(matcher.group(2))))
            .divide(BigDecimal.valueOf(matcher.group(3).equals("bit") ? 8 : 1));
    try {
      long whole = kilobytes.longValueExact();
      if (whole >= 1 && whole <= MOST) {
        return new Bandwidth(whole);
      }
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(text, e);
    }
    throw new IllegalArgumentException(text);
  }

  private static long thousands(String prefix) {
    return switch (prefix) {
      case "k" -> 1;
      case "m" -> 1_000;
      default -> 1_000_000;
    };
  }

  boolean isLimited() {
    return kilobytes > 0;
  }

  long bytesPerSecond() {
    return kilobytes * 1_000;
  }

  @Override
  public String toString() {
    return isLimited() ? text(bytesPerSecond()) : "unlimited";
  }

  /** Returns a rate in the unit that fits it. */
  static String text(double bytesPerSecond) {
    double kilobytes = bytesPerSecond / 1e3;
    if (kilobytes < 1e3) {
      return number(kilobytes) + " kB/s";
    }
    return kilobytes < 1e6 ? number(kilobytes / 1e3) + " MB/s" : number(kilobytes / 1e6) + " GB/s";
  }

  private static String number(double value) {
    return BigDecimal.valueOf(Math.round(value * 100), 2).stripTrailingZeros().toPlainString();
  }
}
