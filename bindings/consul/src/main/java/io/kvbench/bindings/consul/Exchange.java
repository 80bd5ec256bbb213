package io.kvbench.bindings.consul;

import io.kvbench.core.binding.Completion;
import org.jspecify.annotations.Nullable;

/** One request, and what to do with its answer. Runs when its connection takes it. */
abstract class Exchange implements Runnable {
  /** Tells a completion what an answer means. */
  interface Meaning {
    void tell(HttpAnswer answer, Completion completion);
  }

  final byte[] request;
  final long deadlineNanos;

  private final Connection connection;

  /**
   * @param deadlineNanos when to give up, as {@link System#nanoTime} counts
   */
  Exchange(Connection connection, byte[] request, long deadlineNanos) {
    this.connection = connection;
    this.request = request;
    this.deadlineNanos = deadlineNanos;
  }

  /** Returns the request of an operation, whose completion is told what the answer means. */
  static Exchange of(
      Connection connection,
      byte[] request,
      long deadlineNanos,
      Meaning meaning,
      Completion completion) {
    return new OfOperation(connection, request, deadlineNanos, meaning, completion);
  }

  private static final class OfOperation extends Exchange {
    private final Meaning meaning;
    private final Completion completion;

    OfOperation(
        Connection connection,
        byte[] request,
        long deadlineNanos,
        Meaning meaning,
        Completion completion) {
      super(connection, request, deadlineNanos);
      this.meaning = meaning;
      this.completion = completion;
    }

    @Override
    void answered(HttpAnswer answer) {
      meaning.tell(answer, completion);
    }

    @Override
    void failed(Failure failure) {
      completion.failed(failure.kind(), failure.message());
    }
  }

  @Override
  public final void run() {
    connection.accept(this);
  }

  /** Returns what to run once the request has been written; null for nothing. */
  @Nullable Runnable whenSent() {
    return null;
  }

  abstract void answered(HttpAnswer answer);

  abstract void failed(Failure failure);
}
