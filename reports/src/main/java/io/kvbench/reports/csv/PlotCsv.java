package io.kvbench.reports.csv;

import io.kvbench.reports.series.Line;
import io.kvbench.reports.series.Line.Point;
import io.kvbench.reports.series.Plot;
import io.kvbench.results.figure.Metric;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeSet;

/**
 * The figures of a plot: one row for each point of its axis, one column for each run, or three
 * where it shows a range, and last one for each scheduled rate. A cell is empty where a run has no
 * figure there. Events have a separate file.
 */
public final class PlotCsv {
  private final Plot plot;
  private final List<Map<Long, List<Point>>> points = new ArrayList<>();
  private final List<Map<Long, List<Point>>> planned = new ArrayList<>();

  private PlotCsv(Plot plot) {
    this.plot = plot;
    plot.lines().forEach(line -> points.add(byX(line)));
    plot.planned().forEach(line -> planned.add(byX(line)));
  }

  private static Map<Long, List<Point>> byX(Line line) {
    Map<Long, List<Point>> byX = new HashMap<>();
    line.points()
        .forEach(point -> byX.computeIfAbsent(point.x(), x -> new ArrayList<>()).add(point));
    return byX;
  }

  /** Returns the file, each line ended by {@code \n}. */
  public static String of(Plot plot) {
    return new PlotCsv(plot).text();
  }

  private String text() {
    List<String> header = new ArrayList<>(List.of(plot.axis().column()));
    for (Line line : plot.lines()) {
      String label = "-" + CsvText.of(line.label());
      plot.low().ifPresent(low -> header.add(low.column() + label));
      header.add(plot.y().column() + label);
      plot.high().ifPresent(high -> header.add(high.column() + label));
    }
    for (Line line : plot.planned()) {
      String of = plot.planned().size() == 1 ? "" : "-" + CsvText.of(line.label());
      header.add(Metric.OFFERED.column() + of);
    }
    CsvFile csv = new CsvFile(header);
    TreeSet<Long> axis = new TreeSet<>();
    points.forEach(each -> axis.addAll(each.keySet()));
    for (long x : axis) {
      int rows =
          points.stream().mapToInt(each -> each.getOrDefault(x, List.of()).size()).max().orElse(0);
      for (int row = 0; row < rows; row++) {
        csv.line(row(x, row));
      }
    }
    return csv.text();
  }

  /** A run may have had so many clients more than once. */
  private List<String> row(long x, int row) {
    List<String> cells = new ArrayList<>(List.of(Long.toString(x)));
    for (Map<Long, List<Point>> line : points) {
      Point point = point(line, x, row);
      plot.low().ifPresent(low -> cells.add(CsvFile.cell(point.low())));
      cells.add(CsvFile.cell(point.y()));
      plot.high().ifPresent(high -> cells.add(CsvFile.cell(point.high())));
    }
    planned.forEach(line -> cells.add(CsvFile.cell(point(line, x, row).y())));
    return cells;
  }

  private static Point point(Map<Long, List<Point>> line, long x, int row) {
    List<Point> here = line.getOrDefault(x, List.of());
    return row < here.size() ? here.get(row) : NONE;
  }

  private static final Point NONE =
      new Point(0, false, OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty());
}
