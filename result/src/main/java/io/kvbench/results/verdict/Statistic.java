package io.kvbench.results.verdict;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.results.format.Percentile;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;

/**
 * What is taken of a distribution of times, in nanoseconds.
 *
 * @param name as it is given
 * @param percentile which one it is; empty where it is none
 */
record Statistic(String name, ToDoubleFunction<TimeHistogram> nanos, OptionalDouble percentile) {
  static final String MAX = "max";
  static final String FORMS = "mean, min, max, or a percentile such as p99 or p99.9";

  private static final Pattern PERCENTILE = Pattern.compile("p(\\d+(?:\\.\\d+)?)");

  /** Returns a statistic by its name, if it is one. */
  static Optional<Statistic> parse(String name) {
    return switch (name) {
      case "mean" -> Optional.of(none(name, TimeHistogram::meanNanos));
      case "min" -> Optional.of(none(name, TimeHistogram::minNanos));
      case MAX -> Optional.of(none(name, TimeHistogram::maxNanos));
      default ->
          Optional.of(PERCENTILE.matcher(name))
              .filter(matcher -> matcher.matches())
              .map(matcher -> Double.parseDouble(matcher.group(1)))
              .filter(percentile -> percentile <= 100)
              .map(
                  percentile ->
                      new Statistic(
                          name,
                          times -> times.percentileNanos(percentile),
                          OptionalDouble.of(percentile)));
    };
  }

  private static Statistic none(String name, ToDoubleFunction<TimeHistogram> nanos) {
    return new Statistic(name, nanos, OptionalDouble.empty());
  }

  /** Returns why it is not known, as a clause, although it has a value. */
  Optional<String> caveat(TimeHistogram times) {
    return percentile.isEmpty() || Percentile.isKnown(percentile.getAsDouble(), times.count())
        ? Optional.empty()
        : Optional.of(
            "only %s samples, too few for this percentile"
                .formatted(Figures.number(times.count())));
  }
}
