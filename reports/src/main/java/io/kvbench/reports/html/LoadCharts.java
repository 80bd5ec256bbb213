package io.kvbench.reports.html;

import io.kvbench.reports.html.Figures.Chart;
import io.kvbench.reports.html.Figures.Curve;
import io.kvbench.reports.html.Figures.NamedLoad;
import io.kvbench.reports.html.Figures.OverLoad;
import io.kvbench.reports.html.Figures.Stroke;
import io.kvbench.reports.html.Figures.Unit;
import io.kvbench.reports.run.LoadCurve;
import io.kvbench.reports.run.LoadCurve.Load;
import io.kvbench.reports.run.LoadCurve.Point;
import io.kvbench.reports.run.LoadCurve.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;

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
    for (Times each : Times.values()) {
      times.add(line(each.title(), Strokes.part(times.size()), curve, micros(each)));
    }
    return List.of(
        throughput(List.of(new Named("throughput", stroke, curve))),
        times("load-response", "Response time", List.of(curve), times));
  }

  /** Returns the charts of several runs over their clients; none where none has steps. */
  static List<Chart> of(List<Named> curves) {
    if (curves.isEmpty()) {
      return List.of();
    }
    List<LoadCurve> all = curves.stream().map(Named::curve).toList();
    return Stream.concat(
            Stream.of(throughput(curves)),
            Stream.of(Times.P50, Times.P99)
                .map(
                    each ->
                        times(
                            "load-" + each.title(),
                            "Response time, " + each.title(),
                            all,
                            curves.stream()
                                .map(one -> line(one.name, one.stroke, one.curve, micros(each)))
                                .toList())))
        .toList();
  }

  private static Chart throughput(List<Named> curves) {
    LoadCurve first = curves.getFirst().curve;
    boolean offered = first.load() == Load.OFFERED_RATE;
    return new OverLoad(
        "loads",
        "load-throughput",
        (offered ? "Achieved rate by " : "Throughput by ") + first.load().words(),
        offered
            ? "Requests that ended per second; the dashed line is where they equal the offered"
                  + " rate."
                + words(first)
            : "Operations answered OK per second, at each number of clients." + words(first),
        Unit.PER_SECOND,
        false,
        first.load().words(),
        isWide(curves.stream().map(Named::curve).toList()),
        offered,
        marks(first),
        curves.stream()
            .map(
                one ->
                    line(
                        one.name,
                        one.stroke,
                        one.curve,
                        point -> OptionalDouble.of(point.perSecond())))
            .toList());
  }

  private static Function<Point, OptionalDouble> micros(Times percentile) {
    return point -> {
      OptionalDouble nanos = percentile.of(point);
      return nanos.isPresent() ? OptionalDouble.of(nanos.getAsDouble() / MICRO) : nanos;
    };
  }

  private static Chart times(String id, String title, List<LoadCurve> curves, List<Curve> lines) {
    LoadCurve first = curves.getFirst();
    return new OverLoad(
        "loads",
        id,
        title + " by " + first.load().words(),
        "Of operations answered OK, on a logarithmic scale." + words(first),
        Unit.MICROS,
        true,
        first.load().words(),
        isWide(curves),
        false,
        marks(first),
        lines.stream().filter(line -> !line.points().isEmpty()).toList());
  }

  private static String words(LoadCurve curve) {
    return curve.marks().isEmpty() ? "" : " Vertical lines mark the result of the search.";
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
