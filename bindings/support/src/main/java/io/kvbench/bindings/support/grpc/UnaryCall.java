package io.kvbench.bindings.support.grpc;

import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

/**
 * A unary call. Ends with exactly one of {@link #answered} and {@link #failed}, on the event loop
 * or on the thread that sends.
 *
 * @param <A> the answer
 */
public abstract class UnaryCall<A> extends ClientCall.Listener<A> {
  /** More than one, so that a second message of a faulty server is noticed. */
  private static final int MESSAGES = 2;

  private @Nullable A answer;

  /** Sends the request. Called once. */
  public final <Q> void send(ClientCall<Q, A> call, Q request, Metadata headers) {
    call.start(this, headers);
    call.request(MESSAGES);
    call.sendMessage(request);
    call.halfClose();
  }

  @Override
  public final void onMessage(A message) {
    answer = message;
  }

  @Override
  public final void onClose(Status status, Metadata trailers) {
    A message = answer;
    answer = null;
    if (!status.isOk()) {
      failed(status);
    } else if (message == null) {
      failed(Status.INTERNAL.withDescription("the server sent an empty answer"));
    } else {
      answered(message);
    }
  }

  protected abstract void answered(A message);

  /** The call has failed, or it has ended without an answer: INTERNAL. */
  protected abstract void failed(Status status);
}
