package io.kvbench.core.workload;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Indexes from 0 on, each with a probability in proportion to its weight. Weights need not sum to
 * one.
 */
final class Weighted {
  private final double[] cumulative;

  /** Takes weights that are all more than 0; at least one. */
  Weighted(double[] weights) {
    cumulative = weights.clone();
    Arrays.parallelPrefix(cumulative, Double::sum);
  }

  /** Draws an index; of one there is no choice, and no random number is spent on it. */
  int draw(SplittableRandom random) {
    if (cumulative.length == 1) {
      return 0;
    }
    double point = random.nextDouble() * cumulative[cumulative.length - 1];
    int found = Arrays.binarySearch(cumulative, point);
    return Math.min(cumulative.length - 1, found >= 0 ? found + 1 : -found - 1);
  }
}
