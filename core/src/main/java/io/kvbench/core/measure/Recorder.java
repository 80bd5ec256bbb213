package io.kvbench.core.measure;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Status;
import org.HdrHistogram.WriterReaderPhaser;

/**
 * Where clients record and one collector takes out what was recorded since it last did. Nothing is
 * lost and nothing is taken twice: writers pass through a {@link WriterReaderPhaser}, so when the
 * collector has flipped the two banks, no writer is left in the one that it drains. Response,
 * service and lag of an interval are taken out together.
 *
 * <p>A histogram for every client would cost 200 KiB for each of thousands of clients, one for all
 * would make every processor wait for the same counters: clients share a few stripes.
 */
public final class Recorder {
  private final Stripe[] stripes;

  /**
   * Creates a recorder.
   *
   * @param paced whether response and service times can differ; where they cannot, they are
   *     recorded once
   * @param processors how many threads record at the same time
   */
  public Recorder(boolean paced, int processors) {
    stripes = new Stripe[Integer.highestOneBit(Math.max(1, processors))];
    for (int stripe = 0; stripe < stripes.length; stripe++) {
      stripes[stripe] = new Stripe(paced);
    }
  }

  /** Returns where a client records. */
  public Stripe stripe(int client) {
    return stripes[client & (stripes.length - 1)];
  }

  /** Takes out everything recorded since the last call. For one thread. */
  public Snapshot collect() {
    Snapshot sum = Snapshot.empty();
    for (Stripe stripe : stripes) {
      sum = sum.plus(stripe.collect());
    }
    return sum;
  }

  /**
   * What some of the clients share. Its recording methods may be called from any thread and never
   * block.
   */
  public static final class Stripe {
    private final WriterReaderPhaser phaser = new WriterReaderPhaser();
    private volatile Bank active;
    private Bank inactive;

    private Stripe(boolean paced) {
      active = new Bank(paced);
      inactive = new Bank(paced);
    }

    /** Records the end of an operation; times in nanoseconds. */
    public void record(OperationType type, Status status, long responseNanos, long serviceNanos) {
      record(type, status, responseNanos, serviceNanos, 1);
    }

    /** Records several operations that ended alike. */
    public void record(
        OperationType type, Status status, long responseNanos, long serviceNanos, long count) {
      long ticket = phaser.writerCriticalSectionEnter();
      try {
        active.record(type, status, responseNanos, serviceNanos, count);
      } finally {
        phaser.writerCriticalSectionExit(ticket);
      }
    }

    /** Records how late a request was sent. */
    public void recordLag(long nanos) {
      recordLag(nanos, 1);
    }

    /** Records several requests that are equally late. */
    public void recordLag(long nanos, long count) {
      long ticket = phaser.writerCriticalSectionEnter();
      try {
        active.recordLag(nanos, count);
      } finally {
        phaser.writerCriticalSectionExit(ticket);
      }
    }

    private Snapshot collect() {
      phaser.readerLock();
      try {
        Bank full = active;
        active = inactive;
        inactive = full;
        phaser.flipPhase();
        return full.drain();
      } finally {
        phaser.readerUnlock();
      }
    }
  }
}
