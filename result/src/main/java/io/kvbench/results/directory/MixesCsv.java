package io.kvbench.results.directory;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.OperationType;
import io.kvbench.results.format.IntervalResult;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.TimeResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * {@code mixes.csv}: one row for each interval of each mix, in the order in which they ended, with
 * the operations of all types together; composites are left out. Written as {@link IntervalsCsv}
 * is.
 *
 * <p>For one thread at a time. Every interval is handed to the file system before {@link #append}
 * returns.
 */
public final class MixesCsv implements AutoCloseable {
  private final StreamedFile file;

  private MixesCsv(StreamedFile file) {
    this.file = file;
  }

  /** Creates the file and writes its header. */
  static MixesCsv create(Path path, FilePermissions permissions) throws ResultDirectoryException {
    StreamedFile file = StreamedFile.create(path, permissions);
    List<String> names = new ArrayList<>(List.of("mix", "phase"));
    names.addAll(IntervalCells.whenNames());
    names.addAll(IntervalCells.countNames());
    names.addAll(IntervalCells.timeNames("response"));
    names.addAll(IntervalCells.timeNames("service"));
    names.addAll(IntervalCells.lagNames());
    names.addAll(IntervalCells.poolNames());
    file.line(Csv.row(names));
    file.flush();
    return new MixesCsv(file);
  }

  /** Writes the row of one interval of a mix. */
  public void append(String mix, IntervalResult interval) throws ResultDirectoryException {
    List<OperationResult> single =
        interval.operations().entrySet().stream()
            .filter(entry -> !entry.getKey().isComposite())
            .map(Map.Entry<OperationType, OperationResult>::getValue)
            .toList();
    List<String> cells = new ArrayList<>(List.of(mix, interval.phase().toString()));
    cells.addAll(IntervalCells.when(interval));
    cells.addAll(
        IntervalCells.counts(
            single.stream().mapToLong(OperationResult::count).sum(),
            single.stream().mapToLong(OperationResult::okCount).sum(),
            single.stream().mapToLong(OperationResult::errorCount).sum(),
            interval.wallNanos()));
    cells.addAll(IntervalCells.times(sum(single, OperationResult::response)));
    cells.addAll(IntervalCells.times(sum(single, OperationResult::service)));
    cells.addAll(IntervalCells.lag(interval.lag()));
    cells.addAll(IntervalCells.pool(interval));
    file.line(Csv.row(cells));
    file.flush();
  }

  private static TimeResult sum(
      List<OperationResult> operations, Function<OperationResult, TimeResult> times) {
    return operations.size() == 1
        ? times.apply(operations.getFirst())
        : TimeResult.of(
            operations.stream()
                .map(each -> times.apply(each).times())
                .reduce(TimeHistogram.empty(), TimeHistogram::plus));
  }

  @Override
  public void close() throws ResultDirectoryException {
    file.close();
  }
}
