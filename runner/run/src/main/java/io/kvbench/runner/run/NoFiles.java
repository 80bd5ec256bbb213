package io.kvbench.runner.run;

import io.kvbench.core.directory.ResultDirectory;
import io.kvbench.core.result.IntervalResult;
import io.kvbench.core.result.RunResult;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Keeps nothing: for whoever wants the result only. */
record NoFiles() implements RunFiles {
  @Override
  public Optional<ResultDirectory> directory() {
    return Optional.empty();
  }

  @Override
  public void append(IntervalResult interval) {}

  @Override
  public void write(RunResult result) {}

  @Override
  public void keepLogs(List<Path> logs) {}

  @Override
  public void close() {}
}
