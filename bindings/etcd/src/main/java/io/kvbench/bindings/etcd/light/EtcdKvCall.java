package io.kvbench.bindings.etcd.light;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import io.kvbench.bindings.etcd.wire.Rpc;
import io.kvbench.core.binding.Completion;

/** An operation with one request and one answer. */
public final class EtcdKvCall extends PendingExchange {
  /** A handler that interprets an answer for a completion. */
  @FunctionalInterface
  public interface ResponseHandler {
    void handle(byte[] answer, Completion completion) throws InvalidProtocolBufferException;
  }

  private final ResponseHandler handler;

  /**
   * @param startedNanos the time from which the limit counts
   */
  public EtcdKvCall(
      EtcdConnection connection,
      Rpc rpc,
      MessageLite request,
      ResponseHandler handler,
      Completion completion,
      long startedNanos) {
    super(connection, rpc, request, completion, startedNanos);
    this.handler = handler;
  }

  @Override
  public void answered(byte[] message) throws InvalidProtocolBufferException {
    handler.handle(message, completion);
    end();
  }
}
