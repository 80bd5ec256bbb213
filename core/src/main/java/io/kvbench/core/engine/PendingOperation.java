package io.kvbench.core.engine;

import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.LockSupport;

/**
 * One operation under way. Whoever completes it reads the clock first, then wins or loses the race
 * for {@code state}, and only the winner writes the other fields, so waking the client is no part
 * of the store's time and a second completion changes nothing. A fresh object for every operation:
 * one that was used again could take the late answer to an operation for the answer to the next.
 *
 * <p>Memory order: the winner moves {@code state} from PENDING to CLAIMED, writes the fields and
 * then sets DONE with release; the client reads {@code state} with acquire before it reads the
 * fields.
 */
final class PendingOperation implements Completion {
  private static final int PENDING = 0;
  private static final int COMPLETING = 1;
  private static final int COMPLETED = 2;
  private static final int ABANDONING = 3;
  private static final int ABANDONED = 4;
  private static final VarHandle STATE;
  private static final VarHandle RECORDED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      STATE = lookup.findVarHandle(PendingOperation.class, "state", int.class);
      RECORDED = lookup.findVarHandle(PendingOperation.class, "recorded", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final Operation operation;
  final long intended;
  final long sent;
  private final PhaseState phase;
  private final Thread client;

  @SuppressWarnings("unused") // through STATE
  private int state;

  @SuppressWarnings("unused") // through RECORDED
  private boolean recorded;

  private long done;
  private Status status = ErrorKind.ABANDONED;
  private String message = "";

  PendingOperation(PhaseState phase, Thread client, Operation operation, long intended, long sent) {
    this.phase = phase;
    this.client = client;
    this.operation = operation;
    this.intended = intended;
    this.sent = sent;
  }

  @Override
  public void succeeded(Outcome outcome) {
    complete(phase.clock.nanos(), outcome, "");
  }

  @Override
  public void found(ByteBuffer value) {
    long now = phase.clock.nanos();
    if (phase.answersWrongly(operation, value)) {
      complete(
          now,
          ErrorKind.WRONG_VALUE,
          "the value read is not the one that was written under this key");
    } else {
      complete(now, Outcome.OK, "");
    }
  }

  @Override
  public void failed(ErrorKind kind, String text) {
    complete(phase.clock.nanos(), kind, text);
  }

  private void complete(long now, Status ending, String text) {
    int before = (int) STATE.compareAndExchange(this, PENDING, COMPLETING);
    if (before != PENDING) {
      if (before == COMPLETING || before == COMPLETED) {
        phase.repeatedCompletions.increment();
      }
      return;
    }
    done = now;
    status = ending;
    message = text;
    STATE.setRelease(this, COMPLETED);
    if (!Thread.currentThread().equals(client)) {
      LockSupport.unpark(client);
    }
  }

  /** Ends the operation if it has not ended; an answer that comes later is no news. */
  void abandon(long now) {
    if (STATE.compareAndSet(this, PENDING, ABANDONING)) {
      done = now;
      message = "not answered when the phase had ended and drain.timeout was over";
      STATE.setRelease(this, ABANDONED);
      LockSupport.unpark(client);
    }
  }

  /**
   * Parks the client until the operation has ended. An interruption shortens nothing: somebody
   * always ends it.
   */
  void await() {
    boolean interrupted = false;
    while (!isDone()) {
      LockSupport.park(this);
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      client.interrupt();
    }
  }

  boolean isDone() {
    int now = (int) STATE.getAcquire(this);
    return now == COMPLETED || now == ABANDONED;
  }

  /** Returns true for the first caller only: the one that records the operation. */
  boolean claimRecording() {
    return RECORDED.compareAndSet(this, false, true);
  }

  long done() {
    return done;
  }

  Status status() {
    return status;
  }

  String message() {
    return message;
  }
}
