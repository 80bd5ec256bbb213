package io.kvbench.core.workload.sample;

import java.util.SplittableRandom;

/**
 * Random variates of continuous distributions, reproducible for the same generator on every
 * machine: the JDK's own methods and fast logarithms need not be.
 */
public final class Variates {
  private Variates() {}

  /** Returns a number from the exponential distribution with mean 1, by inversion. */
  public static double exponential(SplittableRandom random) {
    return -StrictMath.log(1 - random.nextDouble()); // never of 0: nextDouble is below 1
  }

  /** Returns a standard normal number, one of a pair by Marsaglia's polar method (1964). */
  public static double normal(SplittableRandom random) {
    while (true) {
      double x = 2 * random.nextDouble() - 1;
      double y = 2 * random.nextDouble() - 1;
      double square = x * x + y * y;
      if (square < 1 && square > 0) {
        return x * StrictMath.sqrt(-2 * StrictMath.log(square) / square);
      }
    }
  }

  /**
   * Returns a number from the gamma distribution with scale 1.
   *
   * @param shape at least 1
   */
  public static double gamma(double shape, SplittableRandom random) {
    return (shape - 1.0 / 3) * cube(shape, random);
  }

  /**
   * Returns a number from the beta distribution whose two parameters are {@code shape}: one gamma
   * number's share of two.
   *
   * @param shape at least 1
   */
  public static double symmetricBeta(double shape, SplittableRandom random) {
    double one = cube(shape, random);
    double other = cube(shape, random);
    return one / (one + other);
  }

  /**
   * Marsaglia and Tsang, "A simple method for generating gamma variables", ACM Transactions on
   * Mathematical Software 26 (2000): with {@code d = shape - 1/3} and {@code t = x / sqrt(9 d)} of
   * a normal {@code x}, {@code d (1 + t)^3} is a gamma number if accepted. In the condition {@code
   * log u < x^2/2 + d - d v + d log v}, {@code v = (1 + t)^3}, the large terms are written such
   * that they cancel before they are rounded.
   */
  private static double cube(double shape, SplittableRandom random) {
    double d = shape - 1.0 / 3;
    double c = 1 / StrictMath.sqrt(9 * d);
    while (true) {
      double x = normal(random);
      double t = c * x;
      if (t <= -1) {
        continue;
      }
      double v = (1 + t) * (1 + t) * (1 + t);
      double u = 1 - random.nextDouble();
      double square = x * x;
      if (u < 1 - 0.0331 * square * square) {
        return v;
      }
      double bound = square / 2 + d * (3 * (StrictMath.log1p(t) - t) - t * t * (3 + t));
      if (StrictMath.log(u) < bound) {
        return v;
      }
    }
  }
}
