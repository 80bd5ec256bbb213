package io.kvbench.core.directory;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.result.IntervalResult;
import io.kvbench.core.result.OperationResult;
import io.kvbench.core.result.TimeResult;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * {@code intervals.csv}: one row for each interval and type of operation, in the order they
 * happened. An interval in which nothing ended has one row without an operation, so that a gap
 * stays a gap. Cells of times are empty where there is nothing they could be the time of; times are
 * those of operations answered OK. Comma, dot and {@code \n} whatever the locale; quoted as in RFC
 * 4180.
 *
 * <p>For one thread. Every interval is handed to the file system before {@link #append} returns.
 */
public final class IntervalsCsv implements AutoCloseable {
  private static final long NANOS_PER_MICRO = 1_000;
  private static final List<Column> TIMES =
      List.of(
          new Column("MeanMicros", TimeResult::meanMicros),
          new Column("MinMicros", TimeResult::minMicros),
          new Column("P50Micros", TimeResult::p50Micros),
          new Column("P95Micros", TimeResult::p95Micros),
          new Column("P99Micros", TimeResult::p99Micros),
          new Column("P999Micros", TimeResult::p999Micros),
          new Column("MaxMicros", TimeResult::maxMicros));
  private static final List<Column> LAG =
      List.of(
          new Column("P50Micros", TimeResult::p50Micros),
          new Column("P99Micros", TimeResult::p99Micros),
          new Column("MaxMicros", TimeResult::maxMicros));

  private final StreamedFile file;

  private IntervalsCsv(StreamedFile file) {
    this.file = file;
  }

  /** Creates the file and writes its header. */
  static IntervalsCsv create(Path path, FilePermissions permissions)
      throws ResultDirectoryException {
    return begin(StreamedFile.create(path, permissions));
  }

  static IntervalsCsv begin(StreamedFile file) throws ResultDirectoryException {
    file.line(Csv.row(header()));
    file.flush();
    return new IntervalsCsv(file);
  }

  /** Writes the rows of one interval. */
  public void append(IntervalResult interval) throws ResultDirectoryException {
    Map<OperationType, OperationResult> operations = new TreeMap<>(interval.operations());
    for (Map.Entry<OperationType, OperationResult> entry : operations.entrySet()) {
      String name = entry.getKey().name();
      file.line(Csv.row(cells(interval, operationCells(name, entry.getValue(), interval))));
    }
    if (operations.isEmpty()) {
      file.line(Csv.row(cells(interval, gapCells())));
    }
    file.flush();
  }

  @Override
  public void close() throws ResultDirectoryException {
    file.close();
  }

  private static List<String> header() {
    List<String> names = new ArrayList<>();
    Collections.addAll(
        names, "interval", "phase", "step", "startedAt", "phaseSeconds", "wallMicros", "clients");
    names.add("offeredPerSecond");
    Collections.addAll(names, "operation", "count", "okCount", "otherOutcomeCount", "errorCount");
    names.add("okPerSecond");
    TIMES.forEach(column -> names.add("response" + column.name));
    TIMES.forEach(column -> names.add("service" + column.name));
    LAG.forEach(column -> names.add("lag" + column.name));
    names.add("statuses");
    return names;
  }

  private static List<String> cells(IntervalResult interval, List<String> operationCells) {
    List<String> cells = new ArrayList<>();
    cells.add(Integer.toString(interval.index()));
    cells.add(interval.phase().toString());
    cells.add(interval.step().map(step -> Integer.toString(step.index())).orElse(""));
    cells.add(interval.startedAt().toString());
    cells.add(BigDecimal.valueOf(interval.phaseNanos() / NANOS_PER_MICRO, 6).toPlainString());
    cells.add(Long.toString(interval.wallNanos() / NANOS_PER_MICRO));
    cells.add(Integer.toString(interval.clients()));
    cells.add(
        interval.offeredPerSecond().isPresent()
            ? rounded(BigDecimal.valueOf(interval.offeredPerSecond().getAsDouble()))
            : "");
    cells.addAll(operationCells.subList(0, operationCells.size() - 1));
    addTimes(cells, LAG, interval.lag());
    cells.add(operationCells.getLast());
    return cells;
  }

  private static List<String> operationCells(
      String name, OperationResult operation, IntervalResult interval) {
    List<String> cells = new ArrayList<>();
    cells.add(name);
    cells.add(Long.toString(operation.count()));
    cells.add(Long.toString(operation.okCount()));
    cells.add(Long.toString(operation.count() - operation.okCount() - operation.errorCount()));
    cells.add(Long.toString(operation.errorCount()));
    cells.add(perSecond(operation.okCount(), interval.wallNanos()));
    addTimes(cells, TIMES, operation.response());
    addTimes(cells, TIMES, operation.service());
    cells.add(statuses(operation));
    return cells;
  }

  private static List<String> gapCells() {
    List<String> cells = new ArrayList<>(List.of("", "0", "0", "0", "0", "0.0"));
    cells.addAll(Collections.nCopies(2 * TIMES.size(), ""));
    cells.add("");
    return cells;
  }

  private static void addTimes(List<String> cells, List<Column> columns, TimeResult times) {
    for (Column column : columns) {
      cells.add(times.count() == 0 ? "" : Long.toString(column.value.applyAsLong(times)));
    }
  }

  private static String perSecond(long count, long nanos) {
    if (nanos <= 0) {
      return "";
    }
    return rounded(
        BigDecimal.valueOf(count)
            .multiply(BigDecimal.valueOf(1_000_000_000L))
            .divide(BigDecimal.valueOf(nanos), 1, RoundingMode.HALF_UP));
  }

  private static String rounded(BigDecimal rate) {
    return rate.setScale(1, RoundingMode.HALF_UP).toPlainString();
  }

  /** Every status that was seen and how often, such as {@code OK=10;TIMEOUT=1}. */
  private static String statuses(OperationResult operation) {
    Stream<String> outcomes =
        Stream.of(Outcome.values()).flatMap(status -> entry(operation.outcomes(), status));
    Stream<String> errors =
        Stream.of(ErrorKind.values()).flatMap(status -> entry(operation.errors(), status));
    return Stream.concat(outcomes, errors).collect(Collectors.joining(";"));
  }

  private static <S> Stream<String> entry(Map<S, Long> counts, S status) {
    long count = counts.getOrDefault(status, 0L);
    return count == 0 ? Stream.empty() : Stream.of(status + "=" + count);
  }

  private record Column(String name, ToLongFunction<TimeResult> value) {}
}
