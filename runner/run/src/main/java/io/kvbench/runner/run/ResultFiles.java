package io.kvbench.runner.run;

import io.kvbench.core.file.FileReason;
import io.kvbench.core.workload.check.ReadBack;
import io.kvbench.results.directory.HistogramLog;
import io.kvbench.results.directory.IntervalsCsv;
import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.directory.ResultDirectoryException;
import io.kvbench.results.format.IntervalResult;
import io.kvbench.results.format.RunResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The files of a run in progress. A file that can no longer be written (a full disk) does not end
 * the run: the measurements are still in memory and the user is told at the end.
 */
final class ResultFiles implements RunFiles {
  private final ResultDirectory directory;
  private final IntervalsCsv intervals;
  private final HistogramLog histograms;
  private Optional<IntervalsCsv> mixes = Optional.empty();
  private final Set<String> unwritten = new LinkedHashSet<>();
  private Optional<String> result = Optional.empty();
  private boolean streaming = true;

  ResultFiles(ResultDirectory directory, Instant startedAt) throws ResultDirectoryException {
    this.directory = directory;
    intervals = directory.openIntervals();
    histograms = directory.openHistograms(startedAt);
  }

  @Override
  public Optional<ResultDirectory> directory() {
    return Optional.of(directory);
  }

  @Override
  public void append(IntervalResult interval) {
    if (!streaming) {
      return;
    }
    try {
      intervals.append(interval);
      histograms.append(interval);
    } catch (ResultDirectoryException e) {
      streaming = false;
      unwritten.add(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void append(String mix, IntervalResult interval) {
    if (!streaming) {
      return;
    }
    try {
      if (mixes.isEmpty()) {
        mixes = Optional.of(directory.openMixes());
      }
      mixes.get().append(mix, interval);
    } catch (ResultDirectoryException e) {
      streaming = false;
      unwritten.add(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void write(RunResult written) {
    try {
      directory.writeResult(written);
      result = Optional.empty();
    } catch (ResultDirectoryException e) {
      result = Optional.of(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void keepDeviations(ReadBack records) {
    if (records.deviations().findAny().isPresent()) {
      try {
        directory.writeStoreCheck(records.deviations());
      } catch (ResultDirectoryException e) {
        unwritten.add(String.valueOf(e.getMessage()));
      }
    }
  }

  @Override
  public void keepLogs(List<Path> logs) {
    for (Path log : logs) {
      try {
        directory.keepLog(log);
      } catch (IOException e) {
        unwritten.add("cannot keep the log " + log + ": " + FileReason.of(e) + ".");
      }
    }
  }

  /**
   * Returns what could not be written, each once. The result is written several times, and only the
   * last of them counts. What is buffered shows when this is closed.
   */
  List<String> unwritten() {
    return Stream.concat(unwritten.stream(), result.stream()).distinct().toList();
  }

  @Override
  public void close() {
    close(intervals);
    close(histograms);
    mixes.ifPresent(this::close);
  }

  private void close(AutoCloseable file) {
    try {
      file.close();
    } catch (Exception e) {
      if (streaming) {
        unwritten.add(String.valueOf(e.getMessage()));
      }
    }
  }
}
