package io.kvbench.reports.csv;

import static io.kvbench.reports.csv.CsvText.cell;

import io.kvbench.reports.series.RunSeries;
import io.kvbench.reports.series.Second;
import io.kvbench.results.directory.Csv;
import io.kvbench.results.directory.Csv.Field;
import io.kvbench.results.figure.HostFigure;
import io.kvbench.results.figure.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * A CSV file of one run, second by second: client figures, the figures of each server, and the mean
 * and the maximum over the servers. {@code -DELTA} is what a counter grew by in a second. Cells are
 * empty where something is not known, and so are the mean and the most where it is not known of all
 * servers.
 */
public final class AggregatedCsv {
  private AggregatedCsv() {}

  public static String of(RunSeries series) {
    List<Field<Integer>> columns = clients(series);
    columns.add(1, new Field<>("SECOND", number -> Integer.toString(number)));
    columns.add(
        new Field<>(
            "CUMULATIVE-THROUGHPUT", in(series, second -> Long.toString(second.okAfter()))));
    for (HostFigure figure : HostFigure.COLUMNS) {
      series
          .nodes()
          .forEach(
              node ->
                  columns.add(
                      new Field<>(
                          figure.column() + "-" + CsvText.of(node.name()),
                          number -> cell(node.figure(figure, number)))));
    }
    for (HostFigure figure : HostFigure.COLUMNS) {
      columns.add(over(series, "AVG-", figure, values -> values.average().orElseThrow()));
      columns.add(over(series, "MAX-", figure, values -> values.max().orElseThrow()));
    }
    return Csv.of(columns, seconds(series));
  }

  /** Returns the columns of what clients did in a second. */
  static List<Field<Integer>> clients(RunSeries series) {
    List<Field<Integer>> columns = new ArrayList<>();
    columns.add(
        new Field<>(
            "UNIX-SECOND",
            number -> Long.toString(series.start().plusSeconds(number - 1L).getEpochSecond())));
    columns.add(
        new Field<>(
            "CONTROL-CLIENT-NUM", in(series, second -> Integer.toString(second.clients()))));
    for (Metric metric : List.of(Metric.MIN, Metric.MEAN, Metric.MAX, Metric.THROUGHPUT)) {
      columns.add(
          new Field<>(
              metric.column(), number -> cell(metric.inColumn(series.during(List.of(number))))));
    }
    return columns;
  }

  /** Returns the seconds from the first to the last, missing ones among them. */
  static List<Integer> seconds(RunSeries series) {
    return IntStream.rangeClosed(1, series.lastSecond()).boxed().toList();
  }

  private static Function<Integer, String> in(RunSeries series, Function<Second, String> cell) {
    return number -> series.second(number).map(cell).orElse("");
  }

  private static Field<Integer> over(
      RunSeries series, String name, HostFigure figure, ToDoubleFunction<DoubleStream> over) {
    return new Field<>(
        name + figure.column(), number -> cell(series.overNodes(figure, number, over)));
  }
}
