package io.kvbench.reports.suite;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * A figure of several runs.
 *
 * @param values ascending, one at least
 */
public record Spread(List<Double> values) {
  public Spread {
    values = List.copyOf(values);
  }

  static Optional<Spread> of(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted.length == 0
        ? Optional.empty()
        : Optional.of(new Spread(DoubleStream.of(sorted).boxed().toList()));
  }

  public double min() {
    return values.getFirst();
  }

  public double max() {
    return values.getLast();
  }

  /** Returns the middle one, or the mean of the two in the middle. */
  public double median() {
    int size = values.size();
    return (values.get((size - 1) / 2) + values.get(size / 2)) / 2;
  }
}
