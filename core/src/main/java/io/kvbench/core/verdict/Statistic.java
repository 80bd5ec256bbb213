package io.kvbench.core.verdict;

import io.kvbench.core.measure.TimeHistogram;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;

/** What is taken of a distribution of times, in nanoseconds. */
record Statistic(ToDoubleFunction<TimeHistogram> nanos) {
  static final String FORMS = "mean, min, max, or a percentile such as p99 or p99.9";

  private static final Pattern PERCENTILE = Pattern.compile("p(\\d+(?:\\.\\d+)?)");

  /** Returns a statistic by its name, if it is one. */
  static Optional<Statistic> parse(String name) {
    return switch (name) {
      case "mean" -> Optional.of(new Statistic(TimeHistogram::meanNanos));
      case "min" -> Optional.of(new Statistic(TimeHistogram::minNanos));
      case "max" -> Optional.of(new Statistic(TimeHistogram::maxNanos));
      default ->
          Optional.of(PERCENTILE.matcher(name))
              .filter(matcher -> matcher.matches())
              .map(matcher -> Double.parseDouble(matcher.group(1)))
              .filter(percentile -> percentile <= 100)
              .map(percentile -> new Statistic(times -> times.percentileNanos(percentile)));
    };
  }
}
