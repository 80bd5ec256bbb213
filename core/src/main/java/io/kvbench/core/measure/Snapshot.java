package io.kvbench.core.measure;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The records of a stretch of time. Immutable; snapshots of consecutive stretches can be added up.
 *
 * @param operations by type, then by status; only those seen
 * @param lag the time from intended start to sending of every request of an open loop
 */
public record Snapshot(
    Map<OperationType, Map<Status, StatusSnapshot>> operations, TimeHistogram lag) {

  private static final Snapshot EMPTY = new Snapshot(Map.of(), TimeHistogram.empty());

  public static Snapshot empty() {
    return EMPTY;
  }

  public Snapshot plus(Snapshot other) {
    Map<OperationType, Map<Status, StatusSnapshot>> sum = new EnumMap<>(OperationType.class);
    operations.forEach((type, statuses) -> sum.put(type, new LinkedHashMap<>(statuses)));
    other.operations.forEach(
        (type, statuses) ->
            statuses.forEach(
                (status, times) ->
                    sum.computeIfAbsent(type, absent -> new LinkedHashMap<>())
                        .merge(status, times, StatusSnapshot::plus)));
    return new Snapshot(sum, lag.plus(other.lag));
  }

  /** Returns how many operations ended, composites left out. */
  public long count() {
    return operations.entrySet().stream()
        .filter(entry -> !entry.getKey().isComposite())
        .flatMap(entry -> entry.getValue().values().stream())
        .mapToLong(StatusSnapshot::count)
        .sum();
  }

  /** Returns how many operations were answered OK, composites left out. */
  public long okCount() {
    return operations.entrySet().stream()
        .filter(entry -> !entry.getKey().isComposite())
        .mapToLong(entry -> count(entry.getKey(), Outcome.OK))
        .sum();
  }

  /** Returns how many operations of a type ended with a status. */
  public long count(OperationType type, Status status) {
    StatusSnapshot times = operations.getOrDefault(type, Map.of()).get(status);
    return times == null ? 0 : times.count();
  }

  /** Returns the response times of all operations answered OK, composites left out. */
  public TimeHistogram okResponse() {
    TimeHistogram sum = TimeHistogram.empty();
    for (Map.Entry<OperationType, Map<Status, StatusSnapshot>> entry : operations.entrySet()) {
      StatusSnapshot times = entry.getValue().get(Outcome.OK);
      if (times != null && !entry.getKey().isComposite()) {
        sum = sum.plus(times.response());
      }
    }
    return sum;
  }
}
