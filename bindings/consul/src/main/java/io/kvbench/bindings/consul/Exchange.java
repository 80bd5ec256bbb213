package io.kvbench.bindings.consul;

import io.kvbench.core.binding.Completion;

/** One request of a client's, and what to do with its answer. Runs when its connection takes it. */
final class Exchange implements Runnable {
  /** Tells a completion what an answer means. */
  interface Meaning {
    void tell(HttpAnswer answer, Completion completion);
  }

  final byte[] request;
  final long deadlineNanos;

  private final Connection connection;
  private final Meaning meaning;
  private final Completion completion;

  /**
   * @param deadlineNanos when to give up, as {@link System#nanoTime} counts
   */
  Exchange(
      Connection connection,
      byte[] request,
      long deadlineNanos,
      Meaning meaning,
      Completion completion) {
    this.connection = connection;
    this.request = request;
    this.deadlineNanos = deadlineNanos;
    this.meaning = meaning;
    this.completion = completion;
  }

  @Override
  public void run() {
    connection.accept(this);
  }

  void answered(HttpAnswer answer) {
    meaning.tell(answer, completion);
  }

  void failed(Failure failure) {
    completion.failed(failure.kind(), failure.message());
  }
}
