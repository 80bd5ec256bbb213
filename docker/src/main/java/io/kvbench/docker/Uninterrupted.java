package io.kvbench.docker;

import java.util.List;

/**
 * Tasks that must be done even if the caller is interrupted: the engine's client fails immediately
 * on an interrupted thread, so other threads run them.
 */
final class Uninterrupted {
  private Uninterrupted() {}

  /** Runs all tasks in parallel, and returns when all are done. */
  static void all(List<Runnable> tasks) {
    List<Thread> threads = tasks.stream().map(Thread.ofVirtual()::start).toList();
    boolean interrupted = false;
    for (Thread thread : threads) {
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
