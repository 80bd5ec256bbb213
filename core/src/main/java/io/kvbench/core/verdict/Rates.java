package io.kvbench.core.verdict;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoublePredicate;
import java.util.stream.DoubleStream;

/** Rates of seconds in their order, with statistics that single outliers do not move. */
final class Rates {
  /** What makes the median absolute deviation of a normal distribution its standard deviation. */
  private static final double NORMAL = 1.4826;

  /** The least share of the seconds that is a mode. */
  private static final double LEAST_MODE = 0.15;

  /** The largest share of the seconds that may lie between two modes. */
  private static final double MOST_BETWEEN = 0.1;

  /** A mode reaches so far, of the distance to the other. */
  private static final double REACH = 0.3;

  /** The least distance of two modes, in their own spreads. */
  private static final double APART = 5;

  private final double[] values;

  private Rates(double[] values) {
    this.values = values;
  }

  /** Two accumulations of rates; shares of all seconds. */
  record Modes(double low, double lowShare, double high, double highShare) {}

  static Rates of(List<Double> values) {
    return new Rates(values.stream().mapToDouble(Double::doubleValue).toArray());
  }

  int count() {
    return values.length;
  }

  double at(int second) {
    return values[second];
  }

  Rates from(int second) {
    return new Rates(Arrays.copyOfRange(values, second, values.length));
  }

  Rates to(int second) {
    return new Rates(Arrays.copyOf(values, second));
  }

  double mean() {
    return DoubleStream.of(values).average().orElse(0);
  }

  double median() {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length == 0
        ? 0
        : sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /**
   * Returns the standard deviation of the noise: from the differences of neighbours, or from the
   * deviations within each third where these are larger, as noise of several seconds makes them.
   */
  double noise() {
    double[] steps = new double[Math.max(0, count() - 1)];
    for (int second = 0; second < steps.length; second++) {
      steps[second] = Math.abs(values[second + 1] - values[second]);
    }
    int third = count() / 3;
    double[] deviations =
        DoubleStream.concat(
                DoubleStream.concat(
                    to(third).deviations(),
                    new Rates(Arrays.copyOfRange(values, third, count() - third)).deviations()),
                from(count() - third).deviations())
            .toArray();
    return NORMAL
        * Math.max(new Rates(steps).median() / Math.sqrt(2), new Rates(deviations).median());
  }

  private DoubleStream deviations() {
    double median = median();
    return DoubleStream.of(values).map(value -> Math.abs(value - median));
  }

  private double spread() {
    return NORMAL * new Rates(deviations().toArray()).median();
  }

  /** Returns the two modes of the rates, if there are two that are clearly apart. */
  Optional<Modes> modes() {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int split = split(sorted);
    Rates slow = new Rates(Arrays.copyOf(sorted, split));
    Rates fast = new Rates(Arrays.copyOfRange(sorted, split, sorted.length));
    double low = slow.median();
    double high = fast.median();
    double reach = REACH * (high - low);
    double lowShare = share(value -> value <= low + reach);
    double highShare = share(value -> value >= high - reach);
    double spread = Math.hypot(slow.spread(), fast.spread()) / Math.sqrt(2);
    return high > low
            && Math.min(lowShare, highShare) >= LEAST_MODE
            && 1 - lowShare - highShare <= MOST_BETWEEN
            && high - low > APART * spread
        ? Optional.of(new Modes(low, lowShare, high, highShare))
        : Optional.empty();
  }

  private double share(DoublePredicate which) {
    return (double) DoubleStream.of(values).filter(which).count() / Math.max(1, count());
  }

  /** Returns where sorted values fall into two groups with the most variance between them. */
  private static int split(double[] sorted) {
    double sum = DoubleStream.of(sorted).sum();
    double below = 0;
    double most = -1;
    int best = 0;
    for (int count = 1; count < sorted.length; count++) {
      below += sorted[count - 1];
      double apart = (sum - below) / (sorted.length - count) - below / count;
      double between = apart * apart * count * (sorted.length - count);
      if (between > most) {
        most = between;
        best = count;
      }
    }
    return best;
  }
}
