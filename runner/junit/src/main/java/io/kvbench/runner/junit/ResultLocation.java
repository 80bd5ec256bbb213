package io.kvbench.runner.junit;

import io.kvbench.results.format.RunResult;
import io.kvbench.runner.run.RunOutcome;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;

/**
 * The location of a result.
 *
 * @param directory an absolute path; empty if unknown
 * @param unwritten what could not be written there, as sentences
 */
record ResultLocation(Optional<Path> directory, List<String> unwritten) {
  /** A result does not know its directory, and assertions get only the result. */
  private static final Map<RunResult, ResultLocation> INJECTED =
      Collections.synchronizedMap(new WeakHashMap<>());

  private static final ResultLocation UNKNOWN = new ResultLocation(Optional.empty(), List.of());

  static ResultLocation of(RunOutcome outcome) {
    return new ResultLocation(
        Optional.of(outcome.directory().toAbsolutePath().normalize()), outcome.unwritten());
  }

  /** Returns the location of a result, if the extension wrote it. */
  static ResultLocation of(RunResult result) {
    return INJECTED.getOrDefault(result, UNKNOWN);
  }

  /** Keeps the location of a result while a test has it. */
  static void remember(RunOutcome outcome) {
    INJECTED.put(outcome.result(), of(outcome));
  }

  /** Returns a sentence with the location. */
  String sentence() {
    if (directory.isEmpty()) {
      return "Where the result was written, if it was, only its RunOutcome knows.";
    }
    return unwritten.isEmpty()
        ? "The result is in " + directory.get()
        : "What could be written of the result is in " + directory.get();
  }
}
