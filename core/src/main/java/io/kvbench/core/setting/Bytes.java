package io.kvbench.core.setting;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A parser and formatter of amounts of bytes as users write them: {@code 512MB} is 512,000,000,
 * {@code 512MiB} and, as with Docker, {@code 512m} are 512 times 1024 times 1024.
 */
public final class Bytes {
  /** The accepted units, for messages. */
  public static final String UNITS = "in kB, MB, GB, KiB, MiB, GiB, or as with Docker (m, g)";

  private static final Pattern FORM =
      Pattern.compile("(\\d{1,12}(?:\\.\\d{1,6})?)\\s*([a-z]{1,3})");
  private static final Map<String, Long> FACTORS =
      Map.of(
          "b", 1L,
          "kb", 1_000L,
          "mb", 1_000_000L,
          "gb", 1_000_000_000L,
          "kib", 1L << 10,
          "k", 1L << 10,
          "mib", 1L << 20,
          "m", 1L << 20,
          "gib", 1L << 30,
          "g", 1L << 30);

  private Bytes() {}

  /**
   * Parses an amount.
   *
   * @throws IllegalArgumentException if the text is not an amount of whole bytes
   */
  public static long parse(String text) {
    Matcher matcher = FORM.matcher(text.toLowerCase(Locale.ROOT));
    if (!matcher.matches() || !FACTORS.containsKey(matcher.group(2))) {
      throw new IllegalArgumentException(text);
    }
    try {
      return new BigDecimal(matcher.group(1))
          .multiply(BigDecimal.valueOf(FACTORS.get(matcher.group(2))))
          .longValueExact();
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(text, e);
    }
  }

  /** Formats an amount in the unit in which it is shortest, such as {@code 100 MiB}. */
  public static String text(long bytes) {
    if (bytes >= 1L << 20 && bytes % (1L << 20) == 0) {
      return bytes % (1L << 30) == 0 ? (bytes >> 30) + " GiB" : (bytes >> 20) + " MiB";
    }
    if (bytes >= 1_000_000_000) {
      return number(bytes, 9) + " GB";
    }
    return bytes >= 1_000_000 ? number(bytes, 6) + " MB" : number(bytes, 3) + " kB";
  }

  private static String number(long bytes, int zeros) {
    return BigDecimal.valueOf(Math.round(bytes / Math.pow(10, zeros) * 100), 2)
        .stripTrailingZeros()
        .toPlainString();
  }
}
