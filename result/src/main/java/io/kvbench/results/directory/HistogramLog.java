package io.kvbench.results.directory;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.operation.OperationType;
import io.kvbench.results.format.IntervalResult;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.TimeResult;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/**
 * The file {@code histograms.hlog}: HdrHistogram's interval log, version 1.3, as its own {@code
 * HistogramLogReader} and {@code HistogramLogProcessor} read it. One line for each interval and
 * each kind of time in it, distinguished by tag: {@code run.INSERT.response} and {@code
 * run.INSERT.service} for operations answered OK, {@code run.INSERT.response.TIMEOUT} for each
 * other status, and {@code run.lag}; where the number of clients changes during the run, its steps
 * are {@code run-1}, {@code run-2} and so on in place of {@code run}. Starts are seconds since the
 * run's start, lengths are seconds, the maximum is in milliseconds; the histograms hold
 * nanoseconds. A kind of time that was not seen in an interval has no line in it.
 *
 * <p>For one thread. Every interval is handed to the file system before {@link #append} returns.
 */
public final class HistogramLog implements AutoCloseable {
  private final StreamedFile file;
  private final Instant base;

  private HistogramLog(StreamedFile file, Instant base) {
    this.file = file;
    this.base = base;
  }

  /** Creates the file and writes its header; intervals are counted from {@code base}. */
  static HistogramLog create(Path path, FilePermissions permissions, Instant base)
      throws ResultDirectoryException {
    return begin(StreamedFile.create(path, permissions), base);
  }

  static HistogramLog begin(StreamedFile file, Instant base) throws ResultDirectoryException {
    String epoch = seconds(Duration.between(Instant.EPOCH, base).toMillis());
    file.line("#[Histogram log format version 1.3]");
    file.line(
        "#[kvbench: tags are phase.OPERATION.response or .service, then the status unless OK]");
    file.line("#[BaseTime: " + epoch + " (seconds since epoch)]");
    file.line("#[StartTime: " + epoch + " (seconds since epoch), " + base + "]");
    file.line(
        "\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_Histogram\"");
    file.flush();
    return new HistogramLog(file, base);
  }

  /** Writes the lines of one interval. */
  public void append(IntervalResult interval) throws ResultDirectoryException {
    String when =
        seconds(Duration.between(base, interval.startedAt()).toMillis())
            + ","
            + seconds(interval.wallNanos() / 1_000_000);
    String phase = interval.phase() + interval.step().map(step -> "-" + step.index()).orElse("");
    for (Map.Entry<OperationType, OperationResult> entry :
        new TreeMap<>(interval.operations()).entrySet()) {
      append(when, phase + "." + entry.getKey(), entry.getValue());
    }
    append(when, phase + ".lag", interval.lag());
    file.flush();
  }

  @Override
  public void close() throws ResultDirectoryException {
    file.close();
  }

  private void append(String when, String operation, OperationResult result) {
    append(when, operation + ".response", result.response());
    append(when, operation + ".service", result.service());
    for (Map.Entry<String, OperationResult.Times> other :
        new TreeMap<>(result.otherTimes()).entrySet()) {
      append(when, operation + ".response." + other.getKey(), other.getValue().response());
      append(when, operation + ".service." + other.getKey(), other.getValue().service());
    }
  }

  private void append(String when, String tag, TimeResult times) {
    if (times.count() > 0) {
      String maxMillis = BigDecimal.valueOf(times.maxMicros(), 3).toPlainString();
      file.line("Tag=" + tag + "," + when + "," + maxMillis + "," + times.histogram());
    }
  }

  private static String seconds(long millis) {
    return BigDecimal.valueOf(millis, 3).toPlainString();
  }
}
