package io.kvbench.core.measure;

/** A recorder of times of one kind, for any thread, where an occasional lock is acceptable. */
public final class TimeRecorder {
  private final ClampedHistogram times = new ClampedHistogram();

  /** Records one time. */
  public synchronized void record(long nanos) {
    times.record(nanos, 1);
  }

  /**
   * Records how late an event was that was to happen every {@code periodNanos}, and the events that
   * could not happen meanwhile: each was late by one period less than the one before. Otherwise a
   * stall of a second would count as one late event among thousands, although it affected that
   * whole second.
   */
  public synchronized void recordStall(long lateNanos, long periodNanos) {
    long late = lateNanos;
    do {
      times.record(late, 1);
      late -= periodNanos;
    } while (late > 0);
  }

  /** Takes out everything recorded since the last call. */
  public synchronized TimeHistogram drain() {
    return times.drain();
  }
}
