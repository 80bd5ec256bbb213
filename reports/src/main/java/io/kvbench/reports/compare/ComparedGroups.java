package io.kvbench.reports.compare;

import io.kvbench.results.figure.Metric;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The runs of a comparison with what judges their figures.
 *
 * @param groups the runs that are repeats of each other
 * @param single the replicates of runs that were not repeated, by their index
 */
record ComparedGroups(
    List<ComparedRun> runs,
    List<RunGroup> groups,
    List<Difference> differences,
    Map<Integer, BlockReplicates> single) {
  static ComparedGroups of(List<ComparedRun> given) {
    List<ComparedRun> runs = List.copyOf(given);
    List<RunGroup> groups = RunGroups.of(runs);
    Map<Integer, BlockReplicates> single =
        groups.parallelStream()
            .filter(group -> !group.isRepeated())
            .map(group -> group.runs().getFirst())
            .collect(
                Collectors.toMap(
                    run -> run, run -> new BlockReplicates(runs.get(run).blocks(), run)));
    return new ComparedGroups(runs, groups, Differences.between(runs), single);
  }

  /** Returns a figure of each run; NaN where it is not known. */
  double[] values(Metric metric) {
    return runs.stream().mapToDouble(run -> metric.of(run.measured()).orElse(Double.NaN)).toArray();
  }

  /** Returns the composites that all runs are about, as the beginning of a name. */
  String composites() {
    String first = runs.getFirst().measured().composites();
    boolean alike = runs.stream().allMatch(run -> run.measured().composites().equals(first));
    return alike && !first.isEmpty() ? first + " " : "";
  }

  /** Returns rows with one cell for each group instead of one for each run. */
  List<Row> rows(List<Row> perRun) {
    return perRun.stream()
        .map(
            row ->
                new Row(
                    row.name(),
                    row.rawName(),
                    row.group(),
                    row.better(),
                    groups.stream().map(group -> group.cell(row.cells())).toList(),
                    row.notComparable()))
        .toList();
  }
}
