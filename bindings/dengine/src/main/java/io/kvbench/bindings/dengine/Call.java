package io.kvbench.bindings.dengine;

import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

/**
 * One request with one answer. Ends by exactly one of {@link #answered} and {@link #failed}, on the
 * event loop or on the thread that sends.
 */
abstract class Call extends ClientCall.Listener<byte[]> {
  /** More than one, so that a second message of a faulty server would be noticed. */
  private static final int MESSAGES = 2;

  private byte @Nullable [] answer;

  /** Sends the request. Called once. */
  final void send(ClientCall<byte[], byte[]> call, byte[] request) {
    call.start(this, new Metadata());
    call.request(MESSAGES);
    call.sendMessage(request);
    call.halfClose();
  }

  @Override
  public final void onMessage(byte[] message) {
    answer = message;
  }

  @Override
  public final void onClose(Status status, Metadata trailers) {
    byte[] message = answer;
    answer = null;
    if (!status.isOk()) {
      failed(status);
    } else if (message == null) {
      failed(Status.INTERNAL.withDescription("the server sent an empty answer"));
    } else {
      answered(message);
    }
  }

  abstract void answered(byte[] message);

  abstract void failed(Status status);
}
