package io.kvbench.runner.suite;

import io.kvbench.core.setting.Shares;
import io.kvbench.results.statistics.StoppingRule;
import java.util.Collections;

/**
 * The required precision of a median, as the width of its interval.
 *
 * @param share half of its width, as a part of 1 of the median
 */
record Precision(double share) {
  private static final String FORM = "ci<";
  private static final double LEVEL = 0.95;

  /**
   * Reads {@code ci<2%}.
   *
   * @throws IllegalArgumentException if the text has another form
   */
  static Precision parse(String text) {
    String plain = text.replace(" ", "");
    double share = plain.startsWith(FORM) ? Shares.parse(plain.substring(FORM.length())) : 0;
    if (share <= 0) {
      throw new IllegalArgumentException(text);
    }
    return new Precision(share);
  }

  /** Returns the rule that stops at this precision. */
  StoppingRule rule(int least, int most) {
    return new StoppingRule(share, Math.max(2, least), most, LEVEL);
  }

  /** Returns whether so many runs are enough for any interval at all. */
  boolean isPossible(int least, int most) {
    double[] equal = Collections.nCopies(most, 1.0).stream().mapToDouble(one -> one).toArray();
    return rule(least, most).decide(equal).verdict() == StoppingRule.Verdict.PRECISE;
  }
}
