package io.kvbench.runner.junit;

import io.kvbench.core.result.RunResult;
import io.kvbench.reports.text.TextReport;
import io.kvbench.reports.text.TextStyle;
import java.nio.file.Path;
import java.util.Optional;

/** What a broken expectation tells beside itself: how the report begins, and where the rest is. */
record Failure(RunResult result, Optional<Path> directory) {

  /** Returns the message about an expectation that was not met. */
  String message(String expectation) {
    return "%n%s%n%n%s%n%s"
        .formatted(
            expectation,
            TextReport.headline(result, TextStyle.PLAIN).stripTrailing(),
            directory
                .map(path -> "The result is in " + path)
                .orElse("The result was not written to a directory."));
  }
}
