package io.kvbench.runner.run.watch;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** A platform thread that virtual threads run on. */
interface Carrier {

  /** Returns whether it waits although a virtual thread is on it: that one is pinned to it. */
  boolean isHeld();

  /** Returns how often it has waited so far, or a number below 0 if that is unknown. */
  long waits();

  /** Returns those of this JVM. Their number changes as the scheduler needs them. */
  static List<Carrier> all() {
    return PlatformThreads.all().stream()
        .filter(PlatformThreads::isCarrier)
        .<Carrier>map(OfThisJvm::new)
        .toList();
  }

  /**
   * A carrier thread of this JVM, inspected without stopping it. A carrier without work waits in
   * the scheduler's pool, which is its blocker. A pinned virtual thread that waits has its own
   * blocker, not its carrier's. So a carrier that waits without a blocker is pinned.
   */
  record OfThisJvm(Thread thread) implements Carrier {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** Blockers are read on both sides of the state: they change one after the other. */
    @Override
    public boolean isHeld() {
      return LockSupport.getBlocker(thread) == null
          && isWaiting(thread.getState())
          && LockSupport.getBlocker(thread) == null;
    }

    private static boolean isWaiting(Thread.State state) {
      return switch (state) {
        case BLOCKED, WAITING, TIMED_WAITING -> true;
        case NEW, RUNNABLE, TERMINATED -> false;
      };
    }

    @Override
    public long waits() {
      ThreadInfo found = THREADS.getThreadInfo(thread.threadId());
      return found == null ? -1 : found.getWaitedCount() + found.getBlockedCount();
    }
  }
}
