package io.kvbench.bindings.dengine;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.kvbench.bindings.dengine.proto.WatchRequest;
import io.kvbench.bindings.dengine.proto.WatchResponse;
import io.kvbench.core.binding.WatchListener;
import io.kvbench.core.binding.Watcher;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A watch of one key or of all. An event has the value of its write and its position in the log.
 * When the call ends, another one begins and reports later writes only: d-engine cannot watch from
 * an earlier position. The listener is called under the lock, so that no call follows a close.
 */
final class DEngineRecordWatcher implements Watcher {
  /** Another attempt would end in the same way. */
  private static final Set<Status.Code> FINAL =
      Set.of(
          Status.Code.PERMISSION_DENIED, Status.Code.UNIMPLEMENTED, Status.Code.INVALID_ARGUMENT);

  private final WatchConnections.Shared connection;
  private final WatchRequest request;
  private final WatchListener listener;

  private @Nullable ClientCall<WatchRequest, WatchResponse> call;
  private boolean everOpened;
  private boolean closed;

  DEngineRecordWatcher(
      WatchConnections.Shared connection, WatchRequest request, WatchListener listener) {
    this.connection = connection;
    this.request = request;
    this.listener = listener;
  }

  /** Sends the request, unless the watcher has ended. */
  synchronized void begin() {
    if (closed) {
      return;
    }
    ManagedChannel channel = connection.channel();
    if (channel == null) {
      fail(DEngineFailure.CLOSED);
      return;
    }
    ClientCall<WatchRequest, WatchResponse> next =
        channel.newCall(Method.WATCH, CallOptions.DEFAULT);
    call = next;
    next.start(new Events(next), new Metadata());
    next.request(Integer.MAX_VALUE);
    next.sendMessage(request);
    next.halfClose();
  }

  private boolean isCurrent(ClientCall<WatchRequest, WatchResponse> from) {
    return !closed && from.equals(call);
  }

  private synchronized void opened(ClientCall<WatchRequest, WatchResponse> from) {
    if (isCurrent(from)) {
      everOpened = true;
      listener.opened();
      connection.opened();
    }
  }

  private synchronized void told(
      ClientCall<WatchRequest, WatchResponse> from, WatchResponse event) {
    if (!isCurrent(from)) {
      return;
    }
    switch (event.getEventType()) {
      case WATCH_EVENT_TYPE_PUT ->
          listener.changed(event.getValue().asReadOnlyByteBuffer(), event.getRevision());
      case WATCH_EVENT_TYPE_CANCELED -> from.cancel(DEngineFailure.WATCH_CANCELLED.message(), null);
      case WATCH_EVENT_TYPE_DELETE, WATCH_EVENT_TYPE_PROGRESS -> {}
      case UNRECOGNIZED -> fail(DEngineFailure.GARBLED);
    }
  }

  private synchronized void ended(ClientCall<WatchRequest, WatchResponse> from, Status why) {
    if (!isCurrent(from)) {
      return;
    }
    call = null;
    if (!everOpened || FINAL.contains(why.getCode()) || DEngineFailure.isGarbled(why)) {
      fail(DEngineFailure.of(why));
    } else {
      listener.interrupted();
      connection.again(this);
    }
  }

  /** Ends the watcher with an error, unless it has ended. */
  synchronized void fail(DEngineFailure failure) {
    if (!closed) {
      listener.failed(failure.kind(), failure.message());
      close();
    }
  }

  @Override
  public boolean coalesces() {
    return false;
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      if (call != null) {
        call.cancel("the watcher is closed", null);
      }
      connection.leave(this);
    }
  }

  /** The stream of events of one call. */
  private final class Events extends ClientCall.Listener<WatchResponse> {
    private final ClientCall<WatchRequest, WatchResponse> from;

    Events(ClientCall<WatchRequest, WatchResponse> from) {
      this.from = from;
    }

    @Override
    public void onHeaders(Metadata headers) {
      opened(from);
    }

    @Override
    public void onMessage(WatchResponse event) {
      told(from, event);
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
      ended(
          from,
          status.isOk()
              ? Status.UNAVAILABLE.withDescription("the server ended the watch")
              : status);
    }
  }
}
