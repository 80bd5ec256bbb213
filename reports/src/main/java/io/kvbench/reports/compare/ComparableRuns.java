package io.kvbench.reports.compare;

import io.kvbench.reports.table.Cell;
import java.util.ArrayList;
import java.util.List;

/** The runs that can be compared in one aspect. */
final class ComparableRuns {
  private ComparableRuns() {}

  /**
   * Returns the side of each run. A run is on the side of the first one that is like it; one with a
   * flaw is alone on its own.
   */
  static List<Integer> of(List<ComparedRun> runs, List<Cell> values, Aspect aspect) {
    List<Integer> sides = new ArrayList<>();
    for (int run = 0; run < values.size(); run++) {
      sides.add(side(runs, values, run, aspect));
    }
    return sides;
  }

  private static int side(List<ComparedRun> runs, List<Cell> values, int run, Aspect aspect) {
    if (aspect.isFlaw(values.get(run))) {
      return values.size() + run;
    }
    for (int before = 0; before < run; before++) {
      if (!aspect.isFlaw(values.get(before)) && aspect.alike(runs.get(before), runs.get(run))) {
        return before;
      }
    }
    return run;
  }

  /** Returns whether there is anything to report: runs on several sides, or a flaw. */
  static boolean differ(List<Integer> sides) {
    return sides.stream().distinct().count() > 1 || sides.getFirst() >= sides.size();
  }
}
