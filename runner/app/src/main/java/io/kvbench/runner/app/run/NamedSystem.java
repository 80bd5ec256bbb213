package io.kvbench.runner.app.run;

import io.kvbench.runner.app.options.RunOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Parameters;

/** The system after the command, as YCSB's users write it, instead of {@code -db}. */
final class NamedSystem {
  @Parameters(
      arity = "0..1",
      paramLabel = "SYSTEM",
      completionCandidates = RunOptions.SystemNames.class,
      description = "System to benchmark, instead of -db.")
  private @Nullable String system;

  void applyTo(RunOptions options) {
    if (system != null) {
      options.systemIs(system);
    }
  }
}
