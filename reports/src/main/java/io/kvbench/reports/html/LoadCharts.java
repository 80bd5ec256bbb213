package io.kvbench.reports.html;

import io.kvbench.reports.html.Figures.Chart;
import io.kvbench.reports.html.Figures.Curve;
import io.kvbench.reports.html.Figures.NamedLoad;
import io.kvbench.reports.html.Figures.OverLoad;
import io.kvbench.reports.html.Figures.Stroke;
import io.kvbench.reports.run.LoadCurve;
import io.kvbench.reports.run.LoadCurve.Load;
import io.kvbench.reports.run.LoadCurve.Point;
import io.kvbench.results.figure.Metric;
import io.kvbench.results.figure.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/** Throughput and response times over the load, of one run or of several. */
final class LoadCharts {
  private static final double MICRO = 1e3;

  /** Loads that are further apart than this are told apart on a logarithmic scale only. */
  private static final double FAR_APART = 30;

  private LoadCharts() {}

  /** A curve of a run. */
  record Named(String name, Stroke stroke, LoadCurve curve) {}

  /** Returns the charts of one run. */
  static List<Chart> of(LoadCurve curve, Stroke stroke) {
    List<Curve> times = new ArrayList<>();
    for (Metric each : LoadCurve.TIMES) {
      times.add(line(each.words(), Strokes.part(times.size()), curve, micros(each)));
    }
    return known(
        throughput(List.of(new Named("throughput", stroke, curve))),
        times("load-response", "Response time", List.of(curve), times));
  }

  /** Returns the charts of several runs over their clients; none where none has steps. */
  static List<Chart> of(List<Named> curves) {
    return curves.isEmpty()
        ? List.of()
        : known(throughput(curves), times(curves, Metric.P50), times(curves, Metric.P99));
  }

  /** Without a single point there is nothing to see. */
  private static List<Chart> known(OverLoad... charts) {
    List<Chart> known = new ArrayList<>();
    for (OverLoad chart : charts) {
      if (!chart.curves().isEmpty()) {
        known.add(chart);
      }
    }
    return known;
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
        curves.stream().map(Named::curve).toList(),
        lines(curves, point -> OptionalDouble.of(point.perSecond())));
  }

  private static OverLoad times(List<Named> curves, Metric percentile) {
    return times(
        "load-" + percentile.words(),
        percentile.heading(),
        curves.stream().map(Named::curve).toList(),
        lines(curves, micros(percentile)));
  }

  private static OverLoad times(
      String id, String title, List<LoadCurve> curves, List<Curve> lines) {
    String note = "Of operations answered OK, on a logarithmic scale.";
    return chart(id, title, note, Unit.MICROS, curves, lines);
  }

  private static OverLoad chart(
      String id, String title, String note, Unit unit, List<LoadCurve> curves, List<Curve> lines) {
    LoadCurve first = curves.getFirst();
    List<NamedLoad> marks = marks(first);
    return new OverLoad(
        "loads",
        id,
        title + " by " + first.load().words(),
        marks.isEmpty() ? note : note + " Vertical lines mark the result of the search.",
        unit,
        unit == Unit.MICROS,
        first.load().words(),
        isWide(curves),
        unit == Unit.PER_SECOND && first.load() == Load.OFFERED_RATE,
        marks,
        lines.stream().filter(line -> !line.points().isEmpty()).toList());
  }

  private static List<Curve> lines(List<Named> curves, Function<Point, OptionalDouble> figure) {
    return curves.stream().map(one -> line(one.name, one.stroke, one.curve, figure)).toList();
  }

  private static Function<Point, OptionalDouble> micros(Metric percentile) {
    return point -> {
      OptionalDouble nanos = percentile.of(point);
      return nanos.isPresent() ? OptionalDouble.of(nanos.getAsDouble() / MICRO) : nanos;
    };
  }

  private static List<NamedLoad> marks(LoadCurve curve) {
    return curve.marks().stream()
        .map(mark -> new NamedLoad(mark.name(), Figures.thousandths(mark.load())))
        .toList();
  }

  private static boolean isWide(List<LoadCurve> curves) {
    List<Double> loads =
        curves.stream()
            .flatMap(curve -> curve.points().stream())
            .map(Point::load)
            .sorted()
            .toList();
    return loads.getFirst() > 0 && loads.getLast() / loads.getFirst() > FAR_APART;
  }

  /** Returns a line of what is known. */
  private static Curve line(
      String name, Stroke stroke, LoadCurve curve, Function<Point, OptionalDouble> figure) {
    List<Number> points = new ArrayList<>();
    for (Point point : curve.points()) {
      OptionalDouble value = figure.apply(point);
      if (value.isPresent()) {
        points.add(Figures.thousandths(point.load()));
        points.add(Figures.rounded(value.getAsDouble()));
      }
    }
    return new Curve(name, stroke, points);
  }
}
