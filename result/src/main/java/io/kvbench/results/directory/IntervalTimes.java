package io.kvbench.results.directory;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.results.format.TimeResult;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The times and rates of {@code intervals.csv}, compared with the histograms that they were
 * computed from. Empty cells are not compared: there is one where too few operations ended. For one
 * thread.
 */
final class IntervalTimes {
  private static final String RESPONSE = ".response";
  private static final String SERVICE = ".service";
  private static final String LAG = ".lag";
  private static final double MICROS = 1e6;

  private final Path file;
  private final List<String> header;

  /** By start and kind of time; the lag of an interval is the same in all of its rows. */
  private final Map<String, Row> rows = new HashMap<>();

  private final Set<String> counted = new HashSet<>();
  private Optional<String> problem = Optional.empty();

  /** A row with its place in the file. */
  private record Row(int line, List<String> cells) {}

  /** Takes the rows that the intervals of a run were read from. */
  IntervalTimes(CsvTable table, StoredRun run) throws ResultFormatException {
    file = table.file();
    header = table.header();
    int interval = table.column("interval");
    int operation = table.column("operation");
    int okCount = table.column("okCount");
    for (int index = 0; index < table.rows().size(); index++) {
      List<String> cells = table.rows().get(index);
      Row row = new Row(index + 2, cells);
      String place =
          run.intervals()
              .get(Integer.parseInt(cells.get(interval)))
              .place(run.result().origin().startedAt());
      rows.put(place + LAG, row);
      if (!cells.get(operation).isEmpty()) {
        rows.put(place + "." + cells.get(operation), row);
        rate(row);
        if (IntervalsReader.number(cells.get(okCount)) > 0) {
          counted.add(place + "." + cells.get(operation));
        }
      }
    }
  }

  /** The length is cut to microseconds. */
  private void rate(Row row) {
    double wallMicros = number(row, "wallMicros");
    double ok = number(row, "okCount") * MICROS;
    if (wallMicros > 0) {
      double longer = ok / (wallMicros + 1);
      close(row, "okPerSecond", longer, 0.1 + ok / wallMicros - longer);
    }
  }

  /** Compares the row that a histogram belongs to. */
  void compare(String tag, long startMillis, TimeHistogram times) {
    String place = startMillis + " " + tag;
    if (tag.endsWith(LAG)) {
      compare(rows.get(place), "lag", times);
    } else if (tag.endsWith(RESPONSE)) {
      String name = place.substring(0, place.length() - RESPONSE.length());
      counted.remove(name);
      compare(rows.get(name), "response", times);
    } else if (tag.endsWith(SERVICE)) {
      compare(rows.get(place.substring(0, place.length() - SERVICE.length())), "service", times);
    }
  }

  private void compare(@Nullable Row row, String kind, TimeHistogram times) {
    if (row == null || problem.isPresent()) {
      return;
    }
    if (kind.equals("response")) {
      close(row, "okCount", times.count(), 0);
    }
    TimeResult result = TimeResult.of(times);
    List<String> names =
        kind.equals("lag") ? IntervalCells.lagNames() : IntervalCells.timeNames(kind);
    List<String> expected =
        kind.equals("lag") ? IntervalCells.lag(result) : IntervalCells.times(result);
    for (int index = 0; index < names.size(); index++) {
      if (!expected.get(index).isEmpty()) {
        close(
            row,
            names.get(index),
            Double.parseDouble(expected.get(index)),
            HistogramCheck.ROUNDED_MICROS);
      }
    }
  }

  private void close(Row row, String column, double expected, double rounded) {
    int index = header.indexOf(column);
    if (index < 0 || row.cells().get(index).isEmpty() || problem.isPresent()) {
      return;
    }
    double told;
    try {
      told = number(row, column);
    } catch (IllegalArgumentException e) {
      problem =
          Optional.of("%s is damaged in line %d: %s".formatted(file, row.line(), e.getMessage()));
      return;
    }
    if (!HistogramCheck.isClose(told, expected, rounded)) {
      problem =
          Optional.of(
              "%s contradicts %s in line %d: %s is %s, not %s"
                  .formatted(
                      file,
                      ResultDirectory.HISTOGRAMS,
                      row.line(),
                      column,
                      row.cells().get(index),
                      HistogramCheck.plain(expected)));
    }
  }

  private double number(Row row, String column) {
    int index = header.indexOf(column);
    return IntervalsReader.rate(row.cells().get(index)).orElse(0);
  }

  /** Returns the first contradiction, after all histograms; empty if there is none. */
  Optional<String> problem() {
    return problem.or(
        () ->
            counted.stream()
                .sorted()
                .findFirst()
                .map(
                    place ->
                        "%s contradicts %s: it has operations answered OK at %s"
                            .formatted(
                                file, ResultDirectory.HISTOGRAMS, place.replace(" ", " ms, in "))));
  }
}
