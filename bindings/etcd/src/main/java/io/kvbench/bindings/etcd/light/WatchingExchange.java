package io.kvbench.bindings.etcd.light;

import com.google.protobuf.InvalidProtocolBufferException;
import io.etcd.jetcd.api.WatchRequest;
import io.etcd.jetcd.api.WatchResponse;
import io.grpc.Status;
import io.kvbench.bindings.etcd.operation.EtcdFailure;
import io.kvbench.bindings.etcd.wire.Rpc;
import io.kvbench.core.binding.Completion;

/** An operation with a watch, whose separate stream is reset at the end. */
abstract class WatchingExchange extends PendingExchange {
  WatchingExchange(
      EtcdConnection connection, WatchRequest watch, Completion completion, long startedNanos) {
    super(connection, Rpc.WATCH, watch, completion, startedNanos);
  }

  /** Takes a response of a watch that goes on. */
  abstract void told(WatchResponse response);

  @Override
  public final boolean isOneOfMany(byte[] message) {
    try {
      WatchResponse response = WatchResponse.parseFrom(message);
      if (response.getCanceled()) {
        fail(EtcdFailure.refusal(response));
      } else {
        told(response);
      }
    } catch (InvalidProtocolBufferException e) {
      fail(Status.INTERNAL.withDescription("the server's answer cannot be read").withCause(e));
    }
    return true;
  }

  private void fail(Status status) {
    failed(status);
    cancel();
  }

  @Override
  public final void answered(byte[] message) {
    failed(Status.UNAVAILABLE.withDescription("the server ended the watch"));
  }
}
