package io.kvbench.reports.run;

import io.kvbench.core.result.OperationResult;
import io.kvbench.core.result.Percentile;
import io.kvbench.core.result.PhaseResult;
import io.kvbench.core.result.TimeResult;
import io.kvbench.reports.table.Cell;
import io.kvbench.reports.table.Sheet;
import io.kvbench.reports.table.Sheet.Figure;
import io.kvbench.reports.table.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Percentiles of the operations answered OK, a row for each operation. */
public final class TimesSheets {
  private static final List<Figure<Map.Entry<String, TimeResult>>> COLUMNS = columns();

  private TimesSheets() {}

  /** Returns the service times of a phase, behind the response times where those are others. */
  public static List<Sheet> of(PhaseResult phase) {
    List<Map.Entry<String, TimeResult>> service = rows(phase, OperationResult::service);
    if (phase.offeredPerSecond().isEmpty()) {
      return List.of(
          Sheet.of(
              "Service times",
              "of operations answered OK; in a closed loop response times are the same",
              COLUMNS,
              service));
    }
    service.add(Map.entry("lag", phase.lag()));
    return List.of(
        Sheet.of(
            "Response times",
            "from the intended start, of operations answered OK",
            COLUMNS,
            rows(phase, OperationResult::response)),
        Sheet.of(
            "Service times",
            "from sending, of the same operations; lag is how late they were sent",
            COLUMNS,
            service));
  }

  private static List<Map.Entry<String, TimeResult>> rows(
      PhaseResult phase, Function<OperationResult, TimeResult> times) {
    List<Map.Entry<String, TimeResult>> rows = new ArrayList<>();
    new TreeMap<>(phase.operations())
        .forEach((type, operation) -> rows.add(Map.entry(type.name(), times.apply(operation))));
    return rows;
  }

  private static List<Figure<Map.Entry<String, TimeResult>>> columns() {
    List<Figure<Map.Entry<String, TimeResult>>> columns = new ArrayList<>();
    columns.add(Figure.of("operation", row -> Cell.words(row.getKey())));
    columns.add(Figure.detail("count", row -> Cell.of(row.getValue().count(), Unit.COUNT)));
    for (Percentile percentile : Percentile.ALL) {
      columns.add(
          Figure.of(
              percentile.title(),
              row ->
                  micros(percentile.isKnown(row.getValue()), percentile.micros(row.getValue()))));
    }
    columns.add(Figure.of("max", row -> micros(row.getValue(), TimeResult::maxMicros)));
    columns.add(Figure.of("mean", row -> micros(row.getValue(), TimeResult::meanMicros)));
    return List.copyOf(columns);
  }

  private static Cell micros(TimeResult times, Function<TimeResult, Long> micros) {
    return micros(times.count() > 0, micros.apply(times));
  }

  private static Cell micros(boolean known, long micros) {
    return known ? Cell.of(micros, Unit.MICROS) : new Cell.Absent();
  }
}
