package io.kvbench.bindings.dengine;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusException;
import io.kvbench.bindings.support.Causes;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** A call that somebody waits for, aside of the load. */
final class Question extends Call {
  private final CompletableFuture<byte[]> answer = new CompletableFuture<>();

  private Question() {}

  /** Sends a request that is answered or fails within the limit. */
  static Question ask(
      Channel channel, MethodDescriptor<byte[], byte[]> method, byte[] request, Duration limit) {
    Question question = new Question();
    CallOptions options =
        CallOptions.DEFAULT.withDeadlineAfter(Math.max(1, limit.toNanos()), TimeUnit.NANOSECONDS);
    question.send(channel.newCall(method, options), request);
    return question;
  }

  /** Waits for the answer. */
  byte[] await() throws StatusException, InterruptedException {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      throw Causes.find(StatusException.class, e)
          .orElseGet(() -> Status.fromThrowable(e).asException());
    }
  }

  @Override
  void answered(byte[] message) {
    answer.complete(message);
  }

  @Override
  void failed(Status status) {
    answer.completeExceptionally(status.asException());
  }
}
