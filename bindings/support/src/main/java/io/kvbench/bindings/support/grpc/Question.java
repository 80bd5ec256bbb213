package io.kvbench.bindings.support.grpc;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusException;
import io.kvbench.bindings.support.Causes;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One call with one answer, aside of the load: the calling thread waits. */
public final class Question<A> extends ClientCall.Listener<A> {
  /** More than one, so that a second message of a faulty server would be noticed. */
  private static final int MESSAGES = 2;

  private final CompletableFuture<A> end = new CompletableFuture<>();
  private @Nullable A answer;

  private Question() {}

  /**
   * Sends a request and waits for its answer.
   *
   * @param limit how long that may take; the call then fails with DEADLINE_EXCEEDED
   * @throws StatusException if the call fails, or has no answer
   */
  public static <Q, A> A ask(
      Channel channel, MethodDescriptor<Q, A> method, Q request, Metadata headers, Duration limit)
      throws StatusException, InterruptedException {
    Question<A> question = new Question<>();
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

  private <Q> void send(ClientCall<Q, A> call, Q request, Metadata headers) {
    call.start(this, headers);
    call.request(MESSAGES);
    call.sendMessage(request);
    call.halfClose();
  }

  @Override
  public void onMessage(A message) {
    answer = message;
  }

  @Override
  public void onClose(Status status, Metadata trailers) {
    A message = answer;
    answer = null;
    if (!status.isOk()) {
      end.completeExceptionally(status.asException());
    } else if (message == null) {
      end.completeExceptionally(
          Status.INTERNAL.withDescription("the server sent an empty answer").asException());
    } else {
      end.complete(message);
    }
  }
}
