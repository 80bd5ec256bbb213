package io.kvbench.reports.csv;

import static io.kvbench.reports.csv.CsvFile.cell;

import io.kvbench.reports.series.RunSeries;
import io.kvbench.reports.series.Second;
import io.kvbench.results.figure.HostFigure;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * A CSV file of one run, second by second: client figures, the figures of each server, and the mean
 * and the maximum over the servers. {@code -DELTA} is what a counter grew by in a second. Cells are
 * empty where something is not known, and so are the mean and the most where it is not known of all
 * servers.
 */
public final class AggregatedCsv {
  private final RunSeries series;

  private AggregatedCsv(RunSeries series) {
    this.series = series;
  }

  /** Returns the file, each line ended by {@code \n}. */
  public static String of(RunSeries series) {
    return new AggregatedCsv(series).text();
  }

  private String text() {
    CsvFile csv = new CsvFile(header());
    for (int second : SecondCells.numbers(series)) {
      csv.line(row(second));
    }
    return csv.text();
  }

  private List<String> header() {
    List<String> names = new ArrayList<>(List.of("UNIX-SECOND", "SECOND"));
    names.addAll(SecondCells.CLIENT);
    names.add("CUMULATIVE-THROUGHPUT");
    for (HostFigure figure : HostFigure.COLUMNS) {
      series.nodes().forEach(node -> names.add(figure.column() + "-" + CsvText.of(node.name())));
    }
    for (HostFigure figure : HostFigure.COLUMNS) {
      names.add("AVG-" + figure.column());
      names.add("MAX-" + figure.column());
    }
    return names;
  }

  private List<String> row(int number) {
    List<String> cells = new ArrayList<>();
    cells.add(SecondCells.unixSecond(series, number));
    cells.add(Integer.toString(number));
    cells.addAll(SecondCells.ofClients(series, number));
    cells.add(series.second(number).map(Second::okAfter).map(ok -> Long.toString(ok)).orElse(""));
    for (HostFigure figure : HostFigure.COLUMNS) {
      series.nodes().forEach(node -> cells.add(cell(node.figure(figure, number))));
    }
    for (HostFigure figure : HostFigure.COLUMNS) {
      Stream.<ToDoubleFunction<DoubleStream>>of(
              values -> values.average().orElseThrow(), values -> values.max().orElseThrow())
          .forEach(over -> cells.add(cell(series.overNodes(figure, number, over))));
    }
    return cells;
  }
}
