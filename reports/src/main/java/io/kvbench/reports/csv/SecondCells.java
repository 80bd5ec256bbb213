package io.kvbench.reports.csv;

import static io.kvbench.reports.csv.CsvFile.cell;

import io.kvbench.reports.series.RunSeries;
import io.kvbench.reports.series.Second;
import io.kvbench.results.figure.Metric;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The client figures of one second as cells, all empty where the second is missing. */
final class SecondCells {
  private static final List<Metric> METRICS =
      List.of(Metric.MIN, Metric.MEAN, Metric.MAX, Metric.THROUGHPUT);

  static final List<String> CLIENT =
      Stream.concat(Stream.of("CONTROL-CLIENT-NUM"), METRICS.stream().map(Metric::column)).toList();

  private SecondCells() {}

  static List<String> ofClients(RunSeries series, int number) {
    Optional<Second> second = series.second(number);
    String clients = second.map(each -> Integer.toString(each.clients())).orElse("");
    return Stream.concat(
            Stream.of(clients),
            METRICS.stream().map(metric -> cell(metric.inColumn(series.during(List.of(number))))))
        .toList();
  }

  /** Returns the seconds from the first to the last, missing ones among them. */
  static List<Integer> numbers(RunSeries series) {
    return Stream.iterate(1, number -> number <= series.lastSecond(), number -> number + 1)
        .toList();
  }

  static String unixSecond(RunSeries series, int number) {
    return Long.toString(series.start().plusSeconds(number - 1L).getEpochSecond());
  }
}
