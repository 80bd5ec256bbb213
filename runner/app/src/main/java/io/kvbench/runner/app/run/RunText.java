package io.kvbench.runner.app.run;

import io.kvbench.reports.content.RunContent;
import io.kvbench.reports.content.RunSummary;
import io.kvbench.reports.spikes.Spikes;
import io.kvbench.reports.text.TextDocument;
import io.kvbench.reports.text.TextStyle;
import io.kvbench.results.format.RunResult;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The text that a run ends with: a summary, or the full report. */
final class RunText {
  @Option(
      names = {"-v", "--verbose"},
      description = {
        "Print the full report instead of a summary.",
        "'kvbench report DIR' prints it later."
      })
  private boolean verbose;

  /** Returns the text; the path of the directory follows it. */
  String of(RunResult result, Optional<Spikes> spikes, TextStyle style) {
    return TextDocument.of(
        verbose ? RunContent.of(result, spikes, Optional.empty()) : RunSummary.of(result, spikes),
        style);
  }
}
