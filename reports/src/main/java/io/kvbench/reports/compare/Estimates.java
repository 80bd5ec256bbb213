package io.kvbench.reports.compare;

import io.kvbench.results.figure.Better;
import io.kvbench.results.figure.Metric;
import io.kvbench.results.figure.Unit;
import io.kvbench.results.statistics.Interval;
import io.kvbench.results.statistics.Quantiles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A figure of all groups of a comparison with its uncertainty, as pictures of a comparison show it.
 *
 * @param title what it is, in words
 * @param moreIsBetter whether more of it is better; otherwise less is
 * @param groups one for each group of the comparison, in their order
 * @param notComparable the numbers of the differences because of which the groups are not to be
 *     held against each other
 */
public record Estimates(
    String title,
    Unit unit,
    boolean moreIsBetter,
    List<Estimate> groups,
    List<Integer> notComparable) {
  public Estimates {
    groups = List.copyOf(groups);
    notComparable = List.copyOf(notComparable);
  }

  /**
   * The figure of one group.
   *
   * @param value the median over its runs; empty where none has the figure
   * @param range its confidence limits; empty where they are unknown
   * @param runs the figures of those of its runs that have it
   */
  public record Estimate(OptionalDouble value, Optional<Range> range, List<Double> runs) {
    public Estimate {
      runs = List.copyOf(runs);
    }
  }

  /**
   * Confidence limits.
   *
   * @param level the confidence level that they reach, more than 0 and less than 1
   */
  public record Range(double low, double high, double level) {
    private static Optional<Range> of(Interval interval) {
      boolean isKnown =
          interval.level() > 0
              && Double.isFinite(interval.low())
              && Double.isFinite(interval.high());
      return isKnown
          ? Optional.of(new Range(interval.low(), interval.high(), interval.level()))
          : Optional.empty();
    }
  }

  /** Returns whether any group has the figure. */
  public boolean isKnown() {
    return groups.stream().anyMatch(group -> group.value().isPresent());
  }

  /** Returns the confidence levels of its limits, lowest first. */
  public List<Double> levels() {
    return groups.stream()
        .flatMap(group -> group.range().stream())
        .map(Range::level)
        .distinct()
        .sorted()
        .toList();
  }

  /**
   * Returns throughput, median, 99th percentile, and the processor time that an operation costs: of
   * the servers, or of the client where that of the servers is not known.
   *
   * @param single the replicates of runs that were not repeated, by their index
   * @param costs one cell for each run
   */
  static List<Estimates> of(
      List<ComparedRun> runs,
      List<RunGroup> groups,
      List<Difference> differences,
      Map<Integer, BlockReplicates> single,
      List<Row> costs) {
    List<Estimates> all = new ArrayList<>();
    String of = Rankings.composites(runs);
    for (Metric metric : List.of(Metric.THROUGHPUT, Metric.P50, Metric.P99)) {
      double[] perRun =
          runs.stream().mapToDouble(run -> metric.of(run.measured()).orElse(Double.NaN)).toArray();
      all.add(
          new Estimates(
              of + metric.title(),
              metric.unit(),
              metric.better() == Better.MORE,
              groups.stream().map(group -> of(group, perRun, Optional.of(metric), single)).toList(),
              marks(runs, differences, RowGroup.of(metric))));
    }
    costs.stream()
        .filter(row -> row.group() == RowGroup.COST && row.unit().equals(Optional.of(Unit.NANOS)))
        .findFirst()
        .ifPresent(row -> all.add(of(row, groups, single)));
    return all.stream().filter(Estimates::isKnown).toList();
  }

  private static Estimates of(
      Row row, List<RunGroup> groups, Map<Integer, BlockReplicates> single) {
    double[] perRun =
        row.cells().stream().mapToDouble(cell -> cell.figure().orElse(Double.NaN)).toArray();
    return new Estimates(
        row.name(),
        Unit.NANOS,
        false,
        groups.stream().map(group -> of(group, perRun, Optional.empty(), single)).toList(),
        row.notComparable());
  }

  private static Estimate of(
      RunGroup group,
      double[] perRun,
      Optional<Metric> metric,
      Map<Integer, BlockReplicates> single) {
    double[] values = group.of(perRun);
    List<Double> runs = Arrays.stream(values).boxed().toList();
    if (values.length == 0) {
      return new Estimate(OptionalDouble.empty(), Optional.empty(), runs);
    }
    double value = Quantiles.median(values);
    Optional<Interval> interval =
        group.isRepeated()
            ? Optional.of(Quantiles.median95(values))
            : metric.flatMap(
                each ->
                    Optional.ofNullable(single.get(group.runs().getFirst()))
                        .flatMap(replicates -> replicates.interval(each, value)));
    return new Estimate(OptionalDouble.of(value), interval.flatMap(Range::of), runs);
  }

  private static List<Integer> marks(
      List<ComparedRun> runs, List<Difference> differences, RowGroup group) {
    return differences.stream()
        .filter(difference -> runs.size() > 1 && difference.affects().contains(group))
        .map(Difference::number)
        .toList();
  }
}
