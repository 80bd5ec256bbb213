package io.kvbench.bindings.etcd;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** A call that somebody waits for, aside of the load. */
final class Question<A> extends Call<A> {
  private final CompletableFuture<A> answer = new CompletableFuture<>();

  private Question() {}

  /** Sends a request that is answered or fails within the limit. */
  static <Q, A> Question<A> ask(
      Channel channel, MethodDescriptor<Q, A> method, Q request, Metadata headers, Duration limit) {
    Question<A> question = new Question<>();
    CallOptions options =
        CallOptions.DEFAULT.withDeadlineAfter(Math.max(1, limit.toNanos()), TimeUnit.NANOSECONDS);
    question.send(channel.newCall(method, options), request, headers);
    return question;
  }

  /** Waits for the answer. */
  A await() throws StatusException, InterruptedException {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      throw Causes.find(StatusException.class, e)
          .orElseGet(() -> Status.fromThrowable(e).asException());
    }
  }

  @Override
  void answered(A message) {
    answer.complete(message);
  }

  @Override
  void failed(Status status) {
    answer.completeExceptionally(status.asException());
  }
}
