package io.kvbench.results.verdict;

import io.kvbench.results.statistics.Modes;
import io.kvbench.results.statistics.Quantiles;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/** The rates of consecutive seconds, with statistics that are robust against single outliers. */
final class SecondRates {
  private final double[] values;

  private SecondRates(double[] values) {
    this.values = values;
  }

  static SecondRates of(List<Double> values) {
    return new SecondRates(values.stream().mapToDouble(Double::doubleValue).toArray());
  }

  int count() {
    return values.length;
  }

  double at(int second) {
    return values[second];
  }

  SecondRates from(int second) {
    return new SecondRates(Arrays.copyOfRange(values, second, values.length));
  }

  SecondRates to(int second) {
    return new SecondRates(Arrays.copyOf(values, second));
  }

  double mean() {
    return DoubleStream.of(values).average().orElse(0);
  }

  /** Returns the median; 0 where there are no rates. */
  double median() {
    return values.length == 0 ? 0 : Quantiles.median(values);
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
                    new SecondRates(Arrays.copyOfRange(values, third, count() - third))
                        .deviations()),
                from(count() - third).deviations())
            .toArray();
    return Quantiles.NORMAL
        * Math.max(
            new SecondRates(steps).median() / Math.sqrt(2), new SecondRates(deviations).median());
  }

  private DoubleStream deviations() {
    double median = median();
    return DoubleStream.of(values).map(value -> Math.abs(value - median));
  }

  /** Returns the two modes of the rates, if there are two that are clearly apart. */
  Optional<Modes> modes() {
    return Modes.of(values);
  }
}
