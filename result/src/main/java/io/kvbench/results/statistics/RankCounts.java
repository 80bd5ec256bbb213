package io.kvbench.results.statistics;

/**
 * The exact distributions of three rank statistics where nothing is to be found. Each array has the
 * probability of the value 0 first, then of 1, and so on.
 */
final class RankCounts {
  private RankCounts() {}

  /**
   * Returns the distribution of the Mann-Whitney statistic of two groups. The number of ways to get
   * a value is a coefficient of a Gaussian binomial: the product of (1 - q^(n+j)) / (1 - q^j).
   */
  static double[] rankSum(int first, int second) {
    double[] chances = new double[first * second + 1];
    chances[0] = 1;
    int reached = chances.length - 1;
    for (int group = 1; group <= first; group++) {
      for (int value = reached; value >= second + group; value--) {
        chances[value] -= chances[value - second - group];
      }
      for (int value = group; value <= reached; value++) {
        chances[value] += chances[value - group];
      }
    }
    // The upper half mirrors the lower one, which is the more exact.
    for (int value = 0; value < chances.length / 2; value++) {
      chances[reached - value] = chances[value];
    }
    double all = 0;
    for (double ways : chances) {
      all += ways;
    }
    for (int value = 0; value < chances.length; value++) {
      chances[value] /= all;
    }
    return chances;
  }

  /** Returns the distribution of the signed-rank statistic: each rank counts or does not. */
  static double[] signedRank(int pairs) {
    double[] chances = new double[pairs * (pairs + 1) / 2 + 1];
    chances[0] = 1;
    for (int rank = 1; rank <= pairs; rank++) {
      for (int value = rank * (rank + 1) / 2; value >= 0; value--) {
        chances[value] = (chances[value] + (value >= rank ? chances[value - rank] : 0)) / 2;
      }
    }
    return chances;
  }

  /** Returns the distribution of the number of inversions in a permutation. */
  static double[] inversions(int count) {
    double[] chances = new double[count * (count - 1) / 2 + 1];
    chances[0] = 1;
    for (int size = 2; size <= count; size++) {
      double[] before = chances.clone();
      double window = 0;
      for (int value = 0; value < chances.length; value++) {
        window += before[value] - (value >= size ? before[value - size] : 0);
        chances[value] = Math.max(0, window) / size;
      }
    }
    return chances;
  }

  /**
   * Returns how many values to cut off at either end of all sorted pairs' values, so that the rest
   * is a confidence interval.
   *
   * @param chances a symmetric distribution
   * @return 0 where even the smallest and the largest do not reach the level
   */
  static int trimmed(double[] chances, double level) {
    double tail = 0;
    int value = 0;
    while (value < chances.length / 2 && tail + chances[value] <= (1 - level) / 2 + 1e-12) {
      tail += chances[value];
      value++;
    }
    return value;
  }

  /** Returns the level of the interval that {@code trimmed} gives; 1 value is always cut off. */
  static double level(double[] chances, int trimmed) {
    double tail = 0;
    for (int value = 0; value < Math.max(1, trimmed); value++) {
      tail += chances[value];
    }
    return Math.max(0, 1 - 2 * tail);
  }
}
