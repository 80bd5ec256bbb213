package io.kvbench.results.verdict;

/** The relation of a figure to its threshold. */
enum ThresholdOperator {
  BELOW("<", "below"),
  AT_MOST("<=", "at most"),
  ABOVE(">", "above"),
  AT_LEAST(">=", "at least");

  private final String sign;
  private final String words;

  ThresholdOperator(String sign, String words) {
    this.sign = sign;
    this.words = words;
  }

  String sign() {
    return sign;
  }

  String words() {
    return words;
  }

  boolean holds(double observed, double threshold) {
    return switch (this) {
      case BELOW -> observed < threshold;
      case AT_MOST -> observed <= threshold;
      case ABOVE -> observed > threshold;
      case AT_LEAST -> observed >= threshold;
    };
  }
}
