package io.kvbench.core.measure;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Outcome;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The client-time account of a phase, which covers every nanosecond of every client. The parts add
 * up to the number of clients times the wall time of the phase.
 *
 * @param totalNanos clients times wall time
 * @param okNanos in operations that were answered {@link Outcome#OK}
 * @param otherOutcomeNanos in operations with any other answer, by answer
 * @param errorNanos in operations that failed, by kind
 * @param reconnectNanos waiting for a broken session to become usable again
 * @param backOffNanos waiting after immediate errors, so that other clients get a processor; empty
 *     in older results
 * @param waitNanos waiting for the intended start of the next request
 * @param thinkNanos thinking between requests of a closed loop
 * @param holdNanos within requests, intentionally without an operation in flight: holding a lock,
 *     staying in a group, or being paused as the owner of a lock; part of {@code thinkNanos} in
 *     older results, where it is empty
 * @param idleNanos nothing left to send while other clients were still busy
 * @param harnessNanos in kvbench itself: choosing the next operation, recording, being scheduled
 */
public record ClientTime(
    long totalNanos,
    long okNanos,
    Map<Outcome, Long> otherOutcomeNanos,
    Map<ErrorKind, Long> errorNanos,
    long reconnectNanos,
    OptionalLong backOffNanos,
    long waitNanos,
    long thinkNanos,
    OptionalLong holdNanos,
    long idleNanos,
    long harnessNanos) {

  public ClientTime {
    otherOutcomeNanos = Map.copyOf(otherOutcomeNanos);
    errorNanos = Map.copyOf(errorNanos);
  }

  /** The account of clients that hold nothing. */
  public ClientTime(
      long totalNanos,
      long okNanos,
      Map<Outcome, Long> otherOutcomeNanos,
      Map<ErrorKind, Long> errorNanos,
      long reconnectNanos,
      OptionalLong backOffNanos,
      long waitNanos,
      long thinkNanos,
      long idleNanos,
      long harnessNanos) {
    this(
        totalNanos,
        okNanos,
        otherOutcomeNanos,
        errorNanos,
        reconnectNanos,
        backOffNanos,
        waitNanos,
        thinkNanos,
        OptionalLong.of(0),
        idleNanos,
        harnessNanos);
  }

  public static ClientTime none() {
    return new ClientTime(0, 0, Map.of(), Map.of(), 0, OptionalLong.of(0), 0, 0, 0, 0);
  }

  /** Returns the account with this much more idle time. */
  ClientTime withIdle(long nanos) {
    return plus(
        new ClientTime(nanos, 0, Map.of(), Map.of(), 0, OptionalLong.of(0), 0, 0, nanos, 0));
  }

  /** Returns the sum of all parts but the total. */
  public long accountedNanos() {
    return busyNanos()
        + reconnectNanos
        + backOffNanos.orElse(0)
        + waitNanos
        + pausedNanos()
        + idleNanos
        + harnessNanos;
  }

  /** Returns the time in operations, regardless of their status. */
  public long busyNanos() {
    return okNanos + sum(otherOutcomeNanos) + sum(errorNanos);
  }

  /** Returns the time in which clients sent nothing as the workload specifies. */
  public long pausedNanos() {
    return thinkNanos + holdNanos.orElse(0);
  }

  /** Returns the time in operations and in waiting for a usable session. */
  public long occupiedNanos() {
    return busyNanos() + reconnectNanos;
  }

  public ClientTime plus(ClientTime other) {
    return new ClientTime(
        totalNanos + other.totalNanos,
        okNanos + other.okNanos,
        merge(Outcome.class, otherOutcomeNanos, other.otherOutcomeNanos),
        merge(ErrorKind.class, errorNanos, other.errorNanos),
        reconnectNanos + other.reconnectNanos,
        OptionalLong.of(backOffNanos.orElse(0) + other.backOffNanos.orElse(0)),
        waitNanos + other.waitNanos,
        thinkNanos + other.thinkNanos,
        OptionalLong.of(holdNanos.orElse(0) + other.holdNanos.orElse(0)),
        idleNanos + other.idleNanos,
        harnessNanos + other.harnessNanos);
  }

  private static long sum(Map<?, Long> parts) {
    return parts.values().stream().mapToLong(Long::longValue).sum();
  }

  private static <E extends Enum<E>> Map<E, Long> merge(
      Class<E> type, Map<E, Long> one, Map<E, Long> other) {
    Map<E, Long> merged = new EnumMap<>(type);
    merged.putAll(one);
    other.forEach((key, nanos) -> merged.merge(key, nanos, Long::sum));
    return merged;
  }
}
