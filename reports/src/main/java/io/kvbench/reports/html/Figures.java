package io.kvbench.reports.html;

import io.kvbench.results.figure.Unit;
import java.util.ArrayList;
import java.util.List;

/**
 * Everything that a page draws, as plain figures. Whatever is not known is {@link #ABSENT}: it is
 * drawn as a gap.
 *
 * @param times the seconds of the shared time axis; each line of {@link Lines} names one of these
 * @param endSeconds where the time axis ends; it begins at 0
 * @param phases parts of the time axis, in order
 * @param faultWindows the times that were disturbed on purpose
 * @param marks what happened, in order
 * @param charts in the order of the page
 */
record Figures(
    List<List<Number>> times,
    double endSeconds,
    List<Phase> phases,
    List<Span> faultWindows,
    List<Mark> marks,
    List<Chart> charts) {

  static final long ABSENT = -1;

  Figures {
    times = List.copyOf(times);
    phases = List.copyOf(phases);
    faultWindows = List.copyOf(faultWindows);
    marks = List.copyOf(marks);
    charts = List.copyOf(charts);
  }

  /** Returns the same with more charts, which come first. */
  Figures with(List<Chart> first) {
    List<Chart> all = new ArrayList<>(first);
    all.addAll(charts);
    return new Figures(times, endSeconds, phases, faultWindows, marks, all);
  }

  /** A part of the time axis. */
  record Phase(String name, double from, double to) {}

  /** Seconds of the time axis. */
  record Span(double from, double to) {}

  /** Something that happened. */
  record Mark(double at, String kind, String text) {}

  /** How a line looks: its colour on light and on dark paper, and which dashes it has, from 0. */
  record Stroke(String light, String dark, int dash) {}

  /** One of the charts. */
  sealed interface Chart {
    /** Returns what it is called in the page, in small letters. */
    String id();

    String title();

    /** Returns what has to be known to read it. */
    String note();
  }

  /**
   * Lines over time.
   *
   * @param kind {@code lines}
   * @param logarithmic whether the scale of values is
   */
  record Lines(
      String kind,
      String id,
      String title,
      String note,
      Unit unit,
      boolean logarithmic,
      List<Line> lines)
      implements Chart {
    /** Returns a chart, in which times have a logarithmic scale. */
    static Lines of(String id, String title, String note, Unit unit, List<Line> lines) {
      return new Lines("lines", id, title, note, unit, unit == Unit.MICROS, lines);
    }
  }

  /**
   * One of them.
   *
   * @param time which of the figures' times its values belong to
   */
  record Line(String name, int time, Stroke stroke, List<Number> values) {

    boolean isKnown() {
      return values.stream().anyMatch(value -> value.doubleValue() >= 0);
    }
  }

  /** When something happened, a row for each kind of it: the figures' marks. */
  record Happenings(String kind, String id, String title, String note, List<EventRow> rows)
      implements Chart {}

  /**
   * One of its rows.
   *
   * @param kind that of its marks
   * @param label what stands above it
   * @param seldom whether other charts have a line for each of its marks
   */
  record EventRow(String kind, String label, EventShape shape, Stroke stroke, boolean seldom) {}

  /**
   * How many response times there were of each length, over time.
   *
   * @param kind {@code heat}
   * @param time which of the figures' times are the middles of its columns
   * @param edgesMicros the bounds of its rows, ascending; one more than there are rows
   * @param widths how many seconds each column covers
   * @param columns of each time, the rows that are not empty and how many are in them by turns
   */
  record Heat(
      String kind,
      String id,
      String title,
      String note,
      int time,
      Stroke stroke,
      List<Number> edgesMicros,
      List<Number> widths,
      List<List<Number>> columns)
      implements Chart {}

  /** Times by percentile. */
  record Percentiles(String kind, String id, String title, String note, List<Curve> curves)
      implements Chart {
    static Percentiles of(String id, String title, String note, List<Curve> curves) {
      return new Percentiles("percentiles", id, title, note, curves);
    }
  }

  /**
   * Figures over the loads at which they were measured.
   *
   * @param kind {@code loads}
   * @param logarithmic whether the scale of values is
   * @param axis what the load is a number of
   * @param wide whether the scale of loads is logarithmic
   * @param diagonal whether to draw the values that equal the loads
   */
  record OverLoad(
      String kind,
      String id,
      String title,
      String note,
      Unit unit,
      boolean logarithmic,
      String axis,
      boolean wide,
      boolean diagonal,
      List<NamedLoad> marks,
      List<Curve> curves)
      implements Chart {}

  /** A load that has a name. */
  record NamedLoad(String name, Number at) {}

  /**
   * One of the curves of a chart.
   *
   * @param points by turns where, and how much: of how many operations one took longer, and how
   *     long in microseconds; or a load, and a value
   */
  record Curve(String name, Stroke stroke, List<Number> points) {}

  /**
   * A figure over runs, in their order.
   *
   * @param kind {@code runs}
   * @param names of the runs
   * @param changes the indices of the first runs after changes, ascending
   * @param levels of the figure, one more than there are changes
   */
  record OverRuns(
      String kind,
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

  /** Wholes and what they are made of. */
  record Shares(
      String kind, String id, String title, String note, List<PartKind> parts, List<Bar> bars)
      implements Chart {}

  /** What wholes are made of. */
  record PartKind(String name, Stroke stroke) {}

  /** A whole. */
  record Bar(String name, List<Part> parts) {}

  /** A part of it, from 0 to 1. */
  record Part(String name, double share) {}

  /** Returns a figure with no more digits than can be seen. */
  static Number rounded(double value) {
    if (value < 0 || !Double.isFinite(value)) {
      return ABSENT;
    }
    long whole = Math.round(value);
    double tenths = Math.round(value * 10) / 10.0;
    if (value >= 1_000 || tenths == whole) {
      return whole;
    }
    return tenths;
  }

  /** Returns a figure to three decimals. */
  static Number thousandths(double value) {
    return Math.round(value * 1_000) / 1_000.0;
  }
}
