package io.kvbench.reports.document;

import io.kvbench.results.figure.Unit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A chart without a form: pages draw it with ECharts, images with JFreeChart. Figures that are not
 * known are {@link #ABSENT} and drawn as gaps; all figures are 0 or more.
 */
public sealed interface Chart extends Element {
  /** A figure that is not known. */
  long ABSENT = -1;

  /** Returns its name in the document, in small letters. */
  String id();

  String title();

  /** Returns what has to be known to read it. */
  String note();

  /**
   * The time axis that charts of a document share, from 0 on.
   *
   * @param phases parts of it, in order
   * @param faultWindows the times that were disturbed on purpose
   * @param marks what happened, in order
   * @param rows the kinds of marks
   */
  record TimeAxis(
      double endSeconds,
      List<PhaseRange> phases,
      List<Span> faultWindows,
      List<Mark> marks,
      List<MarkRow> rows) {
    public TimeAxis {
      phases = List.copyOf(phases);
      faultWindows = List.copyOf(faultWindows);
      marks = List.copyOf(marks);
      rows = List.copyOf(rows);
    }
  }

  /** A part of the time axis with a name. */
  record PhaseRange(String name, double from, double to) {}

  record Span(double from, double to) {}

  record Mark(double at, String kind, String text) {}

  /**
   * A kind of marks.
   *
   * @param kind that of its marks
   * @param label what stands above it
   * @param seldom whether other charts have a line for each of its marks
   */
  record MarkRow(String kind, String label, MarkShape shape, Stroke stroke, boolean seldom) {}

  /**
   * A line chart over time.
   *
   * @param axis what the values are, beside their axis
   * @param logarithmic whether the scale of values is
   */
  record Lines(
      String id,
      String title,
      String note,
      Unit unit,
      String axis,
      boolean logarithmic,
      TimeAxis time,
      List<Line> lines)
      implements Chart {
    public Lines {
      lines = List.copyOf(lines);
    }

    /** A single dot is not a chart. */
    @Override
    public boolean isEmpty() {
      return lines.stream().noneMatch(line -> line.knownCount() > 1);
    }
  }

  /**
   * A line of a chart.
   *
   * @param seconds when, each; as many as values
   */
  record Line(String name, List<Number> seconds, Stroke stroke, List<Number> values) {
    public boolean isKnown() {
      return knownCount() > 0;
    }

    private long knownCount() {
      return values.stream().filter(value -> value.doubleValue() >= 0).count();
    }
  }

  /** A timeline of events: the marks of the time axis, with one row for each kind. */
  record Happenings(String id, String title, String note, TimeAxis time) implements Chart {}

  /**
   * A heat map of response times over time.
   *
   * @param seconds the middles of its columns
   * @param edgesMicros the bounds of its rows, ascending; one more than there are rows
   * @param widths how many seconds each column covers
   * @param columns of each time, the rows that are not empty and how many are in them by turns
   */
  record Heat(
      String id,
      String title,
      String note,
      TimeAxis time,
      List<Number> seconds,
      Stroke stroke,
      List<Number> edgesMicros,
      List<Number> widths,
      List<List<Number>> columns)
      implements Chart {}

  /** A chart of times by percentile. */
  record Percentiles(String id, String title, String note, List<Curve> curves) implements Chart {}

  /**
   * A curve of a chart.
   *
   * @param points by turns of how many operations one took longer, and how long in microseconds
   */
  record Curve(String name, Stroke stroke, List<Number> points) {}

  /**
   * A chart of figures over the loads at which they were measured.
   *
   * @param axis what the load is a number of
   * @param values what the values are, beside their axis
   * @param diagonal whether to draw the values that equal the loads
   * @param kinds of points; one where they do not differ
   */
  record OverLoad(
      String id,
      String title,
      String note,
      Unit unit,
      String axis,
      String values,
      boolean diagonal,
      List<NamedLoad> marks,
      List<PointKind> kinds,
      List<LoadLine> lines)
      implements Chart {
    /** The ratio of loads above which the scale is logarithmic. */
    private static final double FAR_APART = 30;

    /** A single dot is not a chart. */
    @Override
    public boolean isEmpty() {
      return lines.stream().noneMatch(line -> line.points.size() > 1);
    }

    /** Returns whether the scale of loads is logarithmic. */
    public boolean isWide() {
      double least = lines.stream().mapToDouble(line -> line.extreme(false)).min().orElse(0);
      double most = lines.stream().mapToDouble(line -> line.extreme(true)).max().orElse(0);
      return least > 0 && most / least > FAR_APART;
    }
  }

  record NamedLoad(String name, double at) {}

  /** A kind of point, by the outcome of its measurement. */
  record PointKind(String name, MarkShape shape, Tone tone) {}

  record LoadLine(String name, Stroke stroke, List<LoadPoint> points) {
    double extreme(boolean most) {
      var loads = points.stream().mapToDouble(LoadPoint::load);
      return (most ? loads.max() : loads.min()).orElse(0);
    }
  }

  /**
   * A point of a chart over load.
   *
   * @param kind which of the chart's, from 0
   */
  record LoadPoint(double load, double value, int kind) {}

  /**
   * A figure over runs, in their order.
   *
   * @param names of the runs, on up to two lines
   * @param changes the indices of the first runs after changes, ascending
   * @param levels of the figure, one more than there are changes
   */
  record OverRuns(
      String id,
      String title,
      String note,
      Unit unit,
      List<String> names,
      Stroke stroke,
      List<Number> values,
      List<Integer> changes,
      List<Number> levels)
      implements Chart {}

  /** Wholes divided into shares. */
  record Shares(String id, String title, String note, List<ShareKind> kinds, List<Whole> wholes)
      implements Chart {
    public ShareKind kind(Share share) {
      return kinds.stream()
          .filter(kind -> kind.name().equals(share.name()))
          .findFirst()
          .orElseThrow();
    }
  }

  /**
   * A kind of share of a whole.
   *
   * @param sign the letter that draws it in a text
   */
  record ShareKind(String name, Stroke stroke, String sign, Tone tone) {}

  /**
   * A whole.
   *
   * @param about what it is a whole of, in words
   */
  record Whole(String name, String about, List<Share> shares) {}

  /** A part of it, from 0 to 1. */
  record Share(String name, double share) {}

  /** A histogram of times in bins whose bounds have equal ratios. */
  record Distribution(String id, String title, String note, List<Bin> bins) implements Chart {}

  /**
   * The times between two bounds.
   *
   * @param share of all, from 0 to 1
   * @param marks the percentiles among them
   */
  record Bin(long fromMicros, long toMicros, long count, double share, String marks) {}

  /**
   * A bar chart in panels; the bars begin at 0.
   *
   * @param oneScale whether all panels have the same scale
   */
  record Bars(String id, String title, String note, boolean oneScale, List<Panel> panels)
      implements Chart {
    @Override
    public boolean isEmpty() {
      return panels.stream().noneMatch(panel -> panel.most() > 0);
    }

    /** Returns as many panels beside each other as leave no hole. */
    public int beside() {
      return panels.size() % 3 == 0 ? 3 : panels.size() % 2 == 0 ? 2 : 1;
    }

    /** Returns the value at the end of the scale of a panel. */
    public double most(Panel panel) {
      return oneScale ? panels.stream().mapToDouble(Panel::most).max().orElse(0) : panel.most();
    }
  }

  record Panel(String title, String note, List<Bar> bars) {
    private double most() {
      return bars.stream().mapToDouble(Bar::most).max().orElse(0);
    }
  }

  /**
   * A horizontal bar.
   *
   * @param value empty where it is not known
   * @param text the value in words
   * @param limits ends of a line over it, ascending; empty for none
   * @param dots single values
   */
  record Bar(
      String label,
      Stroke stroke,
      OptionalDouble value,
      String text,
      List<Double> limits,
      List<Double> dots) {
    private double most() {
      double most = value.orElse(0);
      for (double each : limits) {
        most = Math.max(most, each);
      }
      for (double each : dots) {
        most = Math.max(most, each);
      }
      return most;
    }
  }

  /**
   * Figures over two axes, as coloured grids.
   *
   * @param corner the names of the axes
   * @param columns the values of the axis across
   * @param rows the values of the axis down
   */
  record Grids(
      String id,
      String title,
      String note,
      String corner,
      List<String> columns,
      List<String> rows,
      List<ColourGrid> grids)
      implements Chart {}

  /**
   * A grid of coloured squares.
   *
   * @param title empty for the only one
   * @param rows with a square for each column
   */
  record ColourGrid(String title, List<List<Tile>> rows) {}

  /**
   * A square of a grid.
   *
   * @param text its figure in words
   * @param strength how strong its colour is, from 0 to 1; of what is less, with a negative sign;
   *     empty where nothing is known
   * @param link the page behind it
   */
  record Tile(String text, OptionalDouble strength, Optional<String> link) {}
}
