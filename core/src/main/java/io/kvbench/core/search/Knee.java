package io.kvbench.core.search;

import java.util.Arrays;

/**
 * The posterior distribution, given the probes, of the knee, the rate that half of the probes pass,
 * over a grid of its logarithm. A probe at rate {@code r} passes with probability
 *
 * <pre>g + (1 - g - m) / (1 + exp((ln r - t) / s))</pre>
 *
 * for a knee at {@code exp(t)}. The noise {@code s} and the share {@code m} of probes that fail at
 * any rate are unknown: the posterior is averaged over a few values of both, each with a prior
 * weight. The share {@code g} of probes that pass at any rate is fixed and small.
 *
 * <p>This is the estimate of a threshold from yes-no trials of psychophysics: A. B. Watson and D.
 * G. Pelli, "QUEST: A Bayesian adaptive psychometric method", Perception &amp; Psychophysics 33,
 * 1983; with the nuisance parameters averaged out as by N. Prins, "The psi-marginal adaptive
 * method", Journal of Vision 13(7), 2013. For one thread.
 */
final class Knee {
  private static final double FALSE_PASS = 0.01;

  /**
   * Standard deviations of 0.9, 3.6 and 11 per cent of the rate. Assuming more noise than most
   * stores have costs some probes, but assuming less makes the intervals of noisy ones too narrow.
   */
  private static final double[] NOISE = {0.005, 0.02, 0.06};

  private static final double[] NOISE_WEIGHT = {0.3, 0.4, 0.3};
  private static final double[] FALSE_FAIL = {0.02, 0.1};
  private static final double[] FALSE_FAIL_WEIGHT = {0.7, 0.3};

  private final double first;
  private final double step;
  private final int points;

  /** By noise, false failures and knee. */
  private final double[][] logWeights;

  /**
   * Creates a uniform distribution over a range.
   *
   * @param low the lowest possible knee
   * @param high the highest
   * @param step the distance of the grid's points as a share of the rate
   */
  Knee(double low, double high, double step) {
    first = Math.log(low);
    this.step = step;
    points = (int) Math.ceil((Math.log(high) - first) / step) + 1;
    logWeights = new double[NOISE.length * FALSE_FAIL.length][points];
    for (int model = 0; model < logWeights.length; model++) {
      Arrays.fill(
          logWeights[model],
          Math.log(
              NOISE_WEIGHT[model / FALSE_FAIL.length]
                  * FALSE_FAIL_WEIGHT[model % FALSE_FAIL.length]));
    }
  }

  void add(double rate, boolean passed) {
    double x = Math.log(rate);
    for (int model = 0; model < logWeights.length; model++) {
      double noise = NOISE[model / FALSE_FAIL.length];
      double span = 1 - FALSE_PASS - FALSE_FAIL[model % FALSE_FAIL.length];
      double[] weights = logWeights[model];
      for (int point = 0; point < points; point++) {
        double pass = FALSE_PASS + span / (1 + Math.exp((x - first - point * step) / noise));
        weights[point] += Math.log(passed ? pass : 1 - pass);
      }
    }
  }

  /** Returns the cumulative distribution over the points of the grid; the last is 1. */
  private double[] cumulative() {
    double largest = Arrays.stream(logWeights).flatMapToDouble(Arrays::stream).max().orElseThrow();
    double[] sums = new double[points];
    double sum = 0;
    for (int point = 0; point < points; point++) {
      for (double[] weights : logWeights) {
        sum += Math.exp(weights[point] - largest);
      }
      sums[point] = sum;
    }
    double all = sum;
    return Arrays.stream(sums).map(each -> each / all).toArray();
  }

  /** Returns quantiles of the knee, as rates. */
  double[] quantiles(double... probabilities) {
    double[] cumulative = cumulative();
    return Arrays.stream(probabilities).map(p -> quantile(cumulative, p)).toArray();
  }

  /** Each grid point stands for the interval from half a step below it to half a step above. */
  private double quantile(double[] cumulative, double probability) {
    int point = 0;
    while (point < points - 1 && cumulative[point] < probability) {
      point++;
    }
    double before = point == 0 ? 0 : cumulative[point - 1];
    double own = cumulative[point] - before;
    double part = own <= 0 ? 0.5 : Math.clamp((probability - before) / own, 0, 1);
    return Math.exp(first + (point - 0.5 + part) * step);
  }
}
