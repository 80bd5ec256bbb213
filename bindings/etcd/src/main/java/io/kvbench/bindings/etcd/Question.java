package io.kvbench.bindings.etcd;

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

/** A call that somebody waits for, aside of the load. */
final class Question<A> extends ClientCall.Listener<A> {
  /** More than one, so that a second message of a faulty server would be noticed. */
  private static final int MESSAGES = 2;

  private final CompletableFuture<A> end = new CompletableFuture<>();
  private @Nullable A answer;

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
      return end.get();
    } catch (ExecutionException e) {
      throw Causes.find(StatusException.class, e)
          .orElseGet(() -> Status.fromThrowable(e).asException());
    }
  }

  /** Sends the request. Called once. */
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
