package io.kvbench.core.engine;

import io.kvbench.core.measure.Drain;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import java.util.EnumMap;
import java.util.Map;

/** The counts of what ends after the end of sending. For one thread at a time. */
final class DrainTally {
  private final Map<OperationType, Long> ok = new EnumMap<>(OperationType.class);
  private long requests;
  private long operations;
  private long busyNanos;
  private long oldestNanos;

  /** Counts operations with the same end. */
  void add(OperationType type, Status status, long ageNanos, long count) {
    if (!type.isComposite()) {
      operations += count;
      oldestNanos = Math.max(oldestNanos, ageNanos);
    }
    if (status == Outcome.OK && type.hasRate()) {
      ok.merge(type, count, Long::sum);
    }
  }

  /** Adds time that a client spent in operations. */
  void busy(long nanos) {
    busyNanos += nanos;
  }

  void addRequests(long count) {
    requests += count;
  }

  Drain over(long nanos) {
    return new Drain(nanos, requests, operations, ok, busyNanos, oldestNanos);
  }
}
