package io.kvbench.reports.compare;

import io.kvbench.reports.table.Cell;
import java.util.Collections;
import java.util.EnumSet;
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
  public Difference {
    Set<RowGroup> sorted = EnumSet.noneOf(RowGroup.class);
    sorted.addAll(affects);
    affects = Collections.unmodifiableSet(sorted);
    values = List.copyOf(values);
    sides = List.copyOf(sides);
  }

  Difference numbered(int newNumber) {
    return new Difference(newNumber, subject, why, affects, values, sides);
  }

  /** Returns whether the two runs with these indices differ. */
  boolean isBetween(int one, int other) {
    return !sides.get(one).equals(sides.get(other));
  }
}
