package io.kvbench.results.directory;

import io.kvbench.core.measure.IntervalRate;
import io.kvbench.results.format.IntervalResult;
import io.kvbench.results.format.Percentile;
import io.kvbench.results.format.TimeResult;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/** The columns that files of intervals have in common, and the format of their cells. */
final class IntervalCells {
  private static final long NANOS_PER_MICRO = 1_000;

  private static final Column MAX = new Column("MaxMicros", TimeResult::maxMicros, times -> true);
  private static final List<Column> TIMES =
      List.of(
          new Column("MeanMicros", TimeResult::meanMicros, times -> true),
          new Column("MinMicros", TimeResult::minMicros, times -> true),
          Column.of("P50Micros", Percentile.P50),
          Column.of("P95Micros", Percentile.P95),
          Column.of("P99Micros", Percentile.P99),
          Column.of("P999Micros", Percentile.P999),
          MAX);
  private static final List<Column> LAG =
      List.of(Column.of("P50Micros", Percentile.P50), Column.of("P99Micros", Percentile.P99), MAX);

  private record Column(
      String name, ToLongFunction<TimeResult> value, Predicate<TimeResult> isKnown) {
    static Column of(String name, Percentile percentile) {
      return new Column(name, percentile::micros, percentile::isKnown);
    }

    String cell(TimeResult times) {
      return times.count() > 0 && isKnown.test(times)
          ? Long.toString(value.applyAsLong(times))
          : "";
    }
  }

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

  /** Returns the cells of response or service times; empty ones where there are too few. */
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
    return columns.stream().map(column -> column.cell(times)).toList();
  }

  private static String perSecond(long count, long nanos) {
    OptionalDouble rate = IntervalRate.perSecond(count, nanos);
    return rate.isPresent() ? rounded(BigDecimal.valueOf(rate.getAsDouble())) : "";
  }

  private static String rounded(BigDecimal rate) {
    return rate.setScale(1, RoundingMode.HALF_UP).toPlainString();
  }
}
