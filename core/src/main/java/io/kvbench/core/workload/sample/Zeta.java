package io.kvbench.core.workload.sample;

/**
 * Sums of {@code i^-theta}, the normalising constant of a zipfian distribution.
 *
 * <p>The first {@value #EXACT} terms are added one by one. The sum over {@code (a, b]} beyond them
 * is computed by the Euler-Maclaurin formula with {@code f(x) = x^-theta}:
 *
 * <pre>  integral of f from a to b + (f(b) - f(a)) / 2 + (f'(b) - f'(a)) / 12
 *      - (f'''(b) - f'''(a)) / 720 + R</pre>
 *
 * whose remainder is at most the next term, {@code |R| <= |f^(5)(a)| / 30240 < 1e-25} for {@code a
 * >= 10000} and {@code 0 < theta < 1}. The remaining error is rounding: results are within 1e-11 of
 * the true sum, and a billion items cost no more than ten thousand.
 */
final class Zeta {
  static final int EXACT = 10_000;
  private static final int FEW = 100;

  private Zeta() {}

  /** Returns the sum of {@code i^-theta} for i from 1 to {@code items}. */
  static double of(long items, double theta) {
    return between(0, items, theta);
  }

  /** Returns the sum of {@code i^-theta} for i from {@code from + 1} to {@code to}. */
  static double between(long from, long to, double theta) {
    long exactTo = to - from <= FEW ? to : Math.min(to, Math.max(from, EXACT));
    double sum = 0;
    for (long i = exactTo; i > from; i--) {
      sum += Math.pow(i, -theta);
    }
    return exactTo < to ? sum + tail(exactTo, to, theta) : sum;
  }

  private static double tail(double a, double b, double theta) {
    double power = 1 - theta;
    double integral = Math.pow(a, power) * Math.expm1(power * Math.log(b / a)) / power;
    double ends = Math.pow(b, -theta) - Math.pow(a, -theta);
    double first = -theta * (Math.pow(b, -theta - 1) - Math.pow(a, -theta - 1));
    double third =
        -theta * (theta + 1) * (theta + 2) * (Math.pow(b, -theta - 3) - Math.pow(a, -theta - 3));
    return integral + ends / 2 + first / 12 - third / 720;
  }
}
