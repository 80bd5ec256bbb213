package io.kvbench.reports.content;

import io.kvbench.reports.document.Chart.LoadLine;
import io.kvbench.reports.document.Chart.LoadPoint;
import io.kvbench.reports.document.Chart.NamedLoad;
import io.kvbench.reports.document.Chart.OverLoad;
import io.kvbench.reports.document.Chart.PointKind;
import io.kvbench.reports.document.MarkShape;
import io.kvbench.reports.document.Stroke;
import io.kvbench.reports.document.Tone;
import io.kvbench.reports.run.LoadCurve;
import io.kvbench.reports.run.LoadCurve.Load;
import io.kvbench.reports.run.LoadCurve.Point;
import io.kvbench.results.figure.Metric;
import io.kvbench.results.figure.MetricLists;
import io.kvbench.results.figure.Unit;
import io.kvbench.results.format.FindResult.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;

/** Throughput and response times over the load, of one run or of several. */
public final class LoadCharts {
  private static final List<PointKind> KINDS =
      List.of(
          new PointKind("passed", MarkShape.CIRCLE, Tone.GOOD),
          new PointKind("failed", MarkShape.CROSS, Tone.BAD),
          new PointKind("client limited", MarkShape.DIAMOND, Tone.DOUBTFUL),
          new PointKind("measured", MarkShape.SQUARE, Tone.PLAIN));

  private LoadCharts() {}

  /** A curve of a run. */
  record Named(String name, Stroke stroke, LoadCurve curve) {}

  public static List<OverLoad> of(LoadCurve curve, String system) {
    List<LoadLine> times = new ArrayList<>();
    for (Metric each : MetricLists.LOAD) {
      times.add(line(each.words(), Strokes.part(times.size()), curve, micros(each)));
    }
    String name = curve.load() == Load.OFFERED_RATE ? "achieved" : "throughput";
    return known(
        Stream.of(
            throughput(List.of(new Named(name, Strokes.system(system), curve))),
            times("load-response", "Response time", curve, times)));
  }

  /** Returns the charts of several runs over their clients; none where none has steps. */
  static List<OverLoad> of(List<Named> curves) {
    return curves.isEmpty()
        ? List.of()
        : known(
            Stream.concat(
                Stream.of(throughput(curves)),
                MetricLists.LOADS.stream().map(each -> times(curves, each))));
  }

  /** Without a single point there is nothing to see. */
  private static List<OverLoad> known(Stream<OverLoad> charts) {
    return charts.filter(chart -> !chart.lines().isEmpty()).toList();
  }

  private static OverLoad throughput(List<Named> curves) {
    Load load = curves.getFirst().curve.load();
    boolean offered = load == Load.OFFERED_RATE;
    return chart(
        "load-throughput",
        offered ? "Achieved rate" : "Throughput",
        offered
            ? "Requests that ended per second; on the dashed line they equal the offered rate."
            : "Throughput at each number of clients.",
        Unit.PER_SECOND,
        curves.getFirst().curve,
        lines(curves, point -> OptionalDouble.of(point.perSecond())));
  }

  private static OverLoad times(List<Named> curves, Metric percentile) {
    return times(
        "load-" + percentile.words(),
        percentile.heading(),
        curves.getFirst().curve,
        lines(curves, micros(percentile)));
  }

  private static OverLoad times(String id, String title, LoadCurve first, List<LoadLine> lines) {
    String note = "Of operations answered OK, on a logarithmic scale.";
    return chart(id, title, note, Unit.MICROS, first, lines);
  }

  private static OverLoad chart(
      String id, String title, String note, Unit unit, LoadCurve first, List<LoadLine> lines) {
    List<NamedLoad> marks =
        first.marks().stream().map(mark -> new NamedLoad(mark.name(), mark.load())).toList();
    return new OverLoad(
        id,
        title + " by " + first.load().words(),
        note
            + (marks.isEmpty() ? "" : " Vertical lines mark the result of the search.")
            + (first.isSearch()
                ? " Circles passed, crosses failed, diamonds were limited by the client, and squares"
                    + " measured a closed loop."
                : ""),
        unit,
        first.load().words(),
        unit == Unit.MICROS ? "response time (log scale)" : "per second",
        unit == Unit.PER_SECOND && first.load() == Load.OFFERED_RATE,
        marks,
        KINDS,
        lines.stream().filter(line -> !line.points().isEmpty()).toList());
  }

  private static List<LoadLine> lines(List<Named> curves, Function<Point, OptionalDouble> figure) {
    return curves.stream().map(one -> line(one.name, one.stroke, one.curve, figure)).toList();
  }

  private static Function<Point, OptionalDouble> micros(Metric percentile) {
    return point -> percentile.of(point).stream().map(percentile.unit()::charted).findFirst();
  }

  /** Returns which of the {@link #KINDS} the outcome of a probe is. */
  private static int kind(Outcome outcome) {
    return switch (outcome) {
      case PASSED -> 0;
      case FAILED -> 1;
      case CLIENT_LIMITED -> 2;
      case MEASURED -> 3;
    };
  }

  private static LoadLine line(
      String name, Stroke stroke, LoadCurve curve, Function<Point, OptionalDouble> figure) {
    List<LoadPoint> points = new ArrayList<>();
    for (Point point : curve.points()) {
      figure
          .apply(point)
          .ifPresent(
              value -> points.add(new LoadPoint(point.load(), value, kind(point.outcome()))));
    }
    return new LoadLine(name, stroke, points);
  }
}
