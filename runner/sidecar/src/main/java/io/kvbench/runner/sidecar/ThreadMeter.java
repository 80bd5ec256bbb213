package io.kvbench.runner.sidecar;

import java.io.IOException;

/**
 * Context switches of one thread. They stand in a file that is dear to ask for, since the kernel
 * writes all of it anew; whether the thread has run at all since the last look is told by a cheap
 * one (schedstat: times and the number of times that it was let run).
 */
final class ThreadMeter implements AutoCloseable {
  /** What a kernel says that does not count. */
  private static final String UNCOUNTED = "0 0 0";

  private static final int FILES = 2;

  private final OpenFileBudget budget;
  private final boolean kept;
  private final ThreadFile runs;
  private final ThreadFile status;
  private String lastRuns = UNCOUNTED;
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
    runs = new ThreadFile(directory + "/schedstat", reader, kept);
    status = new ThreadFile(directory + "/status", reader, kept);
  }

  /**
   * Looks at it.
   *
   * @param number of the look, which is remembered where there is still a thread
   */
  void look(long number) throws IOException {
    // Read first: a thread that runs in between has run when the next look compares.
    String now = runs();
    if (now.startsWith(UNCOUNTED) || !now.equals(lastRuns)) {
      String text = status.read();
      voluntary = ProcFile.number(text, "voluntary_ctxt_switches:");
      involuntary = ProcFile.number(text, "nonvoluntary_ctxt_switches:");
      lastRuns = now;
    }
    lastLook = number;
  }

  /** Not every kernel has the file. */
  private String runs() {
    try {
      return runs.read();
    } catch (IOException e) {
      return UNCOUNTED;
    }
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
    runs.close();
    status.close();
    if (kept) {
      budget.giveBack(FILES);
    }
  }
}
