package io.kvbench.runner.embed;

import io.kvbench.core.engine.StopSignal;
import java.util.concurrent.FutureTask;

/**
 * A thread that runs a benchmark for the caller; interrupting the caller requests a graceful stop.
 */
final class BenchmarkThread {
  private BenchmarkThread() {}

  /** A run that observes a stop signal. */
  interface Stoppable<T, E extends Exception> {
    T run(StopSignal stop) throws E;
  }

  /**
   * Returns the result of {@code run}, or throws its exception. An interruption of the calling
   * thread gives the stop signal; the thread is still interrupted when this returns.
   */
  static <T, E extends Exception> T call(Stoppable<T, E> run) throws E {
    StopSignal stop = new StopSignal();
    FutureTask<T> task = new FutureTask<>(() -> run.run(stop));
    Thread thread = Thread.ofPlatform().name("kvbench-run").daemon().start(task);
    join(thread, stop);
    return result(task);
  }

  /** Waits for the thread's end, not only for the result, so that nothing keeps running. */
  private static void join(Thread thread, StopSignal stop) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
        stop.give();
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @SuppressWarnings("unchecked") // the only checked exceptions are the declared ones
  private static <T, E extends Exception> T result(FutureTask<T> task) throws E {
    return switch (task.state()) {
      case SUCCESS -> task.resultNow();
      case FAILED -> {
        switch (task.exceptionNow()) {
          case Error error -> throw error;
          case RuntimeException exception -> throw exception;
          case Throwable declared -> throw (E) declared;
        }
      }
      case RUNNING, CANCELLED -> throw new IllegalStateException("the run has no end");
    };
  }
}
