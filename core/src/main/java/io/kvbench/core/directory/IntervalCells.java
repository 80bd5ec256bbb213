package io.kvbench.core.directory;

import io.kvbench.core.result.IntervalResult;
import io.kvbench.core.result.TimeResult;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToLongFunction;

/** The columns that files of intervals have in common, and how their cells are written. */
final class IntervalCells {
  private static final long NANOS_PER_MICRO = 1_000;
  private static final List<Column> TIMES =
      List.of(
          new Column("MeanMicros", TimeResult::meanMicros),
          new Column("MinMicros", TimeResult::minMicros),
          new Column("P50Micros", TimeResult::p50Micros),
          new Column("P95Micros", TimeResult::p95Micros),
          new Column("P99Micros", TimeResult::p99Micros),
          new Column("P999Micros", TimeResult::p999Micros),
          new Column("MaxMicros", TimeResult::maxMicros));
  private static final List<Column> LAG =
      List.of(
          new Column("P50Micros", TimeResult::p50Micros),
          new Column("P99Micros", TimeResult::p99Micros),
          new Column("MaxMicros", TimeResult::maxMicros));

  private record Column(String name, ToLongFunction<TimeResult> value) {}

  private IntervalCells() {}

  static List<String> whenNames() {
    return List.of("startedAt", "phaseSeconds", "wallMicros", "clients", "offeredPerSecond");
  }

  /** Returns when an interval was, how long, and what was meant for it. */
  static List<String> when(IntervalResult interval) {
    OptionalDouble offered = interval.offeredPerSecond();
    return List.of(
        interval.startedAt().toString(),
        BigDecimal.valueOf(interval.phaseNanos() / NANOS_PER_MICRO, 6).toPlainString(),
        Long.toString(interval.wallNanos() / NANOS_PER_MICRO),
        Integer.toString(interval.clients()),
        offered.isPresent() ? rounded(BigDecimal.valueOf(offered.getAsDouble())) : "");
  }

  static List<String> poolNames() {
    return List.of("inFlight", "noneFreeMicros");
  }

  /** Returns what the clients did, on average, and for how long none of them was free. */
  static List<String> pool(IntervalResult interval) {
    return List.of(
        rounded(BigDecimal.valueOf(interval.inFlight())),
        Long.toString(interval.noneFreeNanos() / NANOS_PER_MICRO));
  }

  static List<String> countNames() {
    return List.of("count", "okCount", "otherOutcomeCount", "errorCount", "okPerSecond");
  }

  static List<String> counts(long count, long ok, long errors, long wallNanos) {
    return List.of(
        Long.toString(count),
        Long.toString(ok),
        Long.toString(count - ok - errors),
        Long.toString(errors),
        perSecond(ok, wallNanos));
  }

  /** Returns the columns of response or service times. */
  static List<String> timeNames(String kind) {
    return TIMES.stream().map(column -> kind + column.name).toList();
  }

  /** Returns the cells of response or service times; empty ones where there are none. */
  static List<String> times(TimeResult times) {
    return cells(TIMES, times);
  }

  static List<String> lagNames() {
    return LAG.stream().map(column -> "lag" + column.name).toList();
  }

  static List<String> lag(TimeResult lag) {
    return cells(LAG, lag);
  }

  private static List<String> cells(List<Column> columns, TimeResult times) {
    return columns.stream()
        .map(column -> times.count() == 0 ? "" : Long.toString(column.value.applyAsLong(times)))
        .toList();
  }

  private static String perSecond(long count, long nanos) {
    if (nanos <= 0) {
      return "";
    }
    return rounded(
        BigDecimal.valueOf(count)
            .multiply(BigDecimal.valueOf(1_000_000_000L))
            .divide(BigDecimal.valueOf(nanos), 1, RoundingMode.HALF_UP));
  }

  private static String rounded(BigDecimal rate) {
    return rate.setScale(1, RoundingMode.HALF_UP).toPlainString();
  }
}
