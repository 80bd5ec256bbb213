package io.kvbench.runner.suite;

import io.kvbench.reports.compare.Measured;
import io.kvbench.results.directory.SuiteDocument.CellOutcome;
import io.kvbench.results.figure.Metric;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.Verdict;
import java.util.OptionalDouble;

/** The figures of a cell, as comparisons of runs have them. */
final class CellOutcomes {
  private CellOutcomes() {}

  static CellOutcome of(RunResult result, int exitCode, long wallNanos) {
    Measured measured = Measured.of(result);
    return new CellOutcome(
        result.verdict().validity().name(),
        result.verdict().reasons().stream().map(Verdict.Reason::check).distinct().toList(),
        exitCode,
        wallNanos,
        measured.okPerSecond(),
        micros(measured, Metric.P50),
        micros(measured, Metric.P99),
        micros(measured, Metric.P999),
        measured.primaryOkCount(),
        measured.errorCount());
  }

  private static OptionalDouble micros(Measured measured, Metric percentile) {
    OptionalDouble nanos = percentile.of(measured);
    return nanos.isPresent()
        ? OptionalDouble.of(nanos.getAsDouble() / 1_000)
        : OptionalDouble.empty();
  }
}
