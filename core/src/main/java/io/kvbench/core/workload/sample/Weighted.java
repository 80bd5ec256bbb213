package io.kvbench.core.workload.sample;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A weighted choice among indexes from 0 on, each with a probability in proportion to its weight.
 * Weights need not sum to one.
 */
public final class Weighted {
  private final double[] cumulative;

  /** Creates a choice from weights that are all positive; at least one. */
  public Weighted(double[] weights) {
    cumulative = weights.clone();
    Arrays.parallelPrefix(cumulative, Double::sum);
  }

  /** Draws an index; with a single index, uses no random number. */
  public int draw(SplittableRandom random) {
    if (cumulative.length == 1) {
      return 0;
    }
    double point = random.nextDouble() * cumulative[cumulative.length - 1];
    int found = Arrays.binarySearch(cumulative, point);
    return Math.min(cumulative.length - 1, found >= 0 ? found + 1 : -found - 1);
  }
}
