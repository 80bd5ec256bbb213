package io.kvbench.results.figure;

/** The direction in which a figure improves. */
public enum Better {
  MORE("more is better"),
  LESS("higher is worse"),
  /** Neither, or the name says it. */
  UNSAID("");

  private final String words;

  Better(String words) {
    this.words = words;
  }

  public String words() {
    return words;
  }

  /** Returns whether a whole range of changes, as parts of 1, is worse by more than a tolerance. */
  public boolean isWorse(double low, double high, double tolerance) {
    return this == MORE ? high < -tolerance : this == LESS && low > tolerance;
  }
}
