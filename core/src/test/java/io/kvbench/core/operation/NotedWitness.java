package io.kvbench.core.operation;

import java.util.ArrayList;
import java.util.List;

/** A witness that records its reports as text. */
public final class NotedWitness implements Witness {
  private final List<String> notes = new ArrayList<>();

  /** Returns the notes in order. */
  public List<String> notes() {
    return notes;
  }

  @Override
  public void span(OperationType type, Status status, long fromNanos, long toNanos) {
    notes.add(type + " " + status.name() + " " + fromNanos + " to " + toNanos);
  }

  @Override
  public void acquired(Operation.Lock lock, long token, long requestedNanos, long nanos) {
    notes.add("acquired " + lock.key() + " " + token + " " + requestedNanos + " to " + nanos);
  }

  @Override
  public void released(Operation.Lock lock, long nanos) {
    notes.add("released " + nanos);
  }

  @Override
  public void abandoned(Operation.Lock lock, boolean dead, long nanos) {
    notes.add((dead ? "died " : "paused ") + nanos);
  }

  @Override
  public void wroteFenced(Operation.Lock lock, long token, long sentNanos) {
    notes.add("wrote " + token + " " + sentNanos);
  }

  @Override
  public void expiredEarly(long earlyNanos) {
    notes.add("early by " + earlyNanos);
  }
}
