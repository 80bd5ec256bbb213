package io.kvbench.core.engine;

import io.kvbench.core.binding.Completion;
import io.kvbench.core.measure.Slots;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.FoundRecords;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The completion of one operation in flight, which takes effect once. The completing thread reads
 * the clock first and then wins or loses the race for {@code ending}, so waking the client is not
 * part of the store's time and a second completion changes nothing. A new object for every
 * operation: a reused one could mistake a late answer for that to the next operation. All other
 * state is kept by the client, which has one operation at a time, so this is the only object that
 * the engine allocates for an operation (24 bytes).
 *
 * <p>{@code ending} is {@link #PENDING}, or {@link #CLAIMED} while a message or an answer is handed
 * over, or it holds the whole ending: in the lower byte the status (its slot and {@link
 * #FIRST_SLOT}) and whether recording the operation has been claimed, above it the nanoseconds from
 * the start of the phase to the end of the operation (56 bits are enough for two years). The
 * message of an error and the contents of an answer are written before {@code ending} is set with
 * release, and read after it was read with acquire.
 */
final class PendingOperation implements Completion {
  private static final long PENDING = 0;
  private static final long CLAIMED = 1;
  private static final int FIRST_SLOT = 2;
  private static final long RECORDED = 0x80;
  private static final long SLOT = 0x7f;
  private static final int TIME_SHIFT = 8;
  private static final VarHandle ENDING;

  static {
    try {
      ENDING = MethodHandles.lookup().findVarHandle(PendingOperation.class, "ending", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Client client;

  @SuppressWarnings("unused") // through ENDING
  private long ending;

  PendingOperation(Client client) {
    this.client = client;
  }

  @Override
  public void wrote(long version) {
    long now = client.phaseNanos();
    client.wrote(this, version);
    client.applied(this, now);
    end(now, Outcome.OK);
  }

  @Override
  public @Nullable FoundRecords receiver() {
    return client.receiver(this);
  }

  @Override
  public void succeeded(Outcome outcome) {
    long now = client.phaseNanos();
    if (isMissing(outcome)) {
      fault(now, "the binding completed an operation without an outcome");
    } else {
      if (outcome == Outcome.OK) {
        client.applied(this, now);
      }
      end(now, outcome);
    }
  }

  @Override
  public void found(ByteBuffer value, long token) {
    found(value, token, 0, 0);
  }

  @Override
  public void found(ByteBuffer value, long token, long version, long snapshot) {
    long now = client.phaseNanos();
    if (isMissing(value)) {
      fault(now, "the binding answered a read without a value");
      return;
    }
    String objection = client.objection(this, value, version);
    if (objection != null) {
      fail(now, ErrorKind.WRONG_VALUE, objection);
    } else if (client.keepsAnswer(this)) {
      endWith(now, Outcome.OK, token, snapshot, null, 0);
    } else {
      end(now, Outcome.OK);
    }
  }

  @Override
  public void granted(long handle) {
    long now = client.phaseNanos();
    client.wrote(this, handle);
    client.granted(this, handle, now);
    if (client.keepsAnswer(this)) {
      endWith(now, Outcome.OK, handle, 0, null, 0);
    } else {
      end(now, Outcome.OK);
    }
  }

  @Override
  public void scanned(int records) {
    scanned(client.phaseNanos(), records, null);
  }

  @Override
  public void ranged(int records, Key last) {
    scanned(client.phaseNanos(), records, last);
  }

  private void scanned(long now, int records, @Nullable Key last) {
    client.scanned(this, records);
    Outcome outcome = records == 0 ? Outcome.NOT_FOUND : Outcome.OK;
    if (client.keepsAnswer(this)) {
      endWith(now, outcome, 0, 0, last, records);
    } else {
      end(now, outcome);
    }
  }

  @Override
  public void failed(ErrorKind kind, String text) {
    long now = client.phaseNanos();
    if (isMissing(kind)) {
      fault(now, "the binding failed an operation without a kind of error: " + text);
    } else if (isMissing(text)) {
      fault(now, "the binding failed an operation with " + kind + " and no message");
    } else {
      fail(now, kind, text);
    }
  }

  /** Bindings may be compiled without null checks. */
  private static boolean isMissing(@Nullable Object argument) {
    return argument == null;
  }

  /**
   * Before anything is claimed: a client whose operation is claimed and not ended waits forever.
   */
  private void fault(long now, String text) {
    fail(now, ErrorKind.BINDING_FAULT, text);
  }

  private void end(long now, Outcome outcome) {
    boolean own = client.isCurrentThread();
    long before = (long) ENDING.compareAndExchange(this, PENDING, pack(now, outcome, own));
    if (before != PENDING) {
      lost(before);
    } else if (own) {
      client.record(outcome, now);
    } else {
      client.wake();
    }
  }

  private void endWith(
      long now, Outcome outcome, long version, long snapshot, @Nullable Key last, int records) {
    if (claim()) {
      client.answer(version, snapshot, last, records);
      release(now, outcome);
    }
  }

  private void fail(long now, ErrorKind kind, String text) {
    if (claim()) {
      client.message(text);
      release(now, kind);
    }
  }

  /** Returns whether the caller may set the contents of the ending before it ends the operation. */
  private boolean claim() {
    long before = (long) ENDING.compareAndExchange(this, PENDING, CLAIMED);
    if (before != PENDING) {
      lost(before);
    }
    return before == PENDING;
  }

  private void release(long now, Status status) {
    boolean own = client.isCurrentThread();
    ENDING.setRelease(this, pack(now, status, own));
    if (own) {
      client.record(status, now);
    } else {
      client.wake();
    }
  }

  /** An answer to an abandoned operation is expected; a second answer is a bug of the binding. */
  private void lost(long before) {
    if (before == CLAIMED || status(before) != ErrorKind.ABANDONED) {
      client.completedAgain();
    }
  }

  /** Ends the operation if it has not ended. */
  void abandon(long now) {
    if (ENDING.compareAndSet(this, PENDING, pack(now, ErrorKind.ABANDONED, false))) {
      client.wake();
    }
  }

  private static long pack(long phaseNanos, Status status, boolean recorded) {
    return phaseNanos << TIME_SHIFT | Slots.of(status) + FIRST_SLOT | (recorded ? RECORDED : 0);
  }

  boolean isDone() {
    // Not a comparison by size: with a time of more than a year the highest bit is set.
    return ((long) ENDING.getAcquire(this) & ~CLAIMED) != PENDING;
  }

  /** Returns how the operation ended, once it has. */
  Status status() {
    return status((long) ENDING.getOpaque(this));
  }

  private static Status status(long ending) {
    return Slots.status(slot(ending));
  }

  /** Returns the slot of the status, which costs less, once the operation has ended. */
  int slot() {
    return slot((long) ENDING.getOpaque(this));
  }

  private static int slot(long ending) {
    return (int) (ending & SLOT) - FIRST_SLOT;
  }

  /** Returns when the operation ended, from the start of the phase, once it has. */
  long phaseNanos() {
    return (long) ENDING.getOpaque(this) >>> TIME_SHIFT;
  }

  /**
   * Returns true for one caller only, once the operation has ended: the one that records it. For
   * none if the client's own thread completed the operation, and so recorded it directly.
   */
  boolean claimRecording() {
    long now = (long) ENDING.getAcquire(this);
    return (now & RECORDED) == 0 && ENDING.compareAndSet(this, now, now | RECORDED);
  }
}
