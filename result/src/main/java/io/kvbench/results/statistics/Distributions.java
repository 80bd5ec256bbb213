package io.kvbench.results.statistics;

import java.util.function.DoubleUnaryOperator;

/**
 * Distribution functions and their inverses, to about 12 digits. The formulas are those of the NIST
 * Digital Library of Mathematical Functions, https://dlmf.nist.gov.
 */
final class Distributions {
  private static final double TINY = 1e-300;
  private static final int MOST_TERMS = 10_000;

  /** Bernoulli's numbers B(2k) / (2k (2k - 1)) of Stirling's series, DLMF 5.11.1. */
  private static final double[] STIRLING = {
    1.0 / 12, -1.0 / 360, 1.0 / 1260, -1.0 / 1680, 1.0 / 1188, -691.0 / 360_360, 1.0 / 156
  };

  private Distributions() {}

  /**
   * Returns the share of the standard normal distribution below a value, by the series of G.
   * Marsaglia, "Evaluating the Normal Distribution", Journal of Statistical Software 11 (2004).
   */
  static double normal(double value) {
    if (Math.abs(value) > 8) {
      return value > 0 ? 1 : 0;
    }
    double term = value;
    double sum = value;
    for (int odd = 3; odd < MOST_TERMS && Math.abs(term) > 1e-18 * Math.abs(sum); odd += 2) {
      term *= value * value / odd;
      sum += term;
    }
    return 0.5 + sum * Math.exp(-value * value / 2) / Math.sqrt(2 * Math.PI);
  }

  /** Returns the value with a given share of the standard normal distribution below it. */
  static double normalQuantile(double share) {
    return inverse(Distributions::normal, share, -8, 8);
  }

  /** Returns the value with a given share of Student's t distribution below it. */
  static double studentQuantile(double share, int degrees) {
    double most = 1e6;
    return inverse(value -> student(value, degrees), share, -most, most);
  }

  private static double student(double value, int degrees) {
    double tail = beta(degrees / (degrees + value * value), degrees / 2.0, 0.5) / 2;
    return value > 0 ? 1 - tail : tail;
  }

  /**
   * Returns the regularised incomplete beta function, by the continued fraction of DLMF 8.17.22.
   */
  static double beta(double x, double a, double b) {
    if (x <= 0 || x >= 1) {
      return x <= 0 ? 0 : 1;
    }
    if (x > (a + 1) / (a + b + 2)) {
      return 1 - beta(1 - x, b, a);
    }
    double logFactor =
        logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x);
    return Math.exp(logFactor) / a / fraction(x, a, b);
  }

  /** The continued fraction 1 + d1 / (1 + d2 / (1 + ...)), by Lentz's method (DLMF 3.10). */
  private static double fraction(double x, double a, double b) {
    double value = 1;
    double c = 1;
    double d = 0;
    for (int index = 1; index < MOST_TERMS; index++) {
      int m = index / 2;
      double term =
          index % 2 == 0
              ? m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
              : -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
      d = 1 / notZero(1 + term * d);
      c = notZero(1 + term / c);
      value *= c * d;
      if (Math.abs(c * d - 1) < 1e-15) {
        return value;
      }
    }
    return value;
  }

  private static double notZero(double value) {
    return Math.abs(value) < TINY ? TINY : value;
  }

  /** Returns the logarithm of the gamma function of a positive value. */
  private static double logGamma(double value) {
    double shifted = value;
    double product = 0;
    while (shifted < 15) {
      product += Math.log(shifted);
      shifted++;
    }
    double power = shifted;
    double series = 0;
    for (double coefficient : STIRLING) {
      series += coefficient / power;
      power *= shifted * shifted;
    }
    return (shifted - 0.5) * Math.log(shifted)
        - shifted
        + Math.log(2 * Math.PI) / 2
        + series
        - product;
  }

  /** Returns where an increasing function has a value, by bisection. */
  static double inverse(DoubleUnaryOperator function, double value, double low, double high) {
    double below = low;
    double above = high;
    while (true) {
      double middle = below + (above - below) / 2;
      if (middle <= below || middle >= above) {
        return middle;
      }
      if (function.applyAsDouble(middle) < value) {
        below = middle;
      } else {
        above = middle;
      }
    }
  }
}
