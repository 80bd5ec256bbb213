package io.kvbench.core.engine;

import io.kvbench.core.binding.WakeBatching;
import io.kvbench.core.measure.ClientRecorder;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.FoundRecords;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Status;
import io.kvbench.core.operation.StepResult;
import io.kvbench.core.workload.check.ValueCheck;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The operation that one client has in flight: its times, what is checked and counted of its
 * answer, and its recording. One object per client, reused for each of its operations; only {@link
 * PendingOperation} is new for each.
 *
 * <p>Memory order: the client writes the fields of an operation and then sets {@code pending} with
 * release. After observing {@code pending} as done (acquire), other threads may read these fields
 * until the client sends its next operation; it sends none after another thread has recorded in its
 * place.
 */
final class OperationInFlight {
  private static final VarHandle PENDING;
  private static final VarHandle SENT;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      PENDING = lookup.findVarHandle(OperationInFlight.class, "pending", PendingOperation.class);
      SENT = lookup.findVarHandle(OperationInFlight.class, "sent", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final PhaseState phase;
  private final ClientRecorder recorder;
  private final Thread thread;
  private final ValueCheck.@Nullable Follower follower;
  private final boolean followsValuesOnly;

  @SuppressWarnings("UnusedVariable") // through PENDING
  private @Nullable PendingOperation pending;

  private OperationType type = OperationType.READ;

  /** The operation, if it is a scan or a range. */
  private @Nullable Operation counted;

  /** The operation, if it is a watched write and there are watchers. */
  private Operation.@Nullable Watched watched;

  private ValueCheck.@Nullable SentOperation followed;
  private long intended;
  private long sent;
  private boolean recorded;

  /** What ended after the phase had stopped; null if nothing did. */
  private @Nullable DrainTally drained;

  /** The error message: written by the thread that won the right to complete the operation. */
  private String message = "";

  /** Whether the contents of the answer are needed. */
  private boolean keepsAnswer;

  // The contents of that answer, written by the thread that completed the operation.
  private long version;
  private long snapshot;
  private @Nullable Key last;
  private int records;

  /**
   * Creates the state of a client's operations.
   *
   * @param thread the client's
   */
  OperationInFlight(PhaseState phase, ClientRecorder recorder, Thread thread) {
    this.phase = phase;
    this.recorder = recorder;
    this.thread = thread;
    follower = phase.follow().orElse(null);
    followsValuesOnly = follower == null || follower.isOnlyOfValues();
  }

  // The methods below are for the client's thread.

  /** Begins an operation whose answer matters beyond its status if {@code keepAnswer}. */
  PendingOperation begin(OperationType kind, long start, long now, boolean keepAnswer) {
    PendingOperation submitted = begin(kind, start, now);
    keepsAnswer = keepAnswer;
    // Cleared, so that an answer without contents cannot reuse the previous ones.
    version = 0;
    snapshot = 0;
    last = null;
    records = 0;
    return submitted;
  }

  PendingOperation begin(OperationType kind, long start, long now) {
    PendingOperation submitted = new PendingOperation(this);
    type = kind;
    intended = start;
    SENT.setOpaque(this, now);
    recorded = false;
    PENDING.setRelease(this, submitted);
    return submitted;
  }

  /** The operation that was begun is about to be submitted. */
  void submits(Operation operation) {
    if (type == OperationType.SCAN || type == OperationType.RANGE) {
      counted = operation;
    } else if (phase.watchedWrites != null) {
      watched = operation instanceof Operation.Watched each ? each : null;
    }
    if (follower != null) {
      followed = follower.send(operation);
    }
  }

  /** Returns whether nothing is done with an operation after its end but to record its times. */
  boolean isOnlyTimed() {
    return followsValuesOnly && phase.watchedWrites == null;
  }

  /** Returns whether the client's own thread completed the operation, and so recorded it. */
  boolean isRecorded() {
    return recorded;
  }

  /** Waits for the end and records it; returns false if another thread recorded in its place. */
  boolean awaitAndRecord(PendingOperation submitted) {
    await(submitted);
    if (!submitted.claimRecording()) {
      if (followed != null) {
        followed.ended(ErrorKind.ABANDONED);
      }
      return false;
    }
    record(submitted.status(), submitted.phaseNanos());
    return true;
  }

  /** Parks until the operation has ended, which is certain; interruptions do not shorten it. */
  private void await(PendingOperation submitted) {
    boolean interrupted = false;
    while (!submitted.isDone()) {
      phase.clientWaits();
      LockSupport.park(this);
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      thread.interrupt();
    }
  }

  /** Records the operation. */
  void record(Status status, long phaseNanos) {
    recorded = true;
    long done = phase.startNanos() + phaseNanos;
    recorder.record(type, status, phaseNanos, done - intended, done - sent);
    if (done > phase.stopNanos()) {
      tallyOperation(status, done);
    }
    if (status instanceof ErrorKind kind) {
      countError(kind);
    }
  }

  /** The operation has ended and is recorded. */
  void ended(PendingOperation submitted) {
    if (followed != null) {
      followed.ended(submitted.status());
    }
  }

  /** Returns what the next step of a composite gets. */
  StepResult result(PendingOperation ended, long sentAt) {
    long done = phase.startNanos() + ended.phaseNanos();
    return keepsAnswer
        ? new StepResult(
            ended.status(), version, snapshot, Optional.ofNullable(last), records, sentAt, done)
        : new StepResult(ended.status(), 0, 0, Optional.empty(), 0, sentAt, done);
  }

  void keepsNoAnswer() {
    keepsAnswer = false;
  }

  /** A request has ended; counted only once the phase has stopped. */
  void requestEnded() {
    if (drained != null) {
      drained.addRequests(1);
    }
  }

  /** Returns the counts of what ends after the phase has stopped. */
  DrainTally tally() {
    DrainTally tally = drained;
    if (tally == null) {
      tally = new DrainTally();
      drained = tally;
    }
    return tally;
  }

  private void tallyOperation(Status status, long done) {
    DrainTally tally = tally();
    tally.add(type, status, done - intended, 1);
    tally.busy(done - Math.max(sent, phase.stopNanos()));
  }

  private void countError(ErrorKind kind) {
    phase.countError(
        type,
        kind,
        kind == ErrorKind.ABANDONED
            ? "not answered before the phase ended, nor in the drain after it"
            : message);
  }

  // The methods below are for the thread that completes the operation, which may be any.

  long phaseNanos() {
    return phase.clock.nanos() - phase.startNanos();
  }

  boolean isCurrentThread() {
    return Thread.currentThread().equals(thread);
  }

  /** Returns what is wrong with an answer; null if nothing is. */
  @Nullable String objection(PendingOperation answered, ByteBuffer value, long found) {
    ValueCheck.SentOperation check = check(answered);
    return check == null ? null : check.objection(value, found).orElse(null);
  }

  /** Only the operation in flight is checked: others have been answered. */
  private ValueCheck.@Nullable SentOperation check(PendingOperation answered) {
    ValueCheck.SentOperation check = followed;
    return check != null && isInFlight(answered) ? check : null;
  }

  /** Returns the receiver of the records in an answer; null if they are not checked. */
  @Nullable FoundRecords receiver(PendingOperation answered) {
    ValueCheck.SentOperation check = check(answered);
    return check == null ? null : check.receiver();
  }

  void wrote(PendingOperation answered, long written) {
    ValueCheck.SentOperation check = check(answered);
    if (check != null) {
      check.wrote(written);
    }
  }

  /**
   * Counts the records of a scan or a range; called before it ends, so that the next one cannot
   * have begun.
   */
  void scanned(PendingOperation answered, int found) {
    if (isInFlight(answered)) {
      if (type == OperationType.SCAN && counted instanceof Operation.Scan asked) {
        phase.scans.add(asked, found);
      } else if (type == OperationType.RANGE && counted instanceof Operation.Range asked) {
        phase.scans.add(asked, found);
      }
    }
  }

  /** Watchers are expected to report acknowledged writes. */
  void granted(PendingOperation answered, long handle, long phaseNanos) {
    Operation.Watched asked = watched;
    PhaseState.WatchedWrites writes = phase.watchedWrites;
    if (asked != null && writes != null && isInFlight(answered)) {
      writes.acknowledged(asked.target(), handle, write(phaseNanos));
    }
  }

  /** The same for stores that acknowledge without a version. */
  void applied(PendingOperation answered, long phaseNanos) {
    PhaseState.WatchedWrites writes = phase.watchedWrites;
    if (watched instanceof Operation.WatchedUpdate update
        && writes != null
        && isInFlight(answered)) {
      writes.acknowledged(update.target(), update.value(), write(phaseNanos));
    }
  }

  private boolean isInFlight(PendingOperation answered) {
    return !answered.isDone() && answered.equals(PENDING.getAcquire(this));
  }

  private Deliveries.Write write(long phaseNanos) {
    return new Deliveries.Write(intended, sent, phase.startNanos() + phaseNanos);
  }

  boolean keepsAnswer(PendingOperation answered) {
    return keepsAnswer && answered.equals(PENDING.getAcquire(this));
  }

  /** Returns the version in the answer to a read that is done. */
  long version() {
    return version;
  }

  void answer(long foundVersion, long foundSnapshot, @Nullable Key lastKey, int foundRecords) {
    version = foundVersion;
    snapshot = foundSnapshot;
    last = lastKey;
    records = foundRecords;
  }

  void message(String text) {
    message = text;
  }

  void wake() {
    WakeBatching.wake(thread);
  }

  void completedAgain() {
    phase.repeatedCompletions.increment();
  }

  // The methods below are for the conductor's thread.

  /** Returns the last operation; null if none has begun. */
  @Nullable PendingOperation pending() {
    return (PendingOperation) PENDING.getAcquire(this);
  }

  OperationType type() {
    return type;
  }

  /** Returns the intended start of the last operation. */
  long intended() {
    return intended;
  }

  /** Returns when the last operation was sent. */
  long sent() {
    return (long) SENT.getOpaque(this);
  }

  /** Records the operation of a client that does not return. */
  void recordInPlace(PendingOperation stuck) {
    long done = phase.startNanos() + stuck.phaseNanos();
    phase.recorder.record(
        type, stuck.status(), stuck.phaseNanos(), done - intended, done - sent, 1);
    if (stuck.status() instanceof ErrorKind kind) {
      countError(kind);
    }
    tallyOperation(stuck.status(), done);
  }
}
