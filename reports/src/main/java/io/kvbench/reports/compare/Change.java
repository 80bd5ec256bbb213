package io.kvbench.reports.compare;

import io.kvbench.reports.compare.Noise.Judgement;
import java.util.List;
import java.util.stream.Stream;

/**
 * A figure of a run, compared with that of an earlier one.
 *
 * @param before the figure of the earlier run; NaN where it has none
 * @param now the figure of this one; NaN where it has none
 * @param noise by how much of the earlier one it has changed, and whether that is noise
 * @param notComparable why the two cannot be compared; none where they may be
 */
public record Change(
    Statistic statistic, double before, double now, Noise noise, List<Difference> notComparable) {
  public Change {
    notComparable = List.copyOf(notComparable);
  }

  public static List<Change> between(ComparedRun before, ComparedRun now) {
    List<Difference> differences = Differences.between(List.of(before, now));
    BlockReplicates earlier = new BlockReplicates(before.blocks(), 0);
    BlockReplicates later = new BlockReplicates(now.blocks(), 1);
    return Stream.of(Statistic.values())
        .map(
            statistic ->
                new Change(
                    statistic,
                    statistic.of(before.measured()),
                    statistic.of(now.measured()),
                    BlockReplicates.difference(later, earlier, statistic),
                    affecting(statistic, differences)))
        .toList();
  }

  private static List<Difference> affecting(Statistic statistic, List<Difference> differences) {
    return differences.stream()
        .filter(difference -> difference.affects().contains(statistic.group()))
        .filter(difference -> difference.isBetween(0, 1))
        .toList();
  }

  /** Returns whether noise can be told, so that the other methods say something. */
  public boolean isKnown() {
    return noise.judgement() == Judgement.OUTSIDE || noise.judgement() == Judgement.WITHIN;
  }

  /**
   * Returns whether the figure is worse by more than a tolerance, all noise allowed for: the whole
   * interval of what the change may be lies beyond it.
   *
   * @param tolerance a part of 1 of the earlier figure; 0 or more
   */
  public boolean isWorseByMoreThan(double tolerance) {
    return isKnown()
        && (statistic.moreIsBetter() ? noise.high() < -tolerance : noise.low() > tolerance);
  }
}
