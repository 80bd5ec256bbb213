package io.kvbench.reports.text;

import io.kvbench.reports.content.RunContent;
import io.kvbench.reports.content.RunSummary;
import io.kvbench.reports.spikes.Spikes;
import io.kvbench.results.format.RunResult;
import java.nio.file.Path;
import java.util.Optional;

/** The documents of runs as text. */
public final class TextReport {
  private TextReport() {}

  public static String of(RunResult result, Optional<Path> directory, TextStyle style) {
    return of(result, Optional.empty(), directory, style);
  }

  public static String of(
      RunResult result, Optional<Spikes> spikes, Optional<Path> directory, TextStyle style) {
    return TextDocument.of(RunContent.of(result, spikes, directory), style);
  }

  public static String summary(RunResult result, Optional<Spikes> spikes, TextStyle style) {
    return TextDocument.of(RunSummary.of(result, spikes), style);
  }
}
