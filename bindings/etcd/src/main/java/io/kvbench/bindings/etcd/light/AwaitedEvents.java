package io.kvbench.bindings.etcd.light;

import com.google.protobuf.InvalidProtocolBufferException;
import io.etcd.jetcd.api.Event;
import io.etcd.jetcd.api.WatchRequest;
import io.etcd.jetcd.api.WatchResponse;
import io.grpc.Status;
import io.kvbench.bindings.etcd.wire.Rpc;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.Outcome;

/** A wait for events of one kind, with a watch. */
final class AwaitedEvents extends PendingExchange {
  private final Event.EventType kind;
  private long missing;

  /**
   * @param watch from the revision of the first event or an earlier one on
   * @param count the number of events to wait for
   * @param startedNanos the time from which the limit counts
   */
  AwaitedEvents(
      Connection connection,
      WatchRequest watch,
      Event.EventType kind,
      int count,
      Completion completion,
      long startedNanos) {
    super(connection, Rpc.WATCH, watch, completion, startedNanos);
    this.kind = kind;
    missing = count;
  }

  @Override
  public boolean isOneOfMany(byte[] message) {
    try {
      seen(WatchResponse.parseFrom(message));
    } catch (InvalidProtocolBufferException e) {
      fail(Status.INTERNAL.withDescription("the server's answer cannot be read").withCause(e));
    }
    return true;
  }

  private void seen(WatchResponse response) {
    if (response.getCanceled()) {
      fail(WatchedPut.refusal(response));
      return;
    }
    missing -= response.getEventsList().stream().filter(event -> event.getType() == kind).count();
    if (missing <= 0 && end()) {
      completion.succeeded(Outcome.OK);
      cancel();
    }
  }

  private void fail(Status status) {
    failed(status);
    cancel();
  }

  @Override
  public void answered(byte[] message) {
    failed(Status.UNAVAILABLE.withDescription("the server ended the watch"));
  }
}
