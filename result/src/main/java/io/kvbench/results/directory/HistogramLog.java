package io.kvbench.results.directory;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.results.format.IntervalResult;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.TimeResult;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
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
    String about = "tags are phase.OPERATION.response or .service, then the status unless OK";
    return new HistogramLog(StreamedFile.create(path, permissions, header(about, base)), base);
  }

  /** Returns the header of a log whose intervals are counted from {@code base}. */
  public static List<String> header(String about, Instant base) {
    String epoch = seconds(Duration.between(Instant.EPOCH, base)) + " (seconds since epoch)";
    return List.of(
        "#[Histogram log format version 1.3]",
        "#[kvbench: " + about + "]",
        "#[BaseTime: " + epoch + "]",
        "#[StartTime: " + epoch + ", " + base + "]",
        "\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_Histogram\"");
  }

  /** Returns the line of an interval that begins some time after the base; a tag may be empty. */
  public static String line(
      String tag, Duration start, long wallNanos, String maxMillis, String histogram) {
    return (tag.isEmpty() ? "" : "Tag=" + tag + ",")
        + String.join(
            ",", seconds(start), seconds(Duration.ofNanos(wallNanos)), maxMillis, histogram);
  }

  public void append(IntervalResult interval) throws ResultDirectoryException {
    String phase = interval.phase() + interval.step().map(step -> "-" + step.index()).orElse("");
    new TreeMap<>(interval.operations())
        .forEach((type, result) -> append(interval, phase + "." + type, result));
    append(interval, phase + ".lag", interval.lag());
    file.flush();
  }

  @Override
  public void close() throws ResultDirectoryException {
    file.close();
  }

  private void append(IntervalResult interval, String operation, OperationResult result) {
    append(interval, operation + ".response", result.response());
    append(interval, operation + ".service", result.service());
    new TreeMap<>(result.otherTimes())
        .forEach(
            (status, times) -> {
              append(interval, operation + ".response." + status, times.response());
              append(interval, operation + ".service." + status, times.service());
            });
  }

  private void append(IntervalResult interval, String tag, TimeResult times) {
    if (times.count() > 0) {
      Duration start = Duration.between(base, interval.startedAt());
      String maxMillis = BigDecimal.valueOf(times.maxMicros(), 3).toPlainString();
      file.line(line(tag, start, interval.wallNanos(), maxMillis, times.histogram()));
    }
  }

  private static String seconds(Duration duration) {
    return BigDecimal.valueOf(duration.toMillis(), 3).toPlainString();
  }
}
