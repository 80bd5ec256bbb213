package io.kvbench.reports.series;

import java.util.List;
import java.util.OptionalDouble;

/**
 * A line of a plot: one run.
 *
 * @param place of the run among all runs, by which it has its dashes and its marker
 * @param label the name of the run
 * @param system by which it has its colour
 * @param points by where they are on the axis
 */
public record Line(int place, String label, String system, List<Point> points) {
  public Line {
    points = List.copyOf(points);
  }

  /**
   * A figure of a run; empty where it is not known, so that a gap stays a gap.
   *
   * @param startsAnew whether no line leads to it from the point before
   * @param low the least that is in it, in plots that show that
   * @param high the most
   */
  public record Point(
      long x, boolean startsAnew, OptionalDouble y, OptionalDouble low, OptionalDouble high) {}

  public boolean isKnown() {
    return points.stream().anyMatch(point -> point.y().isPresent());
  }
}
