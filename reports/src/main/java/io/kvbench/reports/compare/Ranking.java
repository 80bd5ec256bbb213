package io.kvbench.reports.compare;

import io.kvbench.results.figure.Better;
import io.kvbench.results.figure.Metric;
import io.kvbench.results.figure.MetricLists;
import io.kvbench.results.figure.Unit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The best and the second-best group of runs in one figure.
 *
 * @param figure what it is about, in words
 * @param unit of the figures
 * @param best the index of the best group of runs
 * @param next the index of the next best
 * @param bestValue its figure, the median of its runs
 * @param nextValue likewise
 * @param noise whether the difference is more than noise
 * @param notComparable the numbers of the differences because of which the two are not to be held
 *     against each other
 */
public record Ranking(
    String figure,
    Unit unit,
    int best,
    int next,
    double bestValue,
    double nextValue,
    Noise noise,
    List<Integer> notComparable) {
  /** Returns how much more the best has than the next, as a part of 1; less is negative. */
  public double difference() {
    return bestValue / nextValue - 1;
  }

  public boolean isTie() {
    return bestValue == nextValue;
  }

  /** Returns the rankings of all figures; none of one group. */
  static List<Ranking> of(ComparedGroups compared, List<Row> coordination, List<Row> costs) {
    List<Ranking> rankings = new ArrayList<>();
    if (compared.groups().size() < 2) {
      return rankings;
    }
    for (Metric metric : MetricLists.COMPARED) {
      String name = compared.composites() + metric.words();
      RowGroup group = RowGroup.of(metric);
      double[] values = compared.values(metric);
      of(compared, name, metric.unit(), group, values, Optional.of(metric))
          .ifPresent(rankings::add);
    }
    // Violations, where there were any; and times between operations.
    coordination.stream()
        .filter(row -> row.better() == Better.LESS)
        .filter(row -> Arrays.stream(row.values()).anyMatch(value -> value > 0))
        .forEach(row -> of(compared, row).ifPresent(rankings::add));
    // Less of all of these is better: times per operation, and all per byte.
    costs.stream()
        .filter(row -> row.unit().filter(EnumSet.of(Unit.NANOS, Unit.RATIO)::contains).isPresent())
        .forEach(row -> of(compared, row).ifPresent(rankings::add));
    return rankings;
  }

  /** A figure of whole runs, less of which is better. */
  private static Optional<Ranking> of(ComparedGroups compared, Row row) {
    Unit unit = row.unit().orElse(Unit.COUNT);
    return of(compared, row.name(), unit, row.group(), row.values(), Optional.empty());
  }

  /**
   * Ranks the groups in a figure; empty where fewer than two have it.
   *
   * @param metric a figure that parts of a run have too, so that noise can be estimated
   */
  private static Optional<Ranking> of(
      ComparedGroups compared,
      String figure,
      Unit unit,
      RowGroup group,
      double[] perRun,
      Optional<Metric> metric) {
    boolean more = metric.filter(each -> each.better() == Better.MORE).isPresent();
    boolean counted = more || unit == Unit.COUNT || unit == Unit.SHARE;
    List<RunGroup> groups = compared.groups();
    double[] values = groups.stream().mapToDouble(each -> each.median(perRun)).toArray();
    Comparator<Integer> ascending = Comparator.comparingDouble(index -> values[index]);
    List<Integer> sorted =
        IntStream.range(0, values.length)
            .filter(index -> values[index] > 0 || (values[index] == 0 && counted))
            .boxed()
            .sorted(more ? ascending.reversed() : ascending)
            .toList();
    if (sorted.size() < 2) {
      return Optional.empty();
    }
    int best = sorted.get(0);
    int next = sorted.get(1);
    Noise noise = noise(compared, groups.get(best), groups.get(next), perRun, metric);
    List<Difference> between =
        compared.differences().stream()
            .filter(each -> groups.get(best).differsFrom(groups.get(next), each))
            .toList();
    return Optional.of(
        new Ranking(
            figure,
            unit,
            best,
            next,
            values[best],
            values[next],
            noise,
            Difference.marks(between, group)));
  }

  /** Repeats show the noise directly; for single runs, their blocks do. */
  private static Noise noise(
      ComparedGroups compared,
      RunGroup best,
      RunGroup next,
      double[] perRun,
      Optional<Metric> metric) {
    if (best.isRepeated() || next.isRepeated()) {
      double[] ones = best.of(perRun);
      double[] others = next.of(perRun);
      boolean paired =
          ones.length == others.length && RunGroups.areInterleaved(compared.runs(), best, next);
      return Noise.overRuns(ones, others, paired && ones.length == best.runs().size());
    }
    BlockReplicates one = compared.single().get(best.runs().getFirst());
    BlockReplicates other = compared.single().get(next.runs().getFirst());
    return metric.isEmpty() || one == null || other == null
        ? Noise.unknown()
        : BlockReplicates.difference(one, other, metric.get());
  }
}
