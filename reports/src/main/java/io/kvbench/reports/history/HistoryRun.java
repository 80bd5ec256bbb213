package io.kvbench.reports.history;

import io.kvbench.reports.compare.Benchmark;
import io.kvbench.reports.compare.Measured;
import io.kvbench.results.directory.PlanDocument;
import io.kvbench.results.figure.Metric;
import io.kvbench.results.format.RunResult;
import java.nio.file.Path;
import java.time.Instant;

/**
 * A run in a history.
 *
 * @param directory where its result is
 * @param measured what it measured
 */
public record HistoryRun(Path directory, RunResult result, PlanDocument plan, Measured measured) {
  public static HistoryRun of(Path directory, RunResult result, PlanDocument plan) {
    return new HistoryRun(directory, result, plan, Measured.of(result));
  }

  Benchmark benchmark() {
    return Benchmark.of(plan, result);
  }

  public Instant startedAt() {
    return result.origin().startedAt();
  }

  /** Returns the version of the run: its label, or else the version of its servers. */
  public String version() {
    String label = Benchmark.label(plan);
    return label.isEmpty() ? result.system().version() : label;
  }

  /** Returns a figure; not a number where it is not known. */
  double of(Metric figure) {
    return figure.of(measured).orElse(Double.NaN);
  }
}
