package io.kvbench.core.measure;

/** Records times of one kind, from any thread; where a lock now and then does not matter. */
public final class TimeRecorder {
  private final ClampedHistogram times = new ClampedHistogram();

  /** Records one time. */
  public synchronized void record(long nanos) {
    times.record(nanos, 1);
  }

  /**
   * Records how late something came that was to happen every {@code periodNanos}, and with it those
   * that could not happen meanwhile: each of them would have been late by a period less than the
   * one before. Without them a stall of a second would count as one late event among thousands,
   * although it met everything that happened in that second.
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
