package io.kvbench.runner.run;

import io.kvbench.core.workload.check.ReadBack;
import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.format.IntervalResult;
import io.kvbench.results.format.RunResult;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The files of a run in progress. For one thread at a time. */
interface RunFiles extends AutoCloseable {

  /** Returns the directory that everything goes to, if anything is kept. */
  Optional<ResultDirectory> directory();

  /** Keeps an interval. */
  void append(IntervalResult interval);

  /** Keeps an interval of one of several mixes. */
  void append(String mix, IntervalResult interval);

  /** Keeps a result, in place of the one before. */
  void write(RunResult result);

  /** Keeps which records are not as they should be; none need no file. */
  void keepDeviations(ReadBack records);

  /** Keeps copies of the logs of servers and agents. */
  void keepLogs(List<Path> logs);

  @Override
  void close();

  /** A sink without files, for callers that need the result only. */
  record NoFiles() implements RunFiles {
    @Override
    public Optional<ResultDirectory> directory() {
      return Optional.empty();
    }

    @Override
    public void append(IntervalResult interval) {}

    @Override
    public void append(String mix, IntervalResult interval) {}

    @Override
    public void write(RunResult result) {}

    @Override
    public void keepDeviations(ReadBack records) {}

    @Override
    public void keepLogs(List<Path> logs) {}

    @Override
    public void close() {}
  }
}
