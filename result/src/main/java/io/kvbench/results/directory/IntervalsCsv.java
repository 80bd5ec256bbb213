package io.kvbench.results.directory;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.results.format.IntervalResult;
import io.kvbench.results.format.OperationResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The file {@code intervals.csv}: one row for each interval and type of operation, in the order
 * they happened. An interval in which nothing completed has one row without an operation, so that a
 * gap stays a gap. Cells of times without operations are empty; times are those of operations
 * answered OK. Comma, dot and {@code \n} whatever the locale; quoted as in RFC 4180.
 *
 * <p>For one thread. Every interval is handed to the file system before {@link #append} returns.
 */
public final class IntervalsCsv implements AutoCloseable {
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
      file.line(Csv.row(cells(interval, entry.getKey().name(), entry.getValue())));
    }
    if (operations.isEmpty()) {
      file.line(Csv.row(cells(interval, "", OperationResult.of(Map.of()))));
    }
    file.flush();
  }

  @Override
  public void close() throws ResultDirectoryException {
    file.close();
  }

  private static List<String> header() {
    List<String> names = new ArrayList<>(List.of("interval", "phase", "step"));
    names.addAll(IntervalCells.whenNames());
    names.add("operation");
    names.addAll(IntervalCells.countNames());
    names.addAll(IntervalCells.timeNames("response"));
    names.addAll(IntervalCells.timeNames("service"));
    names.addAll(IntervalCells.lagNames());
    names.add("statuses");
    names.addAll(IntervalCells.poolNames());
    return names;
  }

  /** Returns the row of a type of operation, or of none. */
  private static List<String> cells(IntervalResult interval, String type, OperationResult of) {
    List<String> cells = new ArrayList<>();
    cells.add(Integer.toString(interval.index()));
    cells.add(interval.phase().toString());
    cells.add(interval.step().map(step -> Integer.toString(step.index())).orElse(""));
    cells.addAll(IntervalCells.when(interval));
    cells.add(type);
    cells.addAll(
        IntervalCells.counts(of.count(), of.okCount(), of.errorCount(), interval.wallNanos()));
    cells.addAll(IntervalCells.times(of.response()));
    cells.addAll(IntervalCells.times(of.service()));
    cells.addAll(IntervalCells.lag(interval.lag()));
    cells.add(statuses(of));
    cells.addAll(IntervalCells.pool(interval));
    return cells;
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
}
