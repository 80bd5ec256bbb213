package io.kvbench.results.directory;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.results.format.PhaseResult;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
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
 * @param errorCount those that failed
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
  public StoredInterval {
    errors = Map.copyOf(errors);
    okByType = Map.copyOf(okByType);
  }

  /**
   * Returns a type of operation by its name.
   *
   * @throws IllegalArgumentException if there is no such type
   */
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

  /** Returns the wall clock at its end. */
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

  /** Returns the rate of operations of some types that were answered OK in it. */
  public double okPerSecond(Set<OperationType> types) {
    return okCount(types) * 1e9 / wallNanos;
  }

  /** Returns how many operations of some types were answered OK in it. */
  public long okCount(Set<OperationType> types) {
    return types.stream().mapToLong(type -> okByType.getOrDefault(type, 0L)).sum();
  }
}
