package io.kvbench.bindings.memory;

import io.kvbench.core.binding.Completion;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Operation;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** From another thread, an artificial latency after submitting. */
final class DelayedDispatch implements Dispatch {
  private static final long SLACK_NANOS = 1_000_000_000L;

  private final Store store;
  private final long latencyNanos;
  private final ScheduledThreadPoolExecutor later;

  DelayedDispatch(Store store, Duration latency) {
    this.store = store;
    latencyNanos = latency.toNanos();
    later =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("memory-latency").factory());
  }

  @Override
  public Session openSession(int client) {
    return this::perform;
  }

  private void perform(Operation operation, Completion completion) {
    try {
      Future<?> unused =
          later.schedule(
              () -> store.perform(operation, completion), latencyNanos, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      completion.failed(ErrorKind.CONNECTION_LOST, MemoryBinding.CLOSED);
    }
  }

  /** Takes the latency. */
  @Override
  public void close() {
    later.shutdown();
    boolean interrupted = false;
    while (!later.isTerminated()) {
      try {
        later.awaitTermination(latencyNanos + SLACK_NANOS, TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
