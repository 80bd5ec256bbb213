package io.kvbench.core.engine;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.measure.ClientTimeAccount;
import io.kvbench.core.measure.Drain;
import io.kvbench.core.operation.ErrorKind;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The conductor's handle on a client: observes its progress, abandons operations that do not end,
 * and records for a client that does not return. For the conductor's thread.
 */
final class ClientHandle {
  private final PhaseState phase;
  private final Client client;
  private final OperationInFlight operation;

  ClientHandle(PhaseState phase, Client client) {
    this.phase = phase;
    this.client = client;
    operation = client.operation();
  }

  void start() {
    client.thread().start();
  }

  void wake() {
    operation.wake();
  }

  void interrupt() {
    client.thread().interrupt();
  }

  /** Abandons the operation in flight, if there is one. */
  void abandon(long now) {
    PendingOperation pending = operation.pending();
    if (pending != null) {
      pending.abandon(now - phase.startNanos());
    }
    wake();
  }

  /**
   * Returns for how long the operation in flight has been unanswered; 0 if there is none, or if it
   * does not wait for the store.
   */
  long pendingNanos(long now) {
    PendingOperation pending = operation.pending();
    return pending == null || pending.isDone() || operation.type().waits()
        ? 0
        : now - operation.sent();
  }

  /** Returns the client's time in operations until then, including the last one. */
  long operationNanos(long now) {
    PendingOperation last = operation.pending();
    ClientTimeAccount book = client.account();
    if (book == null) {
      return 0;
    }
    long before = book.operationNanos();
    if (last == null) {
      return before;
    }
    long end = last.isDone() ? doneNanos(last) : now;
    long begin = operation.sent();
    boolean accounted = book.accountedUntil() >= end || !last.equals(operation.pending());
    return accounted ? book.operationNanos() : before + Math.max(0, end - begin);
  }

  private long doneNanos(PendingOperation ended) {
    return phase.startNanos() + ended.phaseNanos();
  }

  /** Returns whether it waits for the recovery of a session that it will not use. */
  boolean isRecoveringInVain() {
    return client.recovery().isInVain();
  }

  /** Records for a client that is stuck in its client library. */
  void recordInItsPlace() {
    PendingOperation stuck = operation.pending();
    if (stuck != null && stuck.isDone() && stuck.claimRecording()) {
      operation.recordInPlace(stuck);
      CompositeInFlight composite = client.composite();
      long late =
          composite == null
              ? operation.sent() - operation.intended()
              : composite.recordInPlace(stuck);
      if (client.isPaced()) {
        phase.recorder.recordLag(late, 1);
      }
      operation.tally().addRequests(1);
      client.countInItsPlace();
    }
  }

  boolean hasEnded() {
    return endNanos() != Client.NOT_ENDED;
  }

  long endNanos() {
    return client.endNanos();
  }

  long endedRequests() {
    return client.endedRequests();
  }

  /**
   * Returns how many requests have begun: those that have ended, and the one in flight. Between the
   * operations of a request, and while its session recovers, that one is missing.
   */
  long begunRequests() {
    long ended = endedRequests(); // First, so that none is counted twice.
    PendingOperation pending = operation.pending();
    return pending == null || pending.isDone() ? ended : ended + 1;
  }

  /** Returns when it sent its last operation; {@code Long.MIN_VALUE} if it sent none. */
  long lastSent() {
    return operation.pending() == null ? Long.MIN_VALUE : operation.sent();
  }

  /**
   * Returns what ended after the end of sending. If that was before the phase was stopped, all
   * requests had been sent by then, and only the client's last operation can count.
   */
  Drain drain(long sendingEnd, long phaseEnd) {
    PendingOperation last = operation.pending();
    DrainTally tally =
        sendingEnd < phase.stopNanos() ? lastOperation(last, sendingEnd) : operation.tally();
    if (!hasEnded() && last != null) {
      // As in its account.
      tally.busy(phaseEnd - Math.max(doneNanos(last), sendingEnd));
    }
    return tally.over(0);
  }

  private DrainTally lastOperation(@Nullable PendingOperation last, long sendingEnd) {
    DrainTally tally = new DrainTally();
    if (last != null && doneNanos(last) > sendingEnd) {
      long done = doneNanos(last);
      tally.add(operation.type(), last.status(), done - operation.intended(), 1);
      tally.busy(done - sendingEnd);
      tally.addRequests(1);
      CompositeInFlight composite = client.composite();
      if (composite != null && composite.type().isComposite()) {
        tally.add(composite.type(), last.status(), done - operation.intended(), 1);
      }
    }
    return tally;
  }

  /** Returns whether its session has a connection that was opened for it. */
  boolean connects() {
    return client.connects();
  }

  /** Returns the server of its session. */
  Optional<String> server() {
    return client.session().server();
  }

  void closeSession() {
    client.session().close();
  }

  /**
   * Returns the client's account up to the end of the phase; the last operation of a stuck client
   * is added.
   */
  ClientTime account(long phaseEnd) {
    ClientTimeAccount book = client.account();
    if (book == null) {
      return ClientTime.none();
    }
    if (hasEnded()) {
      book.harnessUntil(endNanos());
      book.idleUntil(phaseEnd);
    } else if (operation.pending() != null) {
      book.operation(ErrorKind.ABANDONED, operation.sent(), phaseEnd);
    }
    return book.snapshot(phaseEnd);
  }
}
