package io.kvbench.reports.compare;

import io.kvbench.reports.table.Cell;
import java.util.List;
import java.util.Set;

/**
 * A difference between runs other than in their measurements, or a reason for which the
 * measurements of one of them are misleading.
 *
 * @param number from 1 for those that make rows incomparable; 0 for those that are reported only
 * @param subject what it is about, in words
 * @param why what follows from it, in a sentence; empty where nothing does
 * @param affects the rows that it makes incomparable
 * @param values of each run
 * @param sides of each run; runs on the same side can be compared
 */
public record Difference(
    int number,
    String subject,
    String why,
    Set<RowGroup> affects,
    List<Cell> values,
    List<Integer> sides) {
  Difference numbered(int newNumber) {
    return new Difference(newNumber, subject, why, affects, values, sides);
  }

  /** Returns whether the two runs with these indices differ. */
  boolean isBetween(int one, int other) {
    return !sides.get(one).equals(sides.get(other));
  }

  /** Returns whether there is anything to report: runs on several sides, or a flaw. */
  boolean isReported() {
    return sides.stream().distinct().count() > 1 || sides.getFirst() >= sides.size();
  }

  /** Returns the numbers of those that make rows of a group incomparable. */
  static List<Integer> marks(List<Difference> differences, RowGroup group) {
    return differences.stream()
        .filter(difference -> difference.affects.contains(group))
        .map(Difference::number)
        .toList();
  }
}
