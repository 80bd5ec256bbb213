package io.kvbench.runner.run.hosts;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/** A figure that goes up and down, as far as it was seen. */
final class GaugeFold {
  private long count;
  private double sum;
  private double least = Double.POSITIVE_INFINITY;
  private double most = Double.NEGATIVE_INFINITY;
  private double last;

  void add(OptionalLong figure) {
    figure.ifPresent(this::add);
  }

  void add(OptionalDouble figure) {
    figure.ifPresent(this::add);
  }

  void add(double figure) {
    count++;
    sum += figure;
    least = Math.min(least, figure);
    most = Math.max(most, figure);
    last = figure;
  }

  OptionalDouble mean() {
    return known(sum / count);
  }

  OptionalDouble max() {
    return known(most);
  }

  OptionalLong wholeMean() {
    return whole(sum / count);
  }

  OptionalLong wholeMax() {
    return whole(most);
  }

  OptionalLong wholeMin() {
    return whole(least);
  }

  OptionalLong wholeLast() {
    return whole(last);
  }

  private OptionalDouble known(double figure) {
    return count == 0 ? OptionalDouble.empty() : OptionalDouble.of(Percents.hundredths(figure));
  }

  private OptionalLong whole(double figure) {
    return count == 0 ? OptionalLong.empty() : OptionalLong.of(Math.round(figure));
  }
}
