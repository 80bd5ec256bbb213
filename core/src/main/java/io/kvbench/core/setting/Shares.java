package io.kvbench.core.setting;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A parser of shares of a whole as users write them. */
public final class Shares {
  private static final Pattern FORM = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*(%?)");

  private Shares() {}

  /**
   * Parses a share in per cent, with its sign, or as a number.
   *
   * @return from 0 to 1
   * @throws IllegalArgumentException if the text is neither, or more than the whole
   */
  public static double parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(text);
    }
    BigDecimal number = new BigDecimal(matcher.group(1));
    BigDecimal share = matcher.group(2).isEmpty() ? number : number.movePointLeft(2);
    if (share.compareTo(BigDecimal.ONE) > 0) {
      throw new IllegalArgumentException(text);
    }
    return share.doubleValue();
  }
}
