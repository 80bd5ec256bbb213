package io.kvbench.docker;

import java.util.List;

/**
 * Does what has to be done also for somebody who is interrupted: the engine's client gives up at
 * once where the calling thread is, so that is done by others.
 */
final class Uninterrupted {
  private Uninterrupted() {}

  /** Does all at the same time, and returns when everything is done. */
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
