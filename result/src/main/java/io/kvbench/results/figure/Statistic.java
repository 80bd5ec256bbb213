package io.kvbench.results.figure;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.results.format.Percentile;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/**
 * A number that describes a distribution of times: its mean, an extreme, or a percentile.
 *
 * @param name as in thresholds, such as {@code p99.9}
 * @param percentile from 0 to 100; empty for the others
 */
public record Statistic(String name, OptionalDouble percentile) {
  public static final Statistic MIN = new Statistic("min", OptionalDouble.empty());
  public static final Statistic MEAN = new Statistic("mean", OptionalDouble.empty());
  public static final Statistic MAX = new Statistic("max", OptionalDouble.empty());

  /** The names that {@link #parse} accepts, in words. */
  public static final String FORMS = "mean, min, max, or a percentile such as p99 or p99.9";

  private static final Pattern PERCENTILE = Pattern.compile("p(\\d+(?:\\.\\d+)?)");

  public static Optional<Statistic> parse(String name) {
    return switch (name) {
      case "min" -> Optional.of(MIN);
      case "mean" -> Optional.of(MEAN);
      case "max" -> Optional.of(MAX);
      default ->
          Optional.of(PERCENTILE.matcher(name))
              .filter(matcher -> matcher.matches())
              .map(matcher -> Double.parseDouble(matcher.group(1)))
              .filter(percentile -> percentile <= 100)
              .map(percentile -> new Statistic(name, OptionalDouble.of(percentile)));
    };
  }

  public static Statistic of(Percentile percentile) {
    return parse(percentile.title()).orElseThrow();
  }

  /** Returns the name of its line in reports of YCSB, whose times are in microseconds. */
  public String ycsb() {
    String which =
        percentile.isPresent()
            ? ordinal(percentile.getAsDouble()) + "Percentile"
            : equals(MIN) ? "Min" : equals(MEAN) ? "Average" : "Max";
    return which + "Latency(us)";
  }

  /** As in {@code 99th} and {@code 99.9}. */
  private static String ordinal(double number) {
    int whole = (int) number;
    if (number != whole) {
      return Double.toString(number);
    }
    String suffix =
        switch (whole % 100 / 10 == 1 ? 0 : whole % 10) {
          case 1 -> "st";
          case 2 -> "nd";
          case 3 -> "rd";
          default -> "th";
        };
    return whole + suffix;
  }

  /** Returns whether this number of times is enough to estimate it. */
  public boolean isKnownOf(long count) {
    return percentile.isEmpty() ? count > 0 : Percentile.isKnown(percentile.getAsDouble(), count);
  }

  /** Returns it in nanoseconds; empty where too few times are known. */
  public OptionalDouble known(TimeHistogram times) {
    return isKnownOf(times.count()) ? OptionalDouble.of(nanos(times)) : OptionalDouble.empty();
  }

  /** Returns it in nanoseconds, however few times there are. */
  public double nanos(TimeHistogram times) {
    return percentile.isPresent()
        ? times.percentileNanos(percentile.getAsDouble())
        : of(times.minNanos(), times.meanNanos(), times.maxNanos());
  }

  /** Returns one of the three that are no percentiles. */
  public double of(double min, double mean, double max) {
    return equals(MIN) ? min : equals(MEAN) ? mean : max;
  }
}
