package io.kvbench.core.engine;

import io.kvbench.core.measure.ClientRecorder;
import io.kvbench.core.measure.ClientTimeAccount;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import io.kvbench.core.operation.Witness;

/**
 * The request of several operations that one client has in flight: its times, its recording and
 * what its steps report. One object per client, reused for each of its composites; its fields are
 * written before the first operation begins, and published with it ({@link OperationInFlight}).
 */
final class CompositeInFlight implements Witness {
  private final PhaseState phase;
  private final ClientRecorder recorder;
  private final OperationInFlight operation;
  private final int client;
  private OperationType type = OperationType.READ_MODIFY_WRITE;
  private long intended;
  private long sent;

  CompositeInFlight(
      PhaseState phase, ClientRecorder recorder, OperationInFlight operation, int client) {
    this.phase = phase;
    this.recorder = recorder;
    this.operation = operation;
    this.client = client;
  }

  void begin(OperationType kind, long start, long now) {
    type = kind;
    intended = start;
    sent = now;
  }

  OperationType type() {
    return type;
  }

  /** Waits between two operations, which is part of the client's account. */
  void hold(long nanos, ClientTimeAccount time) {
    long now = phase.clock.nanos();
    time.harnessUntil(now);
    time.holdUntil(phase.parkUntilDrained(now + nanos));
  }

  /** Records the request, whose last operation has ended, unless it is of one type only. */
  void end(Status status, PendingOperation ended) {
    if (!type.isComposite()) {
      return;
    }
    long done = phase.startNanos() + ended.phaseNanos();
    recorder.record(type, status, ended.phaseNanos(), done - intended, done - sent);
    if (done > phase.stopNanos()) {
      operation.tally().add(type, status, done - intended, 1);
    }
  }

  /**
   * Records the request of a client that does not return; for the conductor's thread. Whether more
   * operations were to follow is unknown.
   *
   * @return how late the request was sent
   */
  long recordInPlace(PendingOperation stuck) {
    if (type.isComposite()) {
      long done = phase.startNanos() + stuck.phaseNanos();
      phase.recorder.record(
          type, ErrorKind.ABANDONED, stuck.phaseNanos(), done - intended, done - sent, 1);
      operation.tally().add(type, ErrorKind.ABANDONED, done - intended, 1);
    }
    return sent - intended;
  }

  @Override
  public void span(OperationType kind, Status status, long fromNanos, long toNanos) {
    long nanos = toNanos - fromNanos;
    recorder.record(kind, status, toNanos - phase.startNanos(), nanos, nanos);
    if (toNanos > phase.stopNanos()) {
      operation.tally().add(kind, status, nanos, 1);
    }
  }

  @Override
  public void acquired(Operation.Lock lock, long token, long requestedNanos, long nanos) {
    OwnershipLedger.Handover handover =
        phase.ownership.acquired(lock, client, token, requestedNanos, nanos);
    if (handover.type() != null) {
      span(handover.type(), Outcome.OK, handover.sinceNanos(), nanos);
    }
  }

  @Override
  public void releaseFailed(Operation.Lock lock) {
    phase.ownership.releaseFailed(lock, client);
  }

  @Override
  public void released(Operation.Lock lock, long nanos) {
    phase.ownership.released(lock, client, nanos);
  }

  @Override
  public void abandoned(Operation.Lock lock, boolean dead, long nanos) {
    phase.ownership.abandoned(lock, client, dead, nanos);
  }

  @Override
  public void wroteFenced(Operation.Lock lock, long token, long sentNanos) {
    phase.ownership.wroteFenced(lock, client, token, sentNanos);
  }

  @Override
  public void expiredEarly(long earlyNanos) {
    phase.ownership.expiredEarly(earlyNanos);
  }
}
