package io.kvbench.core.measure;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Status;
import java.util.stream.Stream;

/**
 * The recorder of a phase: clients record, and one collector takes out what was recorded since the
 * last collection. Nothing is lost or taken twice. Response, service and lag of an interval are
 * taken out together.
 *
 * <p>A histogram per client would take 200 KiB for each of thousands of clients, and a single one
 * would cause contention: each client has a small ring and shares a few stripes of histograms.
 */
public final class Recorder {
  private final Stripe[] stripes;

  /**
   * Creates a recorder.
   *
   * @param paced whether response and service times can differ; if not, they are recorded once
   * @param processors how many threads record at the same time
   */
  public Recorder(boolean paced, int processors) {
    stripes = new Stripe[Integer.highestOneBit(Math.max(1, processors))];
    for (int stripe = 0; stripe < stripes.length; stripe++) {
      stripes[stripe] = new Stripe(paced);
    }
  }

  /** Returns a recorder for one more client; for one thread at a time. */
  public ClientRecorder client(int index) {
    return stripes[index & (stripes.length - 1)].addClient();
  }

  /**
   * Records several operations with the same end; in nanoseconds. For any thread.
   *
   * @param doneNanos when they ended, from the start of the phase
   */
  public void record(
      OperationType type,
      Status status,
      long doneNanos,
      long responseNanos,
      long serviceNanos,
      long count) {
    stripes[0].record(Slots.of(type, status), doneNanos, responseNanos, serviceNanos, count);
  }

  /** Records several requests that are equally late. For any thread. */
  public void recordLag(long nanos, long count) {
    stripes[0].record(Slots.LAG, 0, nanos, nanos, count);
  }

  /**
   * Notes the stalls of clients without an answer at the end of a phase. In nanoseconds from the
   * start of the phase.
   */
  public void noteStalls(long phaseNanos) {
    Stream.of(stripes).forEach(stripe -> stripe.noteStalls(phaseNanos));
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
   * Takes out the ticks of the last collection. For the thread that collects; ticks not taken
   * before the next collection become part of the one after it.
   */
  public Ticks ticks() {
    return Ticks.sum(Stream.of(stripes).map(Stripe::ticks).toList());
  }
}
