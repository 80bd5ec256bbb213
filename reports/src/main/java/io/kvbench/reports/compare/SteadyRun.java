package io.kvbench.reports.compare;

import io.kvbench.results.directory.StoredInterval;
import io.kvbench.results.statistics.Quantiles;
import io.kvbench.results.statistics.SteadyState;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A run whose throughput is not that of its steady state.
 *
 * @param label of the run
 * @param isReached whether the run has a steady state, which begins in its first half
 * @param startSeconds when it begins, in seconds of the measured phase; the middle of the run where
 *     it has none
 * @param steadyPerSecond the rate from then on
 * @param wholePerSecond the rate of all of these seconds
 */
public record SteadyRun(
    String label,
    boolean isReached,
    double startSeconds,
    double steadyPerSecond,
    double wholePerSecond) {
  /** A warm-up that costs less than this is none: the verdict has the same margin. */
  private static final double LEAST = 0.02;

  /** Rates that differ by less are no warm-up, as for the verdict. */
  private static final double APART = 0.1;

  /** Returns the runs that have a warm-up by which the rates differ by more than 2 %. */
  static List<SteadyRun> of(List<ComparedRun> runs) {
    return runs.stream().flatMap(run -> of(run).stream()).toList();
  }

  private static Optional<SteadyRun> of(ComparedRun run) {
    List<StoredInterval> intervals = Blocks.measured(run.stored());
    if (intervals.size() < Blocks.LEAST_INTERVALS) {
      return Optional.empty();
    }
    double[] rates = Blocks.rates(run.stored(), intervals);
    double[] smoothed = smoothed(rates);
    SteadyState state = SteadyState.of(smoothed);
    int start = state.start();
    List<StoredInterval> early = intervals.subList(0, start);
    SteadyRun steady =
        new SteadyRun(
            run.label(),
            state.isReached(),
            early.stream().mapToLong(StoredInterval::wallNanos).sum() / 1e9,
            rate(rates, intervals, start),
            rate(rates, intervals, 0));
    double before = rate(Arrays.copyOf(smoothed, start), early, 0);
    return Math.abs(before / rate(smoothed, intervals, start) - 1) > APART
            && Math.abs(steady.difference()) > LEAST
        ? Optional.of(steady)
        : Optional.empty();
  }

  /** Medians of three neighbours: one second without answers is a stall and no warm-up. */
  private static double[] smoothed(double[] rates) {
    return IntStream.range(0, rates.length)
        .mapToDouble(
            index ->
                Quantiles.median(
                    rates[Math.max(0, index - 1)],
                    rates[index],
                    rates[Math.min(rates.length - 1, index + 1)]))
        .toArray();
  }

  private static double rate(double[] rates, List<StoredInterval> intervals, int from) {
    double operations =
        IntStream.range(from, rates.length)
            .mapToDouble(index -> rates[index] * intervals.get(index).wallNanos())
            .sum();
    return operations / intervals.stream().skip(from).mapToLong(StoredInterval::wallNanos).sum();
  }

  /** Returns by what part of 1 the steady state is faster than the whole run. */
  public double difference() {
    return steadyPerSecond / wholePerSecond - 1;
  }
}
