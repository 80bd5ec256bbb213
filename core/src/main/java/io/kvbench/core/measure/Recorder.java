package io.kvbench.core.measure;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Status;
import java.util.stream.Stream;

/**
 * Where clients record and one collector takes out what was recorded since it last did. Nothing is
 * lost and nothing is taken twice. Response, service and lag of an interval are taken out together.
 *
 * <p>A histogram for every client would cost 200 KiB for each of thousands of clients, one for all
 * would make every processor wait for the same counters: clients have a small ring each and share a
 * few stripes of histograms.
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

  /** Returns a place to record for one more client; for one thread at a time. */
  public ClientRecorder client(int index) {
    return stripes[index & (stripes.length - 1)].addClient();
  }

  /**
   * Records several operations that ended alike; in nanoseconds. For any thread.
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
   * Notes clients that have had no answer for some time, at the end of a phase: nothing of theirs
   * comes that would. In nanoseconds from the start of the phase.
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
   * Takes out when the operations of the last collection ended. For the thread that collects; what
   * it does not take before it collects again is part of the next but one.
   */
  public Ticks ticks() {
    return Ticks.sum(Stream.of(stripes).map(Stripe::ticks).toList());
  }
}
