package io.kvbench.reports.history;

import io.kvbench.results.figure.Metric;
import io.kvbench.results.figure.MetricLists;
import io.kvbench.results.statistics.ChangePoints;
import io.kvbench.results.statistics.ChangePoints.ChangePoint;
import io.kvbench.results.statistics.Quantiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A figure over the runs of a history, and its changes.
 *
 * @param values of each run, in their order; not a number where the figure is not known
 * @param shifts the changes, in their order
 */
public record FigureHistory(Metric figure, List<Double> values, List<Shift> shifts) {
  /**
   * The probability that a benchmark that does not change gets any change: 5 % over all figures.
   */
  public static final double FALSE_ALARMS = 0.05;

  /** Minimum number of runs at one level. */
  public static final int LEAST_RUNS = 3;

  private static final long SEED = 0x6869_7374L;

  /**
   * A change of the level of a figure.
   *
   * @param run the index of the first run after it
   * @param before the median of the runs from the previous change to this one
   * @param after the median of the runs from this change to the next
   * @param pValue the share of random orders of the runs in which a change as large is found
   */
  public record Shift(int run, double before, double after, double pValue) {
    public double change() {
      return after / before - 1;
    }
  }

  static FigureHistory of(Metric figure, List<HistoryRun> runs) {
    return ofValues(figure, runs.stream().map(run -> run.of(figure)).toList());
  }

  static FigureHistory ofValues(Metric figure, List<Double> values) {
    int[] known = IntStream.range(0, values.size()).filter(run -> values.get(run) > 0).toArray();
    // Changes are ratios, and times are skewed: logarithms suit both.
    double[] logs = IntStream.of(known).mapToDouble(run -> Math.log(values.get(run))).toArray();
    List<ChangePoint> changes =
        ChangePoints.of(logs, LEAST_RUNS, FALSE_ALARMS / MetricLists.HISTORY.size(), SEED);
    List<Shift> shifts = new ArrayList<>();
    for (int index = 0; index < changes.size(); index++) {
      int from = index == 0 ? 0 : changes.get(index - 1).index();
      int at = changes.get(index).index();
      int to = index == changes.size() - 1 ? known.length : changes.get(index + 1).index();
      shifts.add(
          new Shift(
              known[at],
              median(values, known, from, at),
              median(values, known, at, to),
              changes.get(index).pValue()));
    }
    return new FigureHistory(figure, values, shifts);
  }

  private static double median(List<Double> values, int[] known, int from, int to) {
    return Quantiles.median(
        IntStream.range(from, to).mapToDouble(index -> values.get(known[index])).toArray());
  }

  public boolean isWorse(Shift shift) {
    return figure.better().isWorse(shift.change(), shift.change(), 0);
  }

  /**
   * Returns the last change if it is for the worse.
   *
   * @param tolerance by what part of 1 of the level before it may be worse
   */
  Optional<Shift> regression(double tolerance) {
    return shifts.stream()
        .skip(Math.max(0, shifts.size() - 1))
        .filter(this::isWorse)
        .filter(shift -> Math.abs(shift.change()) > tolerance)
        .findFirst();
  }

  /** Returns the known figures since the last change. */
  List<Double> current() {
    int from = shifts.isEmpty() ? 0 : shifts.getLast().run();
    return values.subList(from, values.size()).stream().filter(value -> value > 0).toList();
  }
}
