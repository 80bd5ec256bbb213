package io.kvbench.results.directory;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.results.format.PhaseResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * An interval of {@code intervals.csv}. Counts over all types of operations leave composites out.
 *
 * @param index counted from 0 over the whole run
 * @param phase {@code load}, {@code warmup} or {@code run}
 * @param step which part of a run with changing numbers of clients; empty in any other phase
 * @param startedAt the wall clock at its beginning
 * @param wallNanos its length, to the microsecond
 * @param clients how many clients there were in it
 * @param offeredPerSecond the rate of arrivals that was meant for it; empty in a closed loop, and
 *     in older files
 * @param count operations that ended in it, however they ended
 * @param okCount those answered OK
 * @param errors the same by kind
 * @param okByType how many of each type were answered OK, composites included
 * @param inFlight operations in flight, on average; empty in older files
 */
public record StoredInterval(
    int index,
    String phase,
    OptionalInt step,
    Instant startedAt,
    long wallNanos,
    int clients,
    OptionalDouble offeredPerSecond,
    long count,
    long okCount,
    long errorCount,
    Map<ErrorKind, Long> errors,
    Map<OperationType, Long> okByType,
    OptionalDouble inFlight) {
  private static final long NANOS_PER_MICRO = 1_000;
  private static final List<String> REQUIRED =
      List.of(
          "interval",
          "phase",
          "step",
          "startedAt",
          "wallMicros",
          "clients",
          "operation",
          "count",
          "okCount",
          "errorCount",
          "statuses");

  public StoredInterval {
    errors = Map.copyOf(errors);
    okByType = Map.copyOf(okByType);
  }

  /** Returns the intervals in their order, each once; what was of its operations is summed. */
  static List<StoredInterval> read(CsvTable table) throws ResultFormatException {
    List<StoredInterval> intervals = new ArrayList<>();
    table.forEach(REQUIRED, row -> add(intervals, interval(row)));
    return List.copyOf(intervals);
  }

  private static void add(List<StoredInterval> intervals, StoredInterval next) {
    int last = intervals.size() - 1;
    if (next.index() == last) {
      intervals.set(last, intervals.get(last).plus(next));
    } else if (next.index() == last + 1) {
      intervals.add(next);
    } else {
      throw new IllegalArgumentException(
          "interval " + next.index() + " follows interval " + last + ", so lines are missing");
    }
  }

  private static StoredInterval interval(CsvTable.Row row) {
    String type = row.text("operation");
    boolean counts = !type.isEmpty() && !type(type).isComposite();
    OptionalLong step = row.optional("step");
    return new StoredInterval(
        (int) row.number("interval"),
        row.text("phase"),
        step.isEmpty() ? OptionalInt.empty() : OptionalInt.of((int) step.getAsLong()),
        Instant.parse(row.text("startedAt")),
        row.number("wallMicros") * NANOS_PER_MICRO,
        (int) row.number("clients"),
        row.rate("offeredPerSecond"),
        counts ? row.number("count") : 0,
        counts ? row.number("okCount") : 0,
        counts ? row.number("errorCount") : 0,
        counts ? errors(row.text("statuses")) : Map.of(),
        type.isEmpty() ? Map.of() : Map.of(type(type), row.number("okCount")),
        row.rate("inFlight"));
  }

  /** Those of {@code OK=10;TIMEOUT=1} that are errors. */
  private static Map<ErrorKind, Long> errors(String cell) {
    Map<ErrorKind, Long> errors = new EnumMap<>(ErrorKind.class);
    for (ErrorKind kind : ErrorKind.values()) {
      for (String entry : cell.split(";", -1)) {
        if (entry.startsWith(kind + "=")) {
          errors.put(kind, CsvTable.number(entry.substring(kind.name().length() + 1)));
        }
      }
    }
    return errors;
  }

  /** Returns a type of operation by its name, or throws an exception that says so. */
  static OperationType type(String type) {
    for (OperationType known : OperationType.values()) {
      if (known.name().equals(type)) {
        return known;
      }
    }
    throw new IllegalArgumentException("no operation \"" + type + "\" is known here");
  }

  /** Returns whether it continues another one in the same step without a pause. */
  public boolean follows(StoredInterval before) {
    long pause = Duration.between(before.endedAt(), startedAt).toNanos();
    return phase.equals(before.phase) && step.equals(before.step) && pause < before.wallNanos / 2;
  }

  /** Returns whether it is one of a phase, or of a step of it. */
  boolean isOf(PhaseResult other) {
    return other.name().toString().equals(phase)
        && other.step().map(part -> part.index()).equals(step.stream().boxed().findFirst());
  }

  /**
   * Returns its place in {@code histograms.hlog}: when it started, in milliseconds from the start
   * of the run, and its phase with the step if there is one, as in {@code 1000 run-2}.
   */
  String place(Instant start) {
    return Duration.between(start, startedAt).toMillis()
        + (" " + phase)
        + (step.isPresent() ? "-" + step.getAsInt() : "");
  }

  public Instant endedAt() {
    return startedAt.plusNanos(wallNanos);
  }

  StoredInterval plus(StoredInterval other) {
    return new StoredInterval(
        index,
        phase,
        step,
        startedAt,
        wallNanos,
        clients,
        offeredPerSecond,
        count + other.count,
        okCount + other.okCount,
        errorCount + other.errorCount,
        sum(errors, other.errors),
        sum(okByType, other.okByType),
        inFlight);
  }

  private static <K> Map<K, Long> sum(Map<K, Long> one, Map<K, Long> other) {
    Map<K, Long> sum = new HashMap<>(one);
    other.forEach((key, count) -> sum.merge(key, count, Long::sum));
    return sum;
  }

  public double okPerSecond(Set<OperationType> types) {
    return okCount(types) * 1e9 / wallNanos;
  }

  public long okCount(Set<OperationType> types) {
    return types.stream().mapToLong(type -> okByType.getOrDefault(type, 0L)).sum();
  }
}
