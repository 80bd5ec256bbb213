package io.kvbench.reports.series;

import io.kvbench.results.figure.Metric;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Figures of runs over an axis, as they stand in a file and in a picture.
 *
 * @param name of its files, without what tells their kind
 * @param y what is shown
 * @param low what its least is, in plots that show that
 * @param high what its most is
 * @param lines one for each run of which something is known
 * @param planned what the schedules of runs asked for, each once; none but of throughput over
 *     seconds
 * @param unknown the labels of the other runs
 * @param events what happened to each of the lines, in their order; none but over seconds
 * @param cuts which kinds of events are not all there, in words
 * @param notes what has to be known of the systems to compare them, in words
 */
public record Plot(
    String name,
    String title,
    PlotAxis axis,
    Metric y,
    Optional<Metric> low,
    Optional<Metric> high,
    List<Line> lines,
    List<Line> planned,
    List<String> unknown,
    List<List<Event>> events,
    List<String> cuts,
    List<String> notes) {

  public Plot {
    lines = List.copyOf(lines);
    planned = List.copyOf(planned);
    unknown = List.copyOf(unknown);
    events = List.copyOf(events);
    cuts = List.copyOf(cuts);
    notes = List.copyOf(notes);
  }

  public String words() {
    return high.isPresent() ? y.words() + " and range" : y.words();
  }

  /**
   * A line of a plot: one run.
   *
   * @param place of the run among all runs, by which it has its dashes and its marker
   * @param system by which it has its colour
   * @param points by where they are on the axis
   */
  public record Line(int place, String label, String system, List<Point> points) {
    public Line {
      points = List.copyOf(points);
    }

    public boolean isKnown() {
      return points.stream().anyMatch(point -> point.y().isPresent());
    }
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
}
