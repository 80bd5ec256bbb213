package io.kvbench.bindings.memory;

import io.kvbench.core.binding.Completion;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Operation;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** The dispatch of operations to the store: on which thread, and when, they are executed. */
interface Dispatch extends AutoCloseable {
  Session openSession(int client);

  /** Waits until everything in flight has been answered. */
  @Override
  void close();

  /** Execution on the client's own thread, before submitting returns. */
  final class AtOnce implements Dispatch {
    private final Store store;
    private volatile boolean closed;

    AtOnce(Store store) {
      this.store = store;
    }

    @Override
    public Session openSession(int client) {
      return this::perform;
    }

    private void perform(Operation operation, Completion completion) {
      if (closed) {
        completion.failed(ErrorKind.CONNECTION_LOST, Store.CLOSED);
      } else {
        store.perform(operation, completion);
      }
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  /** Execution on another thread, an artificial latency after submitting. */
  final class Delayed implements Dispatch {
    private static final long SLACK_NANOS = 1_000_000_000L;

    private final Store store;
    private final long latencyNanos;
    private final ScheduledThreadPoolExecutor later;

    Delayed(Store store, Duration latency) {
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
        completion.failed(ErrorKind.CONNECTION_LOST, Store.CLOSED);
      }
    }

    /** Waits up to the latency. */
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

  /**
   * Execution on another thread as soon as possible, as with an asynchronous client library, but
   * without the library. Client {@code n} belongs to thread {@code n} modulo their number.
   */
  final class Handover implements Dispatch {
    private final Store store;
    private final List<HandoverQueue> queues;

    Handover(Store store, int threads) {
      this.store = store;
      queues =
          IntStream.range(0, threads)
              .mapToObj(index -> new HandoverQueue("memory-handover-" + index))
              .toList();
      queues.forEach(HandoverQueue::start);
    }

    @Override
    public Session openSession(int client) {
      return queues.get(client % queues.size()).session(store);
    }

    @Override
    public void close() {
      queues.forEach(HandoverQueue::close);
    }
  }
}
