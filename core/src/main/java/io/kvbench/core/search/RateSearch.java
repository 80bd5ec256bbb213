package io.kvbench.core.search;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * A search for the knee: the highest rate at which at least half of the probes pass. From an
 * initial rate it grows or shrinks by half until one probe has passed and one has failed, then
 * probes where the knee is most uncertain, and finally on either side of it in turn. Single probes
 * may be wrong either way: an end of the interval is confirmed by all probes together, and rates
 * near the knee are probed as often as necessary.
 *
 * <p>The knee is above the lower end with probability {@code (1 + confidence) / 2}, and below the
 * upper end with the same. See {@link Knee} for the model. For one thread.
 */
public final class RateSearch {
  private static final double GROWTH = 1.5;

  /** The factor by which the knee may be outside the bracket, whose ends are single probes. */
  private static final double MARGIN = 2;

  /** The resolution of the grid, in points per precision. */
  private static final double POINTS = 10;

  /**
   * If the interval is at most this multiple of the precision, probes are on either side of the
   * knee rather than at it: there they also show how much noise there is.
   */
  private static final double NEAR = 2;

  /** The quantiles of the knee that are then probed in turn. */
  private static final double SIDE = 0.1;

  private final double start;
  private final double lowest;
  private final double highest;
  private final double precision;
  private final double tail;
  private final List<Probe> probes = new ArrayList<>();
  private @Nullable Knee knee;

  private record Probe(double rate, boolean passed) {}

  /**
   * Creates a search.
   *
   * @param start the first rate to probe, from lowest to highest
   * @param lowest no rate below this is probed
   * @param highest no rate above this is probed
   * @param precision by how much the upper end may exceed the lower, as a share of it; above 0
   * @param confidence the probability that the knee is within the interval; above 0, below 1
   */
  public RateSearch(
      double start, double lowest, double highest, double precision, double confidence) {
    if (!(lowest > 0 && lowest <= start && start <= highest)) {
      throw new IllegalArgumentException(lowest + " <= " + start + " <= " + highest);
    }
    if (!(precision > 0 && confidence > 0 && confidence < 1)) {
      throw new IllegalArgumentException("precision " + precision + ", confidence " + confidence);
    }
    this.start = start;
    this.lowest = lowest;
    this.highest = highest;
    this.precision = precision;
    tail = (1 - confidence) / 2;
  }

  /**
   * Returns the rate of the next probe; empty if the interval is precise enough, or if all rates in
   * the range pass or fail.
   */
  public OptionalDouble next() {
    if (probes.isEmpty()) {
      return OptionalDouble.of(start);
    }
    OptionalDouble passed = extreme(true);
    OptionalDouble failed = extreme(false);
    if (passed.isEmpty()) {
      return isProbedTwice(lowest)
          ? OptionalDouble.empty()
          : OptionalDouble.of(Math.max(lowest, failed.getAsDouble() / GROWTH));
    }
    if (failed.isEmpty()) {
      return isProbedTwice(highest)
          ? OptionalDouble.empty()
          : OptionalDouble.of(Math.min(highest, passed.getAsDouble() * GROWTH));
    }
    double[] quantiles = knee().quantiles(tail, 0.5, 1 - tail, SIDE, 1 - SIDE);
    double width = quantiles[2] / quantiles[0] - 1;
    if (width <= precision) {
      return OptionalDouble.empty();
    }
    double rate = quantiles[1];
    if (width <= NEAR * precision) {
      rate = quantiles[probes.size() % 2 == 0 ? 3 : 4];
    }
    return OptionalDouble.of(Math.clamp(rate, lowest, highest));
  }

  /** A single probe at an end of the range may be wrong. */
  private boolean isProbedTwice(double rate) {
    return probes.stream().filter(probe -> probe.rate == rate).count() >= 2;
  }

  /** Returns the highest rate that passed, or the lowest that failed. */
  private OptionalDouble extreme(boolean passed) {
    var rates = probes.stream().filter(probe -> probe.passed == passed).mapToDouble(Probe::rate);
    return passed ? rates.max() : rates.min();
  }

  /** Adds the outcome of a probe. */
  public void add(double rate, boolean passed) {
    probes.add(new Probe(rate, passed));
    if (knee != null) {
      knee.add(rate, passed);
    }
  }

  private Knee knee() {
    Knee known = knee;
    if (known == null) {
      double least = probes.stream().mapToDouble(Probe::rate).min().orElseThrow();
      double most = probes.stream().mapToDouble(Probe::rate).max().orElseThrow();
      Knee made = new Knee(least / MARGIN, most * MARGIN, Math.log1p(precision) / POINTS);
      probes.forEach(probe -> made.add(probe.rate, probe.passed));
      knee = made;
      known = made;
    }
    return known;
  }

  /**
   * Returns the interval that the probes so far confirm. Before one probe has passed and one has
   * failed, the known end is that of the probes.
   */
  public Bounds bounds() {
    OptionalDouble passed = extreme(true);
    OptionalDouble failed = extreme(false);
    if (passed.isEmpty() || failed.isEmpty()) {
      return new Bounds(passed, failed);
    }
    double[] quantiles = knee().quantiles(tail, 1 - tail);
    return new Bounds(OptionalDouble.of(quantiles[0]), OptionalDouble.of(quantiles[1]));
  }
}
