package io.kvbench.reports.compare;

import io.kvbench.results.figure.Better;
import io.kvbench.results.figure.Metric;
import io.kvbench.results.figure.MetricLists;
import io.kvbench.results.figure.Unit;
import io.kvbench.results.statistics.ConfidenceInterval;
import io.kvbench.results.statistics.Quantiles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
  /**
   * The figure of one group.
   *
   * @param value the median over its runs; empty where none has the figure
   * @param range its confidence limits; empty where they are unknown
   * @param runs the figures of those of its runs that have it
   */
  public record Estimate(OptionalDouble value, Optional<Range> range, List<Double> runs) {}

  /**
   * Confidence limits.
   *
   * @param level the confidence level that they reach, more than 0 and less than 1
   */
  public record Range(double low, double high, double level) {
    private static Optional<Range> of(ConfidenceInterval interval) {
      return Optional.of(new Range(interval.low(), interval.high(), interval.level()))
          .filter(
              each -> each.level > 0 && Double.isFinite(each.low) && Double.isFinite(each.high));
    }
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
   * @param costs one cell for each run
   */
  static List<Estimates> of(ComparedGroups compared, List<Row> costs) {
    List<Estimates> all = new ArrayList<>();
    for (Metric metric : MetricLists.BARS) {
      all.add(
          new Estimates(
              compared.composites() + metric.title(),
              metric.unit(),
              metric.better() == Better.MORE,
              estimates(compared, compared.values(metric), Optional.of(metric)),
              compared.runs().size() < 2
                  ? List.of()
                  : Difference.marks(compared.differences(), RowGroup.of(metric))));
    }
    costs.stream()
        .filter(row -> row.group() == RowGroup.COST && row.unit().equals(Optional.of(Unit.NANOS)))
        .findFirst()
        .ifPresent(
            row ->
                all.add(
                    new Estimates(
                        row.name(),
                        Unit.NANOS,
                        false,
                        estimates(compared, row.values(), Optional.empty()),
                        row.notComparable())));
    return all.stream()
        .filter(each -> each.groups.stream().anyMatch(group -> group.value().isPresent()))
        .toList();
  }

  private static List<Estimate> estimates(
      ComparedGroups compared, double[] perRun, Optional<Metric> metric) {
    return compared.groups().stream().map(group -> of(group, perRun, metric, compared)).toList();
  }

  private static Estimate of(
      RunGroup group, double[] perRun, Optional<Metric> metric, ComparedGroups compared) {
    double[] values = group.of(perRun);
    List<Double> runs = Arrays.stream(values).boxed().toList();
    if (values.length == 0) {
      return new Estimate(OptionalDouble.empty(), Optional.empty(), runs);
    }
    double value = Quantiles.median(values);
    Optional<ConfidenceInterval> interval =
        group.isRepeated()
            ? Optional.of(Quantiles.median95(values))
            : metric.flatMap(
                each ->
                    Optional.ofNullable(compared.single().get(group.runs().getFirst()))
                        .flatMap(replicates -> replicates.interval(each, value)));
    return new Estimate(OptionalDouble.of(value), interval.flatMap(Range::of), runs);
  }
}
