package io.kvbench.reports.compare;

import io.kvbench.results.figure.Metric;
import io.kvbench.results.figure.MetricLists;
import io.kvbench.results.statistics.ConfidenceInterval;
import io.kvbench.results.statistics.Modes;
import io.kvbench.results.statistics.Outliers;
import io.kvbench.results.statistics.Quantiles;
import io.kvbench.results.statistics.Trend;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * A figure of runs that are repeats of each other.
 *
 * @param group whose
 * @param median over the runs, with its interval
 * @param remarks what makes the median doubtful
 */
public record RepeatedFigure(
    RunGroup group, Metric figure, ConfidenceInterval median, List<Remark> remarks) {
  /** The share of figures without anything remarkable that get a remark of a kind by chance. */
  public static final double FALSE_ALARMS = 0.01;

  /** A remark on the figures of repeats. */
  public sealed interface Remark {
    /** A run that is far from the others, by its number from 1; it counts like the others. */
    record Outlier(int run, double value) implements Remark {}

    /** The runs fall into two groups. */
    record TwoModes(Modes modes) implements Remark {}

    /**
     * The figure changes from run to run.
     *
     * @param perRun by what part of 1 of the median; negative where it falls
     */
    record Drift(double perRun, double pValue) implements Remark {}
  }

  /** Returns the figures of all groups that have several runs. */
  static List<RepeatedFigure> of(ComparedGroups compared) {
    List<RepeatedFigure> repeated = new ArrayList<>();
    for (RunGroup group : compared.groups()) {
      for (Metric figure : MetricLists.REPEATED) {
        double[] values = group.of(compared.values(figure));
        if (group.isRepeated() && values.length == group.runs().size()) {
          repeated.add(
              new RepeatedFigure(group, figure, Quantiles.median95(values), remarks(values)));
        }
      }
    }
    return repeated;
  }

  /** Figures are positive and skewed: what is remarkable is judged by their logarithms. */
  static List<Remark> remarks(double... values) {
    if (!DoubleStream.of(values).allMatch(value -> value > 0)) {
      return List.of();
    }
    List<Remark> remarks = new ArrayList<>();
    double[] logs = Arrays.stream(values).map(Math::log).toArray();
    Modes.significant(logs, FALSE_ALARMS)
        .ifPresent(
            modes ->
                remarks.add(
                    new Remark.TwoModes(
                        new Modes(
                            Math.exp(modes.low()),
                            modes.lowShare(),
                            Math.exp(modes.high()),
                            modes.highShare()))));
    Outliers.of(logs, FALSE_ALARMS)
        .forEach(run -> remarks.add(new Remark.Outlier(run + 1, values[run])));
    Trend.of(logs, ConfidenceInterval.USUAL)
        .filter(trend -> trend.pValue() <= FALSE_ALARMS)
        .ifPresent(
            trend ->
                remarks.add(
                    new Remark.Drift(Math.expm1(trend.slope().estimate()), trend.pValue())));
    return List.copyOf(remarks);
  }
}
