package io.kvbench.reports.suite;

import io.kvbench.reports.table.Unit;
import io.kvbench.results.directory.SuiteDocument.CellOutcome;
import java.util.OptionalDouble;
import java.util.function.Function;

/** A figure by which the cells of a suite are shown. */
// The functions are references to accessors.
@SuppressWarnings("ImmutableEnumChecker")
public enum SuiteFigure {
  THROUGHPUT("Throughput", Unit.PER_SECOND, CellOutcome::operationsPerSecond),
  P50("p50 response time", Unit.MICROS, CellOutcome::p50Micros),
  P99("p99 response time", Unit.MICROS, CellOutcome::p99Micros);

  private final String title;
  private final Unit unit;
  private final Function<CellOutcome, OptionalDouble> value;

  SuiteFigure(String title, Unit unit, Function<CellOutcome, OptionalDouble> value) {
    this.title = title;
    this.unit = unit;
    this.value = value;
  }

  public String title() {
    return title;
  }

  public Unit unit() {
    return unit;
  }

  /** Returns the figure of a run; empty where it is not known. */
  public OptionalDouble of(CellOutcome outcome) {
    return value.apply(outcome);
  }
}
