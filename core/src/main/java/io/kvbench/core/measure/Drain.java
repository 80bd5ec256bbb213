package io.kvbench.core.measure;

import io.kvbench.core.operation.OperationType;
import java.util.EnumMap;
import java.util.Map;

/**
 * The drain of a phase: what ended after the phase had stopped sending. It counts in the totals and
 * times of the phase, but not in its rates.
 *
 * @param nanos from the end of sending to the end of the last client
 * @param requests how many requests ended in it
 * @param operations how many operations ended in it, composites left out
 * @param okOperations those answered OK, by type; composites and deliveries to watchers have
 *     entries of their own, for their rates, and other times between operations have none
 * @param busyNanos the clients' time in operations within the drain
 * @param oldestNanos the longest time from the intended start of one of these operations to its end
 */
public record Drain(
    long nanos,
    long requests,
    long operations,
    Map<OperationType, Long> okOperations,
    long busyNanos,
    long oldestNanos) {

  public Drain {
    okOperations = Map.copyOf(okOperations);
  }

  /** Returns how many operations of the drain were answered OK, composites left out. */
  public long okCount() {
    return okOperations.entrySet().stream()
        .filter(entry -> !entry.getKey().isComposite())
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  /** Returns how many operations of a type in the drain were answered OK. */
  public long okCount(OperationType type) {
    return okOperations.getOrDefault(type, 0L);
  }

  /** Returns the same drain with another length. */
  Drain lasting(long otherNanos) {
    return new Drain(otherNanos, requests, operations, okOperations, busyNanos, oldestNanos);
  }

  public Drain plus(Drain other) {
    Map<OperationType, Long> ok = new EnumMap<>(OperationType.class);
    ok.putAll(okOperations);
    other.okOperations.forEach((type, count) -> ok.merge(type, count, Long::sum));
    return new Drain(
        nanos + other.nanos,
        requests + other.requests,
        operations + other.operations,
        ok,
        busyNanos + other.busyNanos,
        Math.max(oldestNanos, other.oldestNanos));
  }
}
