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
 * Where a result is.
 *
 * @param directory an absolute path; empty where nothing is known of one
 * @param unwritten what could not be written there, in sentences
 */
record ResultLocation(Optional<Path> directory, List<String> unwritten) {
  /** A result does not know its directory, and assertions get nothing but the result. */
  private static final Map<RunResult, ResultLocation> INJECTED =
      Collections.synchronizedMap(new WeakHashMap<>());

  private static final ResultLocation UNKNOWN = new ResultLocation(Optional.empty(), List.of());

  static ResultLocation of(RunOutcome outcome) {
    return new ResultLocation(
        Optional.of(outcome.directory().toAbsolutePath().normalize()), outcome.unwritten());
  }

  /** Returns where a result is, if the extension wrote it down. */
  static ResultLocation of(RunResult result) {
    return INJECTED.getOrDefault(result, UNKNOWN);
  }

  /** Remembers a result for as long as a test has it. */
  static void remember(RunOutcome outcome) {
    INJECTED.put(outcome.result(), of(outcome));
  }

  /** Returns a sentence that says where the result is. */
  String sentence() {
    if (directory.isEmpty()) {
      return "Where the result was written, if it was, only its RunOutcome knows.";
    }
    return unwritten.isEmpty()
        ? "The result is in " + directory.get()
        : "What could be written of the result is in " + directory.get();
  }
}
