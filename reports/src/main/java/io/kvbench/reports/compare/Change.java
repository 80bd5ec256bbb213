package io.kvbench.reports.compare;

import io.kvbench.results.figure.Metric;
import io.kvbench.results.figure.MetricLists;
import java.util.List;

/**
 * A figure of a run, compared with that of an earlier one.
 *
 * @param before the figure of the earlier run; NaN where it has none
 * @param now the figure of this one; NaN where it has none
 * @param noise by how much of the earlier one it has changed, and whether that is noise
 * @param notComparable why the two cannot be compared; none where they may be
 */
public record Change(
    Metric metric, double before, double now, Noise noise, List<Difference> notComparable) {
  public static List<Change> between(ComparedRun before, ComparedRun now) {
    List<Difference> differences = Differences.between(List.of(before, now));
    BlockReplicates earlier = new BlockReplicates(before.blocks(), 0);
    BlockReplicates later = new BlockReplicates(now.blocks(), 1);
    return MetricLists.COMPARED.stream()
        .map(
            metric ->
                new Change(
                    metric,
                    metric.of(before.measured()).orElse(Double.NaN),
                    metric.of(now.measured()).orElse(Double.NaN),
                    BlockReplicates.difference(later, earlier, metric),
                    affecting(metric, differences)))
        .toList();
  }

  private static List<Difference> affecting(Metric metric, List<Difference> differences) {
    return differences.stream()
        .filter(difference -> difference.affects().contains(RowGroup.of(metric)))
        .filter(difference -> difference.isBetween(0, 1))
        .toList();
  }

  /** Returns whether noise could be estimated, which the other methods require. */
  public boolean isKnown() {
    return noise.isKnown();
  }

  /**
   * Returns whether the figure is worse by more than a tolerance, all noise allowed for: the whole
   * interval of what the change may be lies beyond it.
   *
   * @param tolerance a part of 1 of the earlier figure; 0 or more
   */
  public boolean isWorseByMoreThan(double tolerance) {
    return isKnown() && metric.better().isWorse(noise.low(), noise.high(), tolerance);
  }
}
