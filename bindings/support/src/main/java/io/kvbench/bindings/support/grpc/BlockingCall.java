package io.kvbench.bindings.support.grpc;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusException;
import io.kvbench.bindings.support.Causes;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** A unary call outside the load: the calling thread waits. */
public final class BlockingCall<A> extends UnaryCall<A> {
  private final CompletableFuture<A> end = new CompletableFuture<>();

  private BlockingCall() {}

  /**
   * Sends a request and waits for its answer.
   *
   * @param limit the timeout, after which the call fails with DEADLINE_EXCEEDED
   * @throws StatusException if the call fails, or has no answer
   */
  public static <Q, A> A ask(
      Channel channel, MethodDescriptor<Q, A> method, Q request, Metadata headers, Duration limit)
      throws StatusException, InterruptedException {
    BlockingCall<A> question = new BlockingCall<>();
    CallOptions options =
        CallOptions.DEFAULT.withDeadlineAfter(Math.max(1, limit.toNanos()), TimeUnit.NANOSECONDS);
    question.send(channel.newCall(method, options), request, headers);
    try {
      return question.end.get();
    } catch (ExecutionException e) {
      throw Causes.find(StatusException.class, e)
          .orElseGet(() -> Status.fromThrowable(e).asException());
    }
  }

  @Override
  protected void answered(A message) {
    end.complete(message);
  }

  @Override
  protected void failed(Status status) {
    end.completeExceptionally(status.asException());
  }
}
