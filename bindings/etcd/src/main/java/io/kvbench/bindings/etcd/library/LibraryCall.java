package io.kvbench.bindings.etcd.library;

import com.google.protobuf.InvalidProtocolBufferException;
import io.etcd.jetcd.Response;
import io.grpc.Status;
import io.kvbench.bindings.etcd.operation.EtcdFailure;
import io.kvbench.bindings.etcd.status.JetcdClient;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.Outcome;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** An operation in flight in jetcd's client. The first of several ends completes it. */
final class LibraryCall {
  /** A handler that interprets an answer for a completion. */
  @FunctionalInterface
  interface ResponseHandler<A> {
    void handle(A answer, Completion completion) throws InvalidProtocolBufferException;
  }

  static final EtcdFailure CLOSED =
      EtcdFailure.of(Status.UNAVAILABLE.withDescription("the binding is closed"));

  private static final EtcdFailure UNREADABLE =
      EtcdFailure.of(Status.INTERNAL.withDescription("the server's answer cannot be read"));

  private final EtcdLibraryCalls calls;
  private final Completion completion;
  private final long startedNanos;

  /** The result if the timeout expires. */
  private volatile EtcdFailure timeout = EtcdFailure.TIMEOUT;

  private volatile Runnable afterwards = () -> {};

  LibraryCall(EtcdLibraryCalls calls, Completion completion, long startedNanos) {
    this.calls = calls;
    this.completion = completion;
    this.startedNanos = startedNanos;
  }

  long startedNanos() {
    return startedNanos;
  }

  void timeoutMeans(EtcdFailure failure) {
    timeout = failure;
  }

  /** Sets an action to run after the end. */
  void afterwards(Runnable action) {
    afterwards = action;
  }

  void timeOut() {
    fail(timeout);
  }

  /** Sends a request and completes the operation with its answer. */
  <A extends Response> void send(
      Supplier<CompletableFuture<A>> request, ResponseHandler<? super A> handler) {
    ask(request, answer -> succeed(answer, handler));
  }

  /** Sends a request that may be a part of the operation; its failure is the operation's. */
  <A extends Response> void ask(Supplier<CompletableFuture<A>> request, Consumer<A> answered) {
    if (calls.isClosed()) {
      return;
    }
    CompletableFuture<A> future;
    try {
      future = request.get();
    } catch (RuntimeException e) {
      fail(e);
      return;
    }
    var unused =
        future.whenComplete(
            (answer, thrown) -> {
              if (thrown != null) {
                fail(thrown);
              } else if (answer.getHeader().getRevision() <= 0) {
                // Protocol Buffers parse an empty answer as any message.
                fail(UNREADABLE);
              } else {
                answered.accept(answer);
              }
            });
  }

  private <A> void succeed(A answer, ResponseHandler<? super A> handler) {
    if (calls.end(this)) {
      try {
        handler.handle(answer, completion);
      } catch (InvalidProtocolBufferException e) {
        UNREADABLE.tell(completion);
      }
      afterwards.run();
    }
  }

  void succeed(Outcome outcome) {
    if (calls.end(this)) {
      completion.succeeded(outcome);
      afterwards.run();
    }
  }

  void succeed(long version) {
    if (calls.end(this)) {
      completion.wrote(version);
      afterwards.run();
    }
  }

  void fail(Throwable thrown) {
    fail(EtcdFailure.of(JetcdClient.status(thrown)));
  }

  void fail(EtcdFailure failure) {
    if (calls.end(this)) {
      failure.tell(completion);
      afterwards.run();
    }
  }
}
