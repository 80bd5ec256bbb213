package io.kvbench.results.directory;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.measure.IntervalRate;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import io.kvbench.results.directory.Csv.Field;
import io.kvbench.results.format.IntervalResult;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.Percentile;
import io.kvbench.results.format.TimeResult;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The files {@code intervals.csv}, with one row for each interval and type of operation in the
 * order they happened, and {@code mixes.csv}, with one row for each interval of each mix. An
 * interval in which nothing completed has one row without an operation, so that a gap stays a gap.
 * A mix has all types of operations together without composites. Cells of times without operations
 * are empty; times are those of operations answered OK. Comma, dot and {@code \n} whatever the
 * locale; quoted as in RFC 4180.
 *
 * <p>For one thread. Every interval is handed to the file system before {@link #append} returns.
 */
public final class IntervalsCsv implements AutoCloseable {
  private static final long NANOS_PER_MICRO = 1_000;

  /** The columns of times: a maximum, or a percentile that is known, of any. */
  private static final Field<TimeResult> MAX = time("MaxMicros", TimeResult::maxMicros);

  private static final List<Field<TimeResult>> OF_TIMES =
      List.of(
          time("MeanMicros", TimeResult::meanMicros),
          time("MinMicros", TimeResult::minMicros),
          percentile(Percentile.P50),
          percentile(Percentile.P95),
          percentile(Percentile.P99),
          percentile(Percentile.P999),
          MAX);
  private static final List<Field<TimeResult>> OF_LAG =
      List.of(percentile(Percentile.P50), percentile(Percentile.P99), MAX);

  private static final List<Field<Row>> WHEN =
      List.of(
          new Field<>("startedAt", row -> row.interval.startedAt().toString()),
          new Field<>(
              "phaseSeconds",
              row ->
                  BigDecimal.valueOf(row.interval.phaseNanos() / NANOS_PER_MICRO, 6)
                      .toPlainString()),
          new Field<>("wallMicros", row -> micros(row.interval.wallNanos())),
          new Field<>("clients", row -> Integer.toString(row.interval.clients())),
          new Field<>("offeredPerSecond", row -> rounded(row.interval.offeredPerSecond())));
  private static final List<Field<Row>> COUNTS =
      List.of(
          new Field<>("count", row -> row.count(OperationResult::count)),
          new Field<>("okCount", row -> row.count(OperationResult::okCount)),
          new Field<>(
              "otherOutcomeCount",
              row -> row.count(each -> each.count() - each.okCount() - each.errorCount())),
          new Field<>("errorCount", row -> row.count(OperationResult::errorCount)),
          new Field<>("okPerSecond", row -> rounded(row.okPerSecond())));
  private static final List<Field<Row>> POOL =
      List.of(
          new Field<>("inFlight", row -> rounded(OptionalDouble.of(row.interval.inFlight()))),
          new Field<>("noneFreeMicros", row -> micros(row.interval.noneFreeNanos())));
  private static final List<Field<Row>> TIMES =
      Stream.of(
              of("response", OF_TIMES, Row::response),
              of("service", OF_TIMES, Row::service),
              of("lag", OF_LAG, row -> row.interval.lag()))
          .flatMap(List::stream)
          .toList();
  private static final Field<Row> PHASE =
      new Field<>("phase", row -> row.interval.phase().toString());

  private static final List<Field<Row>> BY_TYPE =
      Stream.of(
              List.<Field<Row>>of(
                  new Field<>("interval", row -> Integer.toString(row.interval.index())),
                  PHASE,
                  new Field<>(
                      "step",
                      row ->
                          row.interval
                              .step()
                              .map(step -> Integer.toString(step.index()))
                              .orElse(""))),
              WHEN,
              List.of(new Field<>("operation", Row::name)),
              COUNTS,
              TIMES,
              List.of(new Field<>("statuses", Row::statuses)),
              POOL)
          .flatMap(List::stream)
          .toList();
  private static final List<Field<Row>> BY_MIX =
      Stream.of(List.of(new Field<>("mix", Row::name), PHASE), WHEN, COUNTS, TIMES, POOL)
          .flatMap(List::stream)
          .toList();

  /** A row: operations that ended in an interval, and the name of their type or mix. */
  private record Row(
      IntervalResult interval,
      String name,
      List<OperationResult> operations,
      TimeResult response,
      TimeResult service) {
    static Row of(IntervalResult interval, String name, List<OperationResult> operations) {
      return new Row(
          interval,
          name,
          operations,
          sum(operations, OperationResult::response),
          sum(operations, OperationResult::service));
    }

    private static TimeResult sum(
        List<OperationResult> operations, Function<OperationResult, TimeResult> kind) {
      return operations.size() == 1
          ? kind.apply(operations.getFirst())
          : TimeResult.of(
              operations.stream()
                  .map(each -> kind.apply(each).times())
                  .reduce(TimeHistogram.empty(), TimeHistogram::plus));
    }

    String count(ToLongFunction<OperationResult> count) {
      return Long.toString(operations.stream().mapToLong(count).sum());
    }

    OptionalDouble okPerSecond() {
      long ok = operations.stream().mapToLong(OperationResult::okCount).sum();
      return IntervalRate.perSecond(ok, interval.wallNanos());
    }

    /** Every status that was seen and how often, such as {@code OK=10;TIMEOUT=1}. */
    String statuses() {
      Map<Status, Long> counts = new LinkedHashMap<>();
      for (OperationResult operation : operations) {
        Stream.of(Outcome.values())
            .forEach(each -> counts.put(each, operation.outcomes().getOrDefault(each, 0L)));
        Stream.of(ErrorKind.values())
            .forEach(each -> counts.put(each, operation.errors().getOrDefault(each, 0L)));
      }
      return counts.entrySet().stream()
          .filter(each -> each.getValue() > 0)
          .map(Map.Entry::toString)
          .collect(Collectors.joining(";"));
    }
  }

  private final StreamedFile file;

  private IntervalsCsv(StreamedFile file) {
    this.file = file;
  }

  static IntervalsCsv create(Path path, FilePermissions permissions)
      throws ResultDirectoryException {
    return new IntervalsCsv(StreamedFile.create(path, permissions, List.of(Csv.header(BY_TYPE))));
  }

  static IntervalsCsv ofMixes(Path path, FilePermissions permissions)
      throws ResultDirectoryException {
    return new IntervalsCsv(StreamedFile.create(path, permissions, List.of(Csv.header(BY_MIX))));
  }

  /** Writes the rows of one interval by types of operations. */
  public void append(IntervalResult interval) throws ResultDirectoryException {
    new TreeMap<>(interval.operations())
        .forEach(
            (type, of) -> file.line(Csv.row(BY_TYPE, Row.of(interval, type.name(), List.of(of)))));
    if (interval.operations().isEmpty()) {
      file.line(Csv.row(BY_TYPE, Row.of(interval, "", List.of())));
    }
    file.flush();
  }

  /** Writes the row of one interval of a mix. */
  public void append(String mix, IntervalResult interval) throws ResultDirectoryException {
    List<OperationResult> single =
        interval.operations().entrySet().stream()
            .filter(entry -> !entry.getKey().isComposite())
            .map(Map.Entry<OperationType, OperationResult>::getValue)
            .toList();
    file.line(Csv.row(BY_MIX, Row.of(interval, mix, single)));
    file.flush();
  }

  @Override
  public void close() throws ResultDirectoryException {
    file.close();
  }

  /** Returns the cells of times by the names of their columns, without empty ones. */
  static Map<String, String> cells(String kind, TimeResult times) {
    Map<String, String> cells = new LinkedHashMap<>();
    for (Field<TimeResult> column : kind.equals("lag") ? OF_LAG : OF_TIMES) {
      String cell = column.cell().apply(times);
      if (!cell.isEmpty()) {
        cells.put(kind + column.name(), cell);
      }
    }
    return cells;
  }

  private static List<Field<Row>> of(
      String kind, List<Field<TimeResult>> columns, Function<Row, TimeResult> times) {
    return columns.stream()
        .map(
            column ->
                new Field<Row>(kind + column.name(), row -> column.cell().apply(times.apply(row))))
        .toList();
  }

  private static Field<TimeResult> percentile(Percentile percentile) {
    String name = percentile.title().replace(".", "").replace("p", "P") + "Micros";
    return time(name, percentile::micros, percentile::isKnown);
  }

  private static Field<TimeResult> time(String name, ToLongFunction<TimeResult> value) {
    return time(name, value, times -> times.count() > 0);
  }

  private static Field<TimeResult> time(
      String name, ToLongFunction<TimeResult> value, Predicate<TimeResult> isKnown) {
    return new Field<>(
        name, times -> isKnown.test(times) ? Long.toString(value.applyAsLong(times)) : "");
  }

  private static String micros(long nanos) {
    return Long.toString(nanos / NANOS_PER_MICRO);
  }

  private static String rounded(OptionalDouble rate) {
    return rate.isEmpty()
        ? ""
        : BigDecimal.valueOf(rate.getAsDouble()).setScale(1, RoundingMode.HALF_UP).toPlainString();
  }
}
