package io.kvbench.core.server;

import java.math.BigDecimal;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A parser of Go's durations: {@code 1.5s}, {@code 130.1ms}, {@code 1m2.3s}. */
public final class GoDuration {
  private static final Pattern PART =
      Pattern.compile("(\\d{1,9}(?:\\.\\d{1,12})?)(h|ms|m|s|us|µs|ns)");

  private GoDuration() {}

  /** Returns the nanoseconds; empty if the text is not a duration. */
  public static OptionalLong nanos(String text) {
    Matcher matcher = PART.matcher(text);
    BigDecimal sum = BigDecimal.ZERO;
    int end = 0;
    while (end < text.length() && matcher.find(end) && matcher.start() == end) {
      sum = sum.add(new BigDecimal(matcher.group(1)).multiply(unit(matcher.group(2))));
      end = matcher.end();
    }
    return end == 0 || end < text.length()
        ? OptionalLong.empty()
        : OptionalLong.of(sum.longValue());
  }

  private static BigDecimal unit(String name) {
    return BigDecimal.valueOf(
        switch (name) {
          case "h" -> 3_600_000_000_000L;
          case "m" -> 60_000_000_000L;
          case "s" -> 1_000_000_000L;
          case "ms" -> 1_000_000L;
          case "ns" -> 1L;
          default -> 1_000L;
        });
  }
}
