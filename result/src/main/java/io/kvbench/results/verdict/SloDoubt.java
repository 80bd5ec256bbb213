package io.kvbench.results.verdict;

import io.kvbench.core.measure.Interval;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.results.figure.Formula;
import io.kvbench.results.figure.Statistic;
import io.kvbench.results.figure.TimeKind;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The remaining doubt about one threshold during a run. A threshold that cannot recover, a number
 * of errors or a maximum time, is violated when it is exceeded. For every other threshold each
 * second gives a figure from 0 to 1 whose mean has to stay at or below a limit: the share of
 * operations beyond a percentile's threshold, or that failed; how far a mean time or a throughput
 * is from its threshold. The mean is above the limit beyond doubt when a bet against it has
 * multiplied its stake a million times, which a threshold that is kept allows in one run of a
 * million, however often one looks: I. Waudby-Smith and A. Ramdas, "Estimating means of bounded
 * random variables by betting", Journal of the Royal Statistical Society B 86(1), 2024. Whole
 * seconds are bets, not operations, as those of a second share its stalls.
 */
final class SloDoubt {
  private static final double ENOUGH = Math.log(1e6);

  /** Stakes as shares of the largest that cannot ruin a bet. */
  private static final double[] STAKES = {0.1, 0.3, 0.6, 0.9};

  /** Means and rates count up to so many times their thresholds. */
  private static final double MOST_MEAN = 4;

  private static final double MOST_RATE = 2;

  /** The limit of a number: what is added up is compared with the threshold itself. */
  private static final double COUNTED = -1;

  /** The minimum length of a second: the rest at the end of a phase does not count. */
  private static final long SHORTEST_NANOS = 500_000_000L;

  /** The value of a second: from 0 to 1, empty if no operation completed in it. */
  @FunctionalInterface
  private interface Figure {
    OptionalDouble of(MeasuredOperations second);
  }

  private final Slo slo;
  private final Figure figure;
  private final double limit;
  private final double[] logWealth = new double[STAKES.length];
  private boolean evidence;
  private double sum;
  private long seconds;

  private SloDoubt(Slo slo, Figure figure, double limit) {
    this.slo = slo;
    this.figure = figure;
    this.limit = limit;
  }

  /** Returns the doubt about a threshold; empty where no second can speak against it. */
  static Optional<SloDoubt> of(Slo slo) {
    boolean upper =
        slo.comparison() == ThresholdOperator.BELOW
            || slo.comparison() == ThresholdOperator.AT_MOST;
    Figure value = slo.formula()::of;
    return switch (slo.formula()) {
      case Formula.Throughput rate -> upper ? Optional.empty() : throughput(slo);
      case Formula.Time time -> upper ? times(slo, time) : Optional.empty();
      case Formula.ErrorShare share ->
          upper ? Optional.of(new SloDoubt(slo, value, slo.threshold())) : Optional.empty();
      case Formula.ErrorCount count ->
          upper ? Optional.of(new SloDoubt(slo, value, COUNTED)) : Optional.empty();
    };
  }

  private static Optional<SloDoubt> throughput(Slo slo) {
    double threshold = slo.threshold();
    Figure missing =
        second -> OptionalDouble.of(1 - Math.min(1, second.okRate() / (MOST_RATE * threshold)));
    return threshold <= 0
        ? Optional.empty()
        : Optional.of(new SloDoubt(slo, missing, 1 - 1 / MOST_RATE));
  }

  private static Optional<SloDoubt> times(Slo slo, Formula.Time time) {
    TimeKind kind = time.times();
    Statistic statistic = time.statistic();
    long threshold = (long) slo.threshold();
    Figure beyond =
        second -> {
          TimeHistogram times = second.times(kind);
          return times.count() == 0
              ? OptionalDouble.empty()
              : OptionalDouble.of(
                  (double) times.countBetweenNanos(threshold + 1, TimeHistogram.HIGHEST_NANOS)
                      / times.count());
        };
    if (statistic.percentile().isPresent()) {
      double limit = 1 - statistic.percentile().getAsDouble() / 100;
      return Optional.of(new SloDoubt(slo, beyond, limit));
    }
    if (statistic.equals(Statistic.MAX)) {
      return Optional.of(new SloDoubt(slo, beyond, 0));
    }
    if (statistic.equals(Statistic.MEAN) && threshold > 0) {
      Figure mean =
          second ->
              second.nanos(kind, statistic).stream()
                  .map(nanos -> Math.min(1, nanos / (MOST_MEAN * threshold)))
                  .findFirst();
      return Optional.of(new SloDoubt(slo, mean, 1 / MOST_MEAN));
    }
    return Optional.empty();
  }

  /**
   * Takes an interval, and returns whether the threshold is broken beyond doubt.
   *
   * @param grace whether it is within the grace period, which is no evidence
   */
  boolean isBroken(Interval interval, boolean grace) {
    OptionalDouble value = figure.of(MeasuredOperations.of(interval, slo.type()));
    boolean bets = limit > 0;
    if (value.isPresent() && (!bets || interval.wallNanos() >= SHORTEST_NANOS)) {
      sum += value.getAsDouble();
      seconds++;
      if (bets && !grace) {
        bet(value.getAsDouble());
      }
    }
    if (grace || seconds == 0) {
      return false;
    }
    if (limit == COUNTED) {
      return !slo.comparison().holds(sum, slo.threshold());
    }
    return limit == 0 ? sum > 0 : evidence && sum / seconds > limit;
  }

  private void bet(double value) {
    double most = Double.NEGATIVE_INFINITY;
    for (int index = 0; index < STAKES.length; index++) {
      logWealth[index] += Math.log1p(STAKES[index] / limit * (value - limit));
      most = Math.max(most, logWealth[index]);
    }
    double wealth = 0;
    for (double each : logWealth) {
      wealth += Math.exp(each - most) / STAKES.length;
    }
    evidence |= most + Math.log(wealth) >= ENOUGH;
  }
}
