package io.kvbench.reports.suite;

import io.kvbench.reports.table.Cell;
import io.kvbench.results.directory.SuiteDocument.CellOutcome;
import io.kvbench.results.figure.Measurement;
import io.kvbench.results.figure.Metric;
import io.kvbench.results.figure.Statistic;
import io.kvbench.results.figure.TimeKind;
import io.kvbench.results.figure.Unit;
import java.util.List;
import java.util.OptionalDouble;

/** A run of a suite as a measurement. Its times are known, and shown, to the microsecond. */
public record CellFigures(CellOutcome outcome) implements Measurement {
  private static final double NANOS_PER_MICRO = 1e3;

  /** Returns a figure in {@link Unit#charted}; empty where it is not known. */
  public static OptionalDouble of(Metric metric, CellOutcome outcome) {
    return metric.of(new CellFigures(outcome)).stream().map(metric.unit()::charted).findFirst();
  }

  /** Returns the middle one of ascending values, or the mean of two; empty of none. */
  public static OptionalDouble median(List<Double> values) {
    int size = values.size();
    return size == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((values.get((size - 1) / 2) + values.get(size / 2)) / 2);
  }

  /** Returns the same as a cell of a table. */
  public static Cell cell(Metric metric, CellOutcome outcome) {
    return Cell.of(of(metric, outcome), metric.unit().charted());
  }

  @Override
  public OptionalDouble okPerSecond() {
    return outcome.operationsPerSecond();
  }

  @Override
  public OptionalDouble nanos(TimeKind times, Statistic statistic) {
    OptionalDouble micros =
        switch (statistic.name()) {
          case "p50" -> outcome.p50Micros();
          case "p99" -> outcome.p99Micros();
          case "p99.9" -> outcome.p999Micros();
          default -> OptionalDouble.empty();
        };
    return micros.stream().map(each -> each * NANOS_PER_MICRO).findFirst();
  }
}
