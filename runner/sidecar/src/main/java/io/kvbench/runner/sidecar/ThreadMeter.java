package io.kvbench.runner.sidecar;

import java.io.IOException;

/**
 * A meter of the context switches of one thread. The kernel formats the whole file that has them on
 * each read, which is expensive; a cheap file (schedstat: times and the number of times that it was
 * scheduled) shows whether the thread has run at all since the last sample.
 */
final class ThreadMeter implements AutoCloseable {
  private static final byte[] VOLUNTARY = ProcText.label("voluntary_ctxt_switches:");
  private static final byte[] INVOLUNTARY = ProcText.label("nonvoluntary_ctxt_switches:");

  /** The value of a kernel that does not count. */
  private static final long UNCOUNTED = 0;

  private static final int FILES = 2;

  private final OpenFileBudget budget;
  private final boolean kept;
  private final KernelFile schedstat;
  private final KernelFile status;
  private long lastRanNanos = UNCOUNTED;
  private long lastRuns;

  /**
   * Whether the switches were read since it last ran; reading may fail for want of file
   * descriptors.
   */
  private boolean isCounted;

  private long voluntary;
  private long involuntary;
  private long lastLook;

  /**
   * @param directory of the thread
   * @param budget of the files that are kept open
   */
  ThreadMeter(String directory, ProcFile reader, OpenFileBudget budget) {
    this.budget = budget;
    kept = budget.take(FILES);
    schedstat = new KernelFile(directory + "/schedstat", reader, kept);
    status = new KernelFile(directory + "/status", reader, kept);
  }

  /**
   * Looks at it.
   *
   * @param number of the look, which is remembered where there is still a thread
   */
  void look(long number) throws IOException {
    // Read first: a thread that runs in between is noticed at the next sample.
    if (hasRun()) {
      isCounted = false;
      ProcText text = status.read().fromEnd();
      involuntary = text.numberBefore(INVOLUNTARY);
      voluntary = text.numberBefore(VOLUNTARY);
      isCounted = true;
    }
    lastLook = number;
  }

  /** Not every kernel has the file; then it may have. */
  private boolean hasRun() {
    long ranNanos;
    long runs;
    try {
      ProcText text = schedstat.read();
      ranNanos = text.number();
      text.skip(1);
      runs = text.number();
    } catch (IOException e) {
      return true;
    }
    boolean rested =
        isCounted && ranNanos != UNCOUNTED && ranNanos == lastRanNanos && runs == lastRuns;
    lastRanNanos = ranNanos;
    lastRuns = runs;
    return !rested;
  }

  /** Returns whether its files stand open since an earlier look. */
  boolean wasOpen() {
    return kept && lastLook > 0;
  }

  long voluntary() {
    return voluntary;
  }

  long involuntary() {
    return involuntary;
  }

  long lastLook() {
    return lastLook;
  }

  /** Called once. */
  @Override
  public void close() {
    schedstat.close();
    status.close();
    if (kept) {
      budget.giveBack(FILES);
    }
  }
}
