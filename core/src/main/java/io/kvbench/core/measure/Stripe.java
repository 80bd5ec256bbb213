package io.kvbench.core.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The histograms that some of the clients share, behind one lock. One bank is filled while the
 * collector reads the other.
 */
final class Stripe {
  /** After this many rings the collector releases the lock for the clients of the stripe. */
  private static final int TURN = 64;

  private final ReentrantLock lock = new ReentrantLock();
  private final List<ClientRecorder> clients = new ArrayList<>();
  private final boolean paced;
  private HistogramSet active;
  private HistogramSet spare;

  Stripe(boolean paced) {
    this.paced = paced;
    active = new HistogramSet(paced);
    spare = new HistogramSet(paced);
  }

  ClientRecorder addClient() {
    ClientRecorder client = new ClientRecorder(this, paced);
    lock.lock();
    try {
      clients.add(client);
    } finally {
      lock.unlock();
    }
    return client;
  }

  void record(int slot, long doneNanos, long responseNanos, long serviceNanos, long count) {
    lock.lock();
    try {
      active.record(slot, doneNanos, responseNanos, serviceNanos, count);
      if (Slots.isAsked(slot)) {
        active.recordStall(doneNanos, responseNanos); // The client is stuck.
      }
    } finally {
      lock.unlock();
    }
  }

  void empty(ClientRecorder client) {
    lock.lock();
    try {
      client.emptyInto(active);
    } finally {
      lock.unlock();
    }
  }

  void noteStalls(long phaseNanos) {
    lock.lock();
    try {
      clients.forEach(client -> client.noteStall(phaseNanos, active));
    } finally {
      lock.unlock();
    }
  }

  /** Takes out everything recorded until now. For one thread. */
  Snapshot collect() {
    for (int from = 0; emptyFrom(from); from += TURN) {}
    lock.lock();
    try {
      HistogramSet full = active;
      active = spare;
      spare = full;
    } finally {
      lock.unlock();
    }
    return spare.drain();
  }

  /** Takes out the ticks of what {@link #collect} took out last. For its thread. */
  Ticks ticks() {
    return spare.drainTicks();
  }

  /** Empties some rings; returns whether there are more. */
  private boolean emptyFrom(int from) {
    lock.lock();
    try {
      int end = Math.min(from + TURN, clients.size());
      for (ClientRecorder client : clients.subList(Math.min(from, end), end)) {
        client.emptyInto(active);
      }
      return end < clients.size();
    } finally {
      lock.unlock();
    }
  }
}
