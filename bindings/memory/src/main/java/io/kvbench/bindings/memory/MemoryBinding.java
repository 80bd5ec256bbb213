package io.kvbench.bindings.memory;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Operation;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Sessions on one store, with or without an artificial delay before the answer. */
final class MemoryBinding implements Binding {
  private static final long SLACK_NANOS = 1_000_000_000L;

  private final Store store;
  private final long latencyNanos;
  private final ScheduledThreadPoolExecutor later;

  MemoryBinding(Store store, Duration latency) {
    this.store = store;
    latencyNanos = latency.toNanos();
    later =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("memory-latency").factory());
  }

  @Override
  public Session openSession(int client) {
    return latencyNanos == 0 ? store::perform : this::performLater;
  }

  private void performLater(Operation operation, Completion completion) {
    try {
      Future<?> unused =
          later.schedule(
              () -> store.perform(operation, completion), latencyNanos, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      completion.failed(ErrorKind.CONNECTION_LOST, "the store was closed");
    }
  }

  @Override
  public OptionalLong countKeys() {
    return store.countKeys();
  }

  @Override
  public String serverVersion() {
    return "none";
  }

  @Override
  public String clientLibrary() {
    return "io.kvbench:kvbench-binding-memory";
  }

  /** Returns when everything that is under way has been answered, which takes the latency. */
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
