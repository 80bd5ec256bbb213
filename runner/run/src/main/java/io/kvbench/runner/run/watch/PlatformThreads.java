package io.kvbench.runner.run.watch;

import java.util.Arrays;
import java.util.List;

/** The platform threads of this JVM that run Java code. */
final class PlatformThreads {
  private static final String CARRIER_CLASS = "jdk.internal.misc.CarrierThread";

  private PlatformThreads() {}

  static List<Thread> all() {
    ThreadGroup root = Thread.currentThread().getThreadGroup();
    while (root.getParent() != null) {
      root = root.getParent();
    }
    // Spare room for threads that start meanwhile; any that do not fit are found the next time.
    Thread[] threads = new Thread[root.activeCount() + 16];
    int count = root.enumerate(threads);
    return Arrays.asList(threads).subList(0, count);
  }

  /** Returns whether virtual threads run on it. */
  static boolean isCarrier(Thread thread) {
    return thread.getClass().getName().equals(CARRIER_CLASS);
  }
}
