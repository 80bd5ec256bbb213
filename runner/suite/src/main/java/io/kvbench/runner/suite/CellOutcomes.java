package io.kvbench.runner.suite;

import io.kvbench.reports.compare.Measured;
import io.kvbench.results.directory.SuiteDocument.CellOutcome;
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
        micros(measured, 50),
        micros(measured, 99),
        micros(measured, 99.9),
        measured.primaryOkCount(),
        measured.errorCount());
  }

  private static OptionalDouble micros(Measured measured, double percentile) {
    OptionalDouble nanos = measured.percentileNanos(percentile);
    return nanos.isPresent()
        ? OptionalDouble.of(nanos.getAsDouble() / 1_000)
        : OptionalDouble.empty();
  }
}
