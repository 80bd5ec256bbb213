package io.kvbench.reports.csv;

import io.kvbench.reports.series.Plot;
import io.kvbench.reports.series.Plot.Line;
import io.kvbench.reports.series.Plot.Point;
import io.kvbench.reports.series.RunSeries;
import io.kvbench.results.directory.Csv;
import io.kvbench.results.directory.Csv.Field;
import io.kvbench.results.figure.Metric;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The figures of a plot: one row for each point of its axis, one column for each run, or three
 * where it shows a range, and last one for each scheduled rate. A cell is empty where a run has no
 * figure there.
 */
public final class PlotCsv {
  /** A place on the axis; a run may have had so many clients more than once. */
  private record Place(long x, int number) {}

  private PlotCsv() {}

  public static String of(Plot plot) {
    List<Field<Place>> columns = new ArrayList<>();
    columns.add(new Field<>(plot.axis().column(), place -> Long.toString(place.x)));
    TreeSet<Place> places =
        new TreeSet<>(Comparator.comparingLong(Place::x).thenComparingInt(Place::number));
    for (Line line : plot.lines()) {
      Map<Place, Point> points = points(line);
      places.addAll(points.keySet());
      String label = "-" + CsvText.of(line.label());
      plot.low().ifPresent(low -> columns.add(column(low, label, points, Point::low)));
      columns.add(column(plot.y(), label, points, Point::y));
      plot.high().ifPresent(high -> columns.add(column(high, label, points, Point::high)));
    }
    for (Line line : plot.planned()) {
      String label = plot.planned().size() == 1 ? "" : "-" + CsvText.of(line.label());
      columns.add(column(Metric.OFFERED, label, points(line), Point::y));
    }
    return Csv.of(columns, List.copyOf(places));
  }

  /** Returns the events of runs, one row each, on the time axis in seconds. */
  public static String events(List<RunSeries> runs) {
    return Csv.ofRows(
        List.of("RUN", "SECOND", "EVENT", "NODE", "TEXT"),
        runs.stream()
            .flatMap(
                run ->
                    run.events().stream()
                        .map(
                            event ->
                                List.of(
                                    CsvText.of(run.label()),
                                    CsvText.cell(event.second()),
                                    event.kind().name(),
                                    CsvText.of(event.node()),
                                    CsvText.of(event.text()))))
            .toList());
  }

  private static Map<Place, Point> points(Line line) {
    Map<Place, Point> points = new HashMap<>();
    for (Point point : line.points()) {
      int number = 0;
      while (points.containsKey(new Place(point.x(), number))) {
        number++;
      }
      points.put(new Place(point.x(), number), point);
    }
    return points;
  }

  private static Field<Place> column(
      Metric metric,
      String label,
      Map<Place, Point> points,
      Function<Point, OptionalDouble> figure) {
    return new Field<>(
        metric.column() + label,
        place -> points.containsKey(place) ? CsvText.cell(figure.apply(points.get(place))) : "");
  }
}
