package io.kvbench.core.measure;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;

/**
 * A recording client, and what was collected from its stripe. Every entry has a time, twice, that
 * differs from those of nearby entries, so that lost, duplicated, torn and stale entries all show.
 * Since a stripe takes a megabyte, there are few of these with many entries each.
 */
class Recording {
  /** More than the histogram's resolution, so that no two times share a bucket. */
  private static final long STEP_NANOS = 1024;

  /** More than a ring holds, and no multiple of it. */
  private static final int TIMES = 997;

  /** Enough for the collector to release the lock before it has emptied all rings. */
  private static final int IDLE_CLIENTS = 64;

  private static final int MOST_SPINS = 100_000;

  private final Stripe stripe = new Stripe(true);
  private final ClientRecorder ring = stripe.addClient();
  private volatile boolean begun;
  private volatile boolean ended;
  private long recorded;
  private long recordedNanos;
  private long collected;
  private long collectedNanos;
  private boolean torn;

  Recording() {
    for (int client = 0; client < IDLE_CLIENTS; client++) {
      stripe.addClient();
    }
  }

  /** Records once the collector is ready, but does not wait forever; for the client. */
  final void record(int entries) {
    for (int spins = 0; !begun && spins < MOST_SPINS; spins++) {
      Thread.onSpinWait();
    }
    for (int entry = 0; entry < entries; entry++) {
      long nanos = (1 + entry % TIMES) * STEP_NANOS;
      ring.record(OperationType.READ, Outcome.OK, nanos, nanos, nanos);
      recordedNanos += nanos;
    }
    recorded += entries;
    ended = true;
  }

  /** Empties the client's ring until it has recorded everything, without collecting. */
  final void emptyOnly() {
    begun = true;
    while (!ended) {
      stripe.empty(ring);
    }
  }

  /** Collects until the client has recorded everything. */
  final void collectAll() {
    begun = true;
    while (!ended) {
      collect();
    }
  }

  /** Takes out what was recorded; for the collector. */
  private void collect() {
    Snapshot snapshot = stripe.collect();
    if (snapshot.count() > 0) {
      StatusSnapshot times = snapshot.operations().get(OperationType.READ).get(Outcome.OK);
      long responses = sumNanos(times.response());
      torn |= responses != sumNanos(times.service());
      collectedNanos += responses;
      collected += times.count();
    }
  }

  /** Returns the outcome of the entries; when both threads are done. */
  final String verdict() {
    collect();
    if (collected != recorded) {
      return collected < recorded ? "entries are missing" : "entries were taken twice";
    }
    if (torn) {
      return "the two times of an entry came apart";
    }
    return collectedNanos == recordedNanos ? "all of it" : "times that nobody recorded";
  }

  private static long sumNanos(TimeHistogram times) {
    long[] sum = new long[1];
    times.forEachBucket(
        (highestNanos, count) -> sum[0] += highestNanos / STEP_NANOS * STEP_NANOS * count);
    return sum[0];
  }
}
