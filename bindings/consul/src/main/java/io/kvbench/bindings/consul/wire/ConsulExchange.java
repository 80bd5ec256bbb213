package io.kvbench.bindings.consul.wire;

import io.kvbench.bindings.consul.api.ConsulFailure;
import io.kvbench.bindings.consul.api.HttpAnswer;
import io.kvbench.bindings.consul.api.ResponseHandler;
import io.kvbench.core.binding.Completion;
import org.jspecify.annotations.Nullable;

/** One request, with the handler of its answer. Runs when its connection takes it. */
public abstract class ConsulExchange implements Runnable {
  final byte[] request;
  final long deadlineNanos;

  private final ConsulConnection connection;

  /**
   * @param deadlineNanos the deadline, in the scale of {@link System#nanoTime}
   */
  public ConsulExchange(ConsulConnection connection, byte[] request, long deadlineNanos) {
    this.connection = connection;
    this.request = request;
    this.deadlineNanos = deadlineNanos;
  }

  /** Returns the request of an operation, whose completion gets the interpreted answer. */
  static ConsulExchange of(
      ConsulConnection connection,
      byte[] request,
      long deadlineNanos,
      ResponseHandler handler,
      Completion completion) {
    return new OfOperation(connection, request, deadlineNanos, handler, completion);
  }

  private static final class OfOperation extends ConsulExchange {
    private final ResponseHandler handler;
    private final Completion completion;

    OfOperation(
        ConsulConnection connection,
        byte[] request,
        long deadlineNanos,
        ResponseHandler handler,
        Completion completion) {
      super(connection, request, deadlineNanos);
      this.handler = handler;
      this.completion = completion;
    }

    @Override
    public void answered(HttpAnswer answer) {
      handler.handle(answer, completion);
    }

    @Override
    public void failed(ConsulFailure failure) {
      failure.tell(completion);
    }
  }

  @Override
  public final void run() {
    connection.accept(this);
  }

  /** Returns the action after the request has been written; null for none. */
  public @Nullable Runnable whenSent() {
    return null;
  }

  public abstract void answered(HttpAnswer answer);

  public abstract void failed(ConsulFailure failure);
}
