package io.kvbench.core.measure;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Status;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The recorder of one client: a short ring in front of the histograms that many clients share.
 * Recording is three or four plain stores; the shared histograms and their lock are used once for a
 * whole ring. The collector empties the rings too, so an interval has everything that had been
 * recorded when it ended.
 *
 * <p>Memory order: the client writes an entry and then moves {@code tail} with release; the thread
 * that empties the ring holds the stripe's lock, reads {@code tail} with acquire, takes the entries
 * and then moves {@code head} with release, after which the client may overwrite them. An entry has
 * all times of an operation, so they are always seen together.
 */
public final class ClientRecorder {
  private static final int CAPACITY = 32;
  private static final int MASK = CAPACITY - 1;
  private static final long ANSWERED = -1;
  private static final VarHandle HEAD;
  private static final VarHandle TAIL;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      HEAD = lookup.findVarHandle(ClientRecorder.class, "head", int.class);
      TAIL = lookup.findVarHandle(ClientRecorder.class, "tail", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Stripe stripe;
  private final short[] slots = new short[CAPACITY];
  private final long[] ends = new long[CAPACITY];
  private final long[] responses = new long[CAPACITY];

  /** The same array if response and service times cannot differ. */
  private final long[] services;

  /** The number of entries taken out; wraps around, as {@code tail} does. */
  private int head;

  /** The number of entries put in. */
  private int tail;

  /** Since when the client has had no answer; with the stripe's lock held. */
  private long unansweredSince = ANSWERED;

  ClientRecorder(Stripe stripe, boolean paced) {
    this.stripe = stripe;
    services = paced ? new long[CAPACITY] : responses;
  }

  /**
   * Records the end of an operation; in nanoseconds. For the client's thread.
   *
   * @param doneNanos when it ended, from the start of the phase
   */
  public void record(
      OperationType type, Status status, long doneNanos, long responseNanos, long serviceNanos) {
    put(Slots.of(type, status), doneNanos, responseNanos, serviceNanos);
  }

  /** Records how late a request was sent. For the client's thread. */
  public void recordLag(long nanos) {
    put(Slots.LAG, 0, nanos, nanos);
  }

  /** Returns how many records fit in before the ring must be emptied. For the client's thread. */
  public int room() {
    return CAPACITY - (tail - (int) HEAD.getAcquire(this));
  }

  private void put(int slot, long doneNanos, long responseNanos, long serviceNanos) {
    int at = tail;
    if (at - (int) HEAD.getAcquire(this) == CAPACITY) {
      stripe.empty(this);
    }
    int index = at & MASK;
    slots[index] = (short) slot;
    ends[index] = doneNanos;
    services[index] = serviceNanos;
    responses[index] = responseNanos;
    TAIL.setRelease(this, at + 1);
  }

  /** Moves the entries of the ring to a bank; with the stripe's lock held. */
  void emptyInto(HistogramSet bank) {
    int end = (int) TAIL.getAcquire(this);
    for (int at = head; at != end; at++) {
      int index = at & MASK;
      bank.record(slots[index], ends[index], responses[index], services[index], 1);
      if (Slots.isAsked(slots[index])) {
        noteStall(slots[index], ends[index], responses[index], bank);
      }
    }
    HEAD.setRelease(this, end);
  }

  /**
   * A stall begins when an operation was to be sent and ends with the next answer, regardless of
   * errors in between. Stalls shorter than a tick are ignored.
   */
  private void noteStall(int slot, long doneNanos, long responseNanos, HistogramSet bank) {
    long begin = Math.max(0, doneNanos - responseNanos);
    if (unansweredSince != ANSWERED) {
      begin = Math.min(unansweredSince, begin);
    }
    if (doneNanos - begin >= Ticks.NANOS) {
      bank.recordStall(doneNanos, doneNanos - begin);
    }
    unansweredSince = Slots.isUnanswered(slot) ? begin : ANSWERED;
  }

  /** Notes a stall that lasts until the end of the phase; with the stripe's lock held. */
  void noteStall(long phaseNanos, HistogramSet bank) {
    emptyInto(bank);
    if (unansweredSince != ANSWERED && phaseNanos > unansweredSince) {
      bank.recordStall(phaseNanos, phaseNanos - unansweredSince);
    }
  }
}
