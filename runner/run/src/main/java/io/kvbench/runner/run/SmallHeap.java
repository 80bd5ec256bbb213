package io.kvbench.runner.run;

import org.jspecify.annotations.Nullable;

/** The message for a heap that was too small. */
public final class SmallHeap {
  private static final long MEBIBYTE = 1024L * 1024;

  private SmallHeap() {}

  /** Returns whether a failure is due to an exhausted heap, in any thread. */
  public static boolean isCauseOf(Throwable failure) {
    for (@Nullable Throwable at = failure; at != null; at = at.getCause()) {
      if (at instanceof OutOfMemoryError) {
        return true;
      }
    }
    return false;
  }

  /** Returns what was wrong, and what to do; the full stop is left to the caller. */
  public static String sentence() {
    return "Java's heap of "
        + Runtime.getRuntime().maxMemory() / MEBIBYTE
        + " MiB was too small for this. Increase it, as in JDK_JAVA_OPTIONS=-Xmx4g";
  }
}
