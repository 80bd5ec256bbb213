package io.kvbench.bindings.etcd.light;

import com.google.protobuf.InvalidProtocolBufferException;
import io.etcd.jetcd.api.Event;
import io.etcd.jetcd.api.PutRequest;
import io.etcd.jetcd.api.PutResponse;
import io.etcd.jetcd.api.WatchRequest;
import io.etcd.jetcd.api.WatchResponse;
import io.grpc.Status;
import io.kvbench.bindings.etcd.operation.Failure;
import io.kvbench.bindings.etcd.operation.Pending;
import io.kvbench.bindings.etcd.wire.Exchange;
import io.kvbench.bindings.etcd.wire.Rpc;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.Outcome;
import java.util.ArrayList;
import java.util.List;

/**
 * A put of a record that its own client watches: a watch of that key, the put once the server has
 * confirmed the watch, and then the event and the acknowledgement in either order. The two match if
 * they have the same revision. The watch has a separate stream, which is reset at the end, so that
 * a failure affects one operation only.
 *
 * <p>Fields that are not final belong to the event loop's thread, on which both exchanges are
 * completed.
 */
public final class WatchedPut implements Pending {
  private static final String ETCD = "etcdserver: ";
  private static final long NONE = 0;

  private final Connection connection;
  private final Completion completion;
  private final long startedNanos;
  private final Watching watching;
  private final Putting putting;
  private volatile boolean timedOut;

  private boolean opened;

  /** The revision of the put, once it is acknowledged. */
  private long revision = NONE;

  /** The revisions reported by the watch: one, unless others write the record too. */
  private final List<Long> told = new ArrayList<>(1);

  /** Read by the timeout thread without a barrier; a stale value is harmless. */
  private boolean done;

  /**
   * @param startedNanos the time from which the limit counts
   */
  public WatchedPut(
      Connection connection,
      WatchRequest watch,
      PutRequest put,
      Completion completion,
      long startedNanos) {
    this.connection = connection;
    this.completion = completion;
    this.startedNanos = startedNanos;
    this.watching = new Watching(watch);
    this.putting = new Putting(put);
  }

  public void begin() {
    connection.submit(watching);
  }

  @Override
  public boolean isDone() {
    return done;
  }

  @Override
  public void endIfStartedBefore(long nanos) {
    if (!done && startedNanos - nanos < 0) {
      timedOut = true;
      connection.cancel(watching);
    }
  }

  private void told(WatchResponse response) {
    if (done) {
      return; // It arrived together with the end of the operation.
    }
    if (response.getCanceled()) {
      fail(refusal(response));
    } else if (response.getCreated() && !opened) {
      opened = true;
      connection.submit(putting);
    }
    for (Event event : response.getEventsList()) {
      told.add(event.getKv().getModRevision());
    }
    finishIfTold();
  }

  /** Returns why the server cancelled a watch. It gives no reason for a compacted revision. */
  public static Status refusal(WatchResponse response) {
    return response.getCompactRevision() > 0
        ? Status.OUT_OF_RANGE.withDescription("the revision to watch from has been compacted")
        : refusal(response.getCancelReason());
  }

  /** The reason is text: that of other requests' errors, if it is etcd's. */
  public static Status refusal(String reason) {
    int words = Math.max(0, reason.indexOf(ETCD));
    String said = reason.isEmpty() ? "the watch was cancelled" : reason.substring(words);
    return code(said).toStatus().withDescription(said);
  }

  private static Status.Code code(String said) {
    if (said.contains("permission denied")) {
      return Status.Code.PERMISSION_DENIED;
    }
    if (said.contains("compacted")) {
      return Status.Code.OUT_OF_RANGE;
    }
    return said.contains("auth") ? Status.Code.UNAUTHENTICATED : Status.Code.UNAVAILABLE;
  }

  private void finishIfTold() {
    if (!done && revision != NONE && told.contains(revision)) {
      done = true;
      completion.succeeded(Outcome.OK);
      connection.cancel(watching);
    }
  }

  private void fail(Status status) {
    if (done) {
      return;
    }
    done = true;
    if (Failure.isTokenOver(status)) {
      connection.login().over(watching.token);
    }
    Failure failure = failure(status);
    completion.failed(failure.kind(), failure.message());
    // What is still in flight is not needed any more.
    connection.cancel(watching);
    connection.cancel(putting);
  }

  private Failure failure(Status status) {
    if (timedOut && status.getCode() == Status.Code.CANCELLED) {
      return revision == NONE ? Failure.TIMEOUT : Failure.NO_EVENT;
    }
    return Failure.of(status);
  }

  /** The stream of events. */
  private final class Watching extends Exchange {
    Watching(WatchRequest request) {
      super(Rpc.WATCH, request, connection.login().token());
    }

    @Override
    public boolean isOneOfMany(byte[] message) {
      try {
        told(WatchResponse.parseFrom(message));
      } catch (InvalidProtocolBufferException e) {
        fail(Status.INTERNAL.withDescription("the server's answer cannot be read").withCause(e));
      }
      return true;
    }

    @Override
    public void answered(byte[] message) {
      failed(Status.UNAVAILABLE.withDescription("the server ended the watch"));
    }

    @Override
    public void failed(Status status) {
      fail(status);
    }
  }

  /** The write. */
  private final class Putting extends Exchange {
    Putting(PutRequest request) {
      super(Rpc.PUT, request, connection.login().token());
    }

    @Override
    public void answered(byte[] message) throws InvalidProtocolBufferException {
      revision = PutResponse.parseFrom(message).getHeader().getRevision();
      finishIfTold();
    }

    @Override
    public void failed(Status status) {
      fail(status);
    }
  }
}
