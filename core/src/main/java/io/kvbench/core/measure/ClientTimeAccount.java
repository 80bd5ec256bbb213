package io.kvbench.core.measure;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The client-time account of one client. It keeps the instant up to which time is accounted; every
 * entry covers the time from there to a later instant, so there is no gap and no overlap. For the
 * client's thread.
 */
public final class ClientTimeAccount {
  private final long begin;
  private final long[] statusNanos = new long[Slots.STATUSES];
  private long accountedUntil;
  private long reconnectNanos;
  private long backOffNanos;
  private long waitNanos;
  private long thinkNanos;
  private long holdNanos;
  private long idleNanos;
  private long harnessNanos;

  /** Opens the account at the start of the phase. */
  public ClientTimeAccount(long begin) {
    this.begin = begin;
    accountedUntil = begin;
  }

  /** Returns the instant up to which time is accounted. */
  public long accountedUntil() {
    return accountedUntil;
  }

  /**
   * Accounts an operation that was sent at {@code sent} and ended at {@code done}; the time before
   * it is harness time.
   */
  public void operation(Status status, long sent, long done) {
    operation(Slots.of(status), sent, done);
  }

  /** The same, for callers that have the status's index. */
  public void operation(int slot, long sent, long done) {
    harnessUntil(sent);
    statusNanos[slot] += advance(done);
  }

  /** Accounts the time up to {@code now} as waiting for a session to become usable again. */
  public void reconnectUntil(long now) {
    reconnectNanos += advance(now);
  }

  /** Accounts the time up to {@code now} as back-off after immediate errors. */
  public void backOffUntil(long now) {
    backOffNanos += advance(now);
  }

  /** Accounts the time up to {@code now} as waiting for an intended start. */
  public void waitUntil(long now) {
    waitNanos += advance(now);
  }

  /** Accounts the time up to {@code now} as thinking. */
  public void thinkUntil(long now) {
    thinkNanos += advance(now);
  }

  /** Accounts the time up to {@code now} as holding something, or being paused, on purpose. */
  public void holdUntil(long now) {
    holdNanos += advance(now);
  }

  /** Accounts the time up to {@code now} as idle. */
  public void idleUntil(long now) {
    idleNanos += advance(now);
  }

  /** Accounts the time up to {@code now} as kvbench's own. */
  public void harnessUntil(long now) {
    harnessNanos += advance(now);
  }

  private long advance(long now) {
    long nanos = Math.max(0, now - accountedUntil);
    accountedUntil += nanos;
    return nanos;
  }

  /** Returns the time in operations that have ended; slightly stale on other threads. */
  public long operationNanos() {
    long sum = 0;
    for (long nanos : statusNanos) {
      sum += nanos;
    }
    return sum;
  }

  /** Returns the account from its opening to {@code end}. */
  public ClientTime snapshot(long end) {
    Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);
    for (Outcome outcome : Outcome.values()) {
      put(outcomes, outcome, statusNanos[Slots.of(outcome)]);
    }
    outcomes.remove(Outcome.OK);
    Map<ErrorKind, Long> errors = new EnumMap<>(ErrorKind.class);
    for (ErrorKind kind : ErrorKind.values()) {
      put(errors, kind, statusNanos[Slots.of(kind)]);
    }
    return new ClientTime(
        end - begin,
        statusNanos[Slots.of(Outcome.OK)],
        outcomes,
        errors,
        reconnectNanos,
        OptionalLong.of(backOffNanos),
        waitNanos,
        thinkNanos,
        OptionalLong.of(holdNanos),
        idleNanos,
        harnessNanos);
  }

  private static <E> void put(Map<E, Long> parts, E part, long nanos) {
    if (nanos > 0) {
      parts.put(part, nanos);
    }
  }
}
