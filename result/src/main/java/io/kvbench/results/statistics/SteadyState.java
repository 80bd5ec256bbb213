package io.kvbench.results.statistics;

/**
 * The end of the warm-up in a series, such as the rates of the seconds of a phase: the point from
 * which on the mean has the smallest standard error. That is the heuristic MSER-5: K. P. White, "An
 * Effective Truncation Heuristic for Bias Reduction in Simulation Output", Simulation 69 (1997),
 * 323-334; K. P. White, M. J. Cobb and S. C. Spratt, "A Comparison of Five Steady-State Truncation
 * Heuristics for Simulation", Proceedings of the 2000 Winter Simulation Conference, 755-760.
 *
 * @param start the index of the first value after the warm-up; a multiple of the size of a batch
 * @param isReached whether that is in the first half of the series; otherwise the series does not
 *     show a steady state, and {@code start} is its middle
 */
public record SteadyState(int start, boolean isReached) {
  /** Values in a batch. */
  public static final int BATCH = 5;

  /** The minimum number of values: ten batches. */
  public static final int FEWEST = 10 * BATCH;

  /**
   * Finds the steady state of a series.
   *
   * @param series with fewer than {@value #FEWEST} values, batches are smaller, down to one value
   */
  public static SteadyState of(double... series) {
    int batch = Math.clamp(series.length / 10, 1, BATCH);
    double[] means = means(series, batch);
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    // The last few batches can be equal by chance, and then look like the best.
    for (int start = 0; start <= means.length / 2; start++) {
      double error = squaredError(means, start);
      if (error < least) {
        least = error;
        best = start;
      }
    }
    return new SteadyState(best * batch, means.length < 2 || best < means.length / 2);
  }

  private static double[] means(double[] series, int batch) {
    double[] means = new double[series.length / batch];
    for (int index = 0; index < means.length * batch; index++) {
      means[index / batch] += series[index] / batch;
    }
    return means;
  }

  private static double squaredError(double[] means, int start) {
    int count = means.length - start;
    double mean = 0;
    for (int index = start; index < means.length; index++) {
      mean += means[index] / count;
    }
    double squares = 0;
    for (int index = start; index < means.length; index++) {
      squares += (means[index] - mean) * (means[index] - mean);
    }
    return squares / ((double) count * count);
  }
}
