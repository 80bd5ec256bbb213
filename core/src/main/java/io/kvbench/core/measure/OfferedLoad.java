package io.kvbench.core.measure;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongToDoubleFunction;

/**
 * The load that a schedule offers to a store, and how slow the answers were, by second: both decide
 * about a recovery in an open loop. A closed loop offers nothing and is never slow. For one thread.
 */
public final class OfferedLoad {
  /** The factor by which the later p99 may exceed the highest p99 before. */
  static final double SLOWER = 2;

  /** The difference that is always allowed: the p99 of a second is noisy. */
  static final long SLACK_NANOS = 10_000_000L;

  private record OfferedLoadSecond(
      long fromNanos, long toNanos, Map<OperationType, Long> p99Nanos) {}

  private final LongToDoubleFunction due;
  private final Map<OperationType, Double> perRequest;
  private final List<OfferedLoadSecond> seconds = new ArrayList<>();

  /**
   * A schedule.
   *
   * @param due how many requests are due up to an instant, in nanoseconds from the phase's start
   * @param perRequest how many operations of each type a request is on average, composites left out
   */
  public OfferedLoad(LongToDoubleFunction due, Map<OperationType, Double> perRequest) {
    this.due = due;
    this.perRequest = Map.copyOf(perRequest);
  }

  /** Returns the load of a closed loop. */
  public static OfferedLoad none() {
    return new OfferedLoad(nanos -> 0, Map.of());
  }

  /** Adds the response times of an interval. */
  public void ended(Interval interval) {
    if (perRequest.isEmpty()) {
      return;
    }
    Map<OperationType, Long> p99 = new EnumMap<>(OperationType.class);
    for (Map.Entry<OperationType, Map<Status, StatusSnapshot>> entry :
        interval.recorded().operations().entrySet()) {
      StatusSnapshot ok = entry.getValue().get(Outcome.OK);
      if (ok != null) {
        p99.put(entry.getKey(), ok.response().percentileNanos(99));
      }
    }
    long from = interval.phaseNanos();
    seconds.add(new OfferedLoadSecond(from, from + interval.wallNanos(), p99));
  }

  /** Returns how many operations of a type are due between two instants. */
  double due(OperationType type, long fromNanos, long toNanos) {
    return perRequest.getOrDefault(type, 0.0)
        * (due.applyAsDouble(toNanos) - due.applyAsDouble(fromNanos));
  }

  /** Returns the highest p99 of the intervals that lie between two instants. */
  OptionalLong highestP99(OperationType type, long fromNanos, long toNanos) {
    return seconds.stream()
        .filter(second -> second.fromNanos >= fromNanos && second.toNanos <= toNanos)
        .filter(second -> second.p99Nanos.containsKey(type))
        .mapToLong(second -> second.p99Nanos.get(type))
        .max();
  }

  /** Returns whether an interval that overlaps a stretch of time was slower than before. */
  boolean isSlow(OperationType type, long fromNanos, long toNanos, long before) {
    double most = Math.max(SLOWER * before, (double) before + SLACK_NANOS);
    return seconds.stream()
        .filter(second -> second.fromNanos < toNanos && second.toNanos > fromNanos)
        .anyMatch(second -> second.p99Nanos.getOrDefault(type, 0L) > most);
  }
}
