package io.kvbench.reports.compare;

import java.util.ArrayList;
import java.util.List;

/** Which runs can be held against each other as far as one aspect goes. */
final class Sides {
  private Sides() {}

  /**
   * Returns the side of each run. A run is on the side of the first one that is like it; one with a
   * flaw is alone on its own.
   */
  static List<Integer> of(List<Cell> values, Aspect aspect) {
    List<Integer> sides = new ArrayList<>();
    for (int run = 0; run < values.size(); run++) {
      sides.add(side(values, run, aspect));
    }
    return sides;
  }

  private static int side(List<Cell> values, int run, Aspect aspect) {
    Cell value = values.get(run);
    if (aspect.isFlaw(value)) {
      return values.size() + run;
    }
    for (int before = 0; before < run; before++) {
      Cell other = values.get(before);
      if (!aspect.isFlaw(other) && aspect.alike(other, value)) {
        return before;
      }
    }
    return run;
  }

  /** Returns whether anything is to be told: runs on several sides, or a flaw. */
  static boolean differ(List<Integer> sides) {
    return sides.stream().distinct().count() > 1 || sides.getFirst() >= sides.size();
  }
}
