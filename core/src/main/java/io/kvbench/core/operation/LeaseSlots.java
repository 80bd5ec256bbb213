package io.kvbench.core.operation;

/** The leases that one client keeps alive, by their numbers. For one thread at a time. */
public final class LeaseSlots {
  private final long[] handles;
  private final boolean[] granted;

  /** Creates slots without leases. */
  public LeaseSlots(int count) {
    handles = new long[count];
    granted = new boolean[count];
  }

  public int count() {
    return handles.length;
  }

  boolean isGranted(int slot) {
    return granted[slot];
  }

  long handle(int slot) {
    return handles[slot];
  }

  void grant(int slot, long handle) {
    handles[slot] = handle;
    granted[slot] = true;
  }

  void lose(int slot) {
    granted[slot] = false;
  }
}
