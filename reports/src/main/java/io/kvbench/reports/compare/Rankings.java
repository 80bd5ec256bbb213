package io.kvbench.reports.compare;

import io.kvbench.results.figure.Better;
import io.kvbench.results.figure.Metric;
import io.kvbench.results.figure.Unit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** The rankings of a comparison, one for each figure: the best group against the second best. */
final class Rankings {
  private final List<ComparedRun> runs;
  private final List<RunGroup> groups;
  private final List<Difference> differences;
  private final Map<Integer, BlockReplicates> single;
  private final List<Ranking> standings = new ArrayList<>();

  private Rankings(
      List<ComparedRun> runs,
      List<RunGroup> groups,
      List<Difference> differences,
      Map<Integer, BlockReplicates> single) {
    this.runs = runs;
    this.groups = groups;
    this.differences = differences;
    this.single = single;
  }

  /**
   * Ranks the groups in each figure.
   *
   * @param single the replicates of runs that were not repeated, by their index
   */
  static List<Ranking> of(
      List<ComparedRun> runs,
      List<RunGroup> groups,
      List<Difference> differences,
      Map<Integer, BlockReplicates> single,
      List<Row> coordination,
      List<Row> costs) {
    if (groups.size() < 2) {
      return List.of();
    }
    Rankings standings = new Rankings(runs, groups, differences, single);
    String of = composites(runs);
    BlockReplicates.FIGURES.forEach(metric -> standings.add(of, metric));
    coordination.forEach(standings::coordination);
    costs.forEach(standings::cost);
    return List.copyOf(standings.standings);
  }

  /** The composites that all runs are about, as the beginning of a name. */
  static String composites(List<ComparedRun> runs) {
    String first = runs.getFirst().measured().composites();
    boolean alike = runs.stream().allMatch(run -> run.measured().composites().equals(first));
    return alike && !first.isEmpty() ? first + " " : "";
  }

  /** A figure that parts of a run have too, so that noise can be estimated. */
  private void add(String of, Metric metric) {
    double[] values =
        runs.stream().mapToDouble(run -> metric.of(run.measured()).orElse(Double.NaN)).toArray();
    add(of + metric.words(), metric.unit(), RowGroup.of(metric), values, Optional.of(metric));
  }

  /** Figures of whole runs, less of which is better: times per operation, and all per byte. */
  private void cost(Row row) {
    Unit unit = row.unit().orElse(Unit.COUNT);
    if (unit == Unit.NANOS || unit == Unit.TIMES) {
      double[] values =
          row.cells().stream().mapToDouble(cell -> cell.figure().orElse(Double.NaN)).toArray();
      add(row.name(), unit, row.group(), values, Optional.empty());
    }
  }

  /** Violations, where there were any; and times between operations. */
  private void coordination(Row row) {
    double[] values =
        row.cells().stream().mapToDouble(cell -> cell.figure().orElse(Double.NaN)).toArray();
    if (row.better() == Better.LESS && Arrays.stream(values).anyMatch(value -> value > 0)) {
      add(row.name(), row.unit().orElse(Unit.COUNT), row.group(), values, Optional.empty());
    }
  }

  private void add(
      String figure, Unit unit, RowGroup group, double[] perRun, Optional<Metric> metric) {
    boolean more = metric.filter(each -> each.better() == Better.MORE).isPresent();
    boolean counted = more || unit == Unit.COUNT || unit == Unit.SHARE;
    double[] values = groups.stream().mapToDouble(each -> each.median(perRun)).toArray();
    Comparator<Integer> ascending = Comparator.comparingDouble(index -> values[index]);
    List<Integer> sorted =
        IntStream.range(0, values.length)
            .filter(index -> values[index] > 0 || (values[index] == 0 && counted))
            .boxed()
            .sorted(more ? ascending.reversed() : ascending)
            .toList();
    if (sorted.size() < 2) {
      return;
    }
    int best = sorted.get(0);
    int next = sorted.get(1);
    Noise noise = noise(groups.get(best), groups.get(next), perRun, metric);
    standings.add(
        new Ranking(
            figure, unit, best, next, values[best], values[next], noise, marks(group, best, next)));
  }

  /** Repeats show the noise directly; for single runs, their blocks do. */
  private Noise noise(RunGroup best, RunGroup next, double[] perRun, Optional<Metric> metric) {
    if (best.isRepeated() || next.isRepeated()) {
      double[] ones = best.of(perRun);
      double[] others = next.of(perRun);
      boolean paired = ones.length == others.length && RunGroups.areInterleaved(runs, best, next);
      return Noise.overRuns(ones, others, paired && ones.length == best.runs().size());
    }
    BlockReplicates one = single.get(best.runs().getFirst());
    BlockReplicates other = single.get(next.runs().getFirst());
    return metric.isEmpty() || one == null || other == null
        ? Noise.unknown()
        : BlockReplicates.difference(one, other, metric.get());
  }

  private List<Integer> marks(RowGroup group, int best, int next) {
    return differences.stream()
        .filter(difference -> difference.affects().contains(group))
        .filter(
            difference ->
                groups.get(best).runs().stream()
                    .anyMatch(
                        one ->
                            groups.get(next).runs().stream()
                                .anyMatch(other -> difference.isBetween(one, other))))
        .map(Difference::number)
        .toList();
  }
}
