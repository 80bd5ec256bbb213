package io.kvbench.runner.run;

import io.kvbench.results.format.RunResult;
import java.nio.file.Path;
import java.util.List;

/**
 * The outcome of a run.
 *
 * @param result what it found out
 * @param directory where the files are
 * @param unwritten what could not be written to the directory, in sentences for the user; nothing
 *     else is lost
 */
public record RunOutcome(RunResult result, Path directory, List<String> unwritten) {
  public RunOutcome {
    unwritten = List.copyOf(unwritten);
  }
}
