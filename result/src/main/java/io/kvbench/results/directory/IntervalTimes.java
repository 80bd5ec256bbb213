package io.kvbench.results.directory;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.results.directory.CsvTable.Row;
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

  /** By start and kind of time; the lag of an interval is the same in all of its rows. */
  private final Map<String, Row> rows = new HashMap<>();

  private final Set<String> counted = new HashSet<>();
  private Optional<String> problem = Optional.empty();

  IntervalTimes(CsvTable table, StoredRun run) throws ResultFormatException {
    file = table.file();
    table.forEach(
        List.of("interval", "operation", "okCount"),
        row -> {
          String place =
              run.intervals()
                  .get((int) row.number("interval"))
                  .place(run.result().origin().startedAt());
          rows.put(place + LAG, row);
          String operation = row.text("operation");
          if (!operation.isEmpty()) {
            rows.put(place + "." + operation, row);
            rate(row);
            if (row.number("okCount") > 0) {
              counted.add(place + "." + operation);
            }
          }
        });
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
    IntervalsCsv.cells(kind, TimeResult.figuresOf(times))
        .forEach(
            (column, cell) ->
                close(row, column, Double.parseDouble(cell), HistogramCheck.ROUNDED_MICROS));
  }

  private void close(Row row, String column, double expected, double rounded) {
    if (row.text(column).isEmpty() || problem.isPresent()) {
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
                      row.text(column),
                      HistogramCheck.plain(expected)));
    }
  }

  private static double number(Row row, String column) {
    return row.rate(column).orElse(0);
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
