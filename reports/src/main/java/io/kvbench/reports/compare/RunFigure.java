package io.kvbench.reports.compare;

import io.kvbench.reports.table.Unit;
import java.util.OptionalDouble;
import java.util.function.Function;

/** A figure of a whole run that repeats and histories are judged by. */
// The functions have no state.
@SuppressWarnings("ImmutableEnumChecker")
public enum RunFigure {
  THROUGHPUT("throughput", Unit.PER_SECOND, Measured::okPerSecond),
  MEAN(
      "mean response time",
      Unit.NANOS,
      measured -> measured.ifAnswered(measured.response().meanNanos())),
  P50("p50", Unit.NANOS, measured -> measured.percentileNanos(50)),
  P99("p99", Unit.NANOS, measured -> measured.percentileNanos(99)),
  P999("p99.9", Unit.NANOS, measured -> measured.percentileNanos(99.9)),
  CLIENT_CPU("client CPU per operation", Unit.NANOS, Measured::clientCpuNanosPerOperation);

  private final String words;
  private final Unit unit;
  private final Function<Measured, OptionalDouble> figure;

  RunFigure(String words, Unit unit, Function<Measured, OptionalDouble> figure) {
    this.words = words;
    this.unit = unit;
    this.figure = figure;
  }

  /** Returns its name in reports. */
  public String words() {
    return words;
  }

  public Unit unit() {
    return unit;
  }

  /** Returns whether more of it is better; otherwise less is. */
  public boolean moreIsBetter() {
    return this == THROUGHPUT;
  }

  /** Returns the figure of the primary operations of a run; empty where it is not known. */
  public OptionalDouble of(Measured measured) {
    return figure.apply(measured);
  }
}
