package io.kvbench.bindings.dengine;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.kvbench.bindings.dengine.proto.ClientResponse;
import io.kvbench.bindings.dengine.proto.ClientWriteRequest;
import io.kvbench.bindings.dengine.proto.WatchRequest;
import io.kvbench.bindings.dengine.proto.WatchResponse;
import io.kvbench.bindings.support.grpc.UnaryCall;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * A write of a record that its own client watches: a watch of that key on the leader, the write
 * once the server has confirmed the watch by its headers, and then the event and the
 * acknowledgement in either order. An event is identified by its value, since it has nothing else
 * of its write.
 *
 * <p>Locked, since both the event loop and the timeout thread use it.
 */
final class DEngineWatchedPut implements DEnginePendingOperation {
  private final DEngineConnection connection;
  private final WatchRequest watchRequest;
  private final ClientWriteRequest putRequest;
  private final Completion completion;
  private final long startedNanos;

  private @Nullable LeaderRoute route;
  private @Nullable ClientCall<WatchRequest, WatchResponse> watch;
  private @Nullable ClientCall<ClientWriteRequest, ClientResponse> put;
  private boolean told;
  private boolean acknowledged;
  private boolean done;

  /**
   * @param startedNanos the time from which the limit counts
   */
  DEngineWatchedPut(
      DEngineConnection connection,
      DEngineRequests requests,
      Operation.Watch operation,
      Completion completion,
      long startedNanos) {
    this.connection = connection;
    this.watchRequest = requests.watch(operation.key());
    this.putRequest = requests.put(operation.key(), operation.value());
    this.completion = completion;
    this.startedNanos = startedNanos;
  }

  @Override
  public synchronized boolean isDone() {
    return done;
  }

  @Override
  public boolean isLeaders() {
    return true;
  }

  @Override
  public synchronized void sendToLeader(LeaderRoute leader) {
    if (done || route != null) {
      return;
    }
    route = leader;
    ManagedChannel watches = connection.watchChannel(leader.endpoint());
    if (watches == null) {
      fail(DEngineFailure.CLOSED);
      return;
    }
    watch = watches.newCall(Method.WATCH, CallOptions.DEFAULT);
    watch.start(new Watching(), new Metadata());
    watch.request(Integer.MAX_VALUE);
    watch.sendMessage(watchRequest);
    watch.halfClose();
  }

  @Override
  public synchronized void giveUp(DEngineFailure why) {
    if (!done && route == null) {
      fail(why);
    }
  }

  @Override
  public void endIfStartedBefore(long nanos) {
    if (startedNanos - nanos < 0) {
      endLate();
    }
  }

  private synchronized void endLate() {
    if (done) {
      return;
    }
    if (route == null) {
      fail(DEngineFailure.NO_LEADER);
    } else {
      fail(acknowledged ? DEngineFailure.NO_EVENT : DEngineFailure.TIMEOUT);
    }
  }

  private synchronized void watching() {
    if (done || put != null || route == null) {
      return;
    }
    ManagedChannel channel = connection.channel(route.endpoint());
    if (channel == null) {
      fail(DEngineFailure.CLOSED);
    } else {
      put = channel.newCall(Method.WRITE, CallOptions.DEFAULT);
      new Putting().send(put, putRequest, new Metadata());
    }
  }

  /** Events before the write was sent belong to other clients' writes. */
  private synchronized void told(WatchResponse event) {
    switch (event.getEventType()) {
      case WATCH_EVENT_TYPE_PUT -> {
        told |=
            put != null && event.getValue().equals(putRequest.getCommand().getInsert().getValue());
        finish();
      }
      case WATCH_EVENT_TYPE_CANCELED -> fail(DEngineFailure.WATCH_CANCELLED);
      case WATCH_EVENT_TYPE_DELETE, WATCH_EVENT_TYPE_PROGRESS -> {}
      case UNRECOGNIZED -> fail(DEngineFailure.GARBLED);
    }
  }

  private synchronized void answered(ClientResponse answer) {
    if (answer.getError() != 0) {
      fail(DEngineFailure.of(answer.getError()));
    } else if (!DEngineSession.succeeded(answer)) {
      fail(DEngineFailure.NOT_CARRIED_OUT);
    } else {
      acknowledged = true;
      finish();
    }
  }

  private void finish() {
    if (told && acknowledged && !done) {
      done = true;
      completion.succeeded(Outcome.OK);
      end();
    }
  }

  /** If the watch is refused, the value may be written all the same. */
  private synchronized void watchFailed(DEngineFailure failure) {
    fail(put == null ? failure : failure.afterWrite());
  }

  private synchronized void fail(DEngineFailure failure) {
    if (done) {
      return;
    }
    done = true;
    // The client's next operation must not go to where this one has failed.
    if (route != null && failure.mayMeanAnotherLeader()) {
      connection.leadership().lost(route);
    }
    failure.tell(completion);
    end();
  }

  /** What is still in flight is not needed any more. */
  private void end() {
    if (watch != null) {
      watch.cancel("the watch is over", null);
    }
    if (put != null && !acknowledged) {
      put.cancel("the watch is over", null);
    }
  }

  /** The stream of events. */
  private final class Watching extends ClientCall.Listener<WatchResponse> {
    @Override
    public void onHeaders(Metadata headers) {
      watching();
    }

    @Override
    public void onMessage(WatchResponse event) {
      told(event);
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
      watchFailed(
          status.isOk()
              ? DEngineFailure.of(Status.UNAVAILABLE.withDescription("the server ended the watch"))
              : DEngineFailure.of(status));
    }
  }

  /** The write. */
  private final class Putting extends UnaryCall<ClientResponse> {
    @Override
    protected void answered(ClientResponse answer) {
      DEngineWatchedPut.this.answered(answer);
    }

    @Override
    protected void failed(Status status) {
      fail(DEngineFailure.of(status));
    }
  }
}
