package io.kvbench.bindings.etcd.light;

import com.google.protobuf.InvalidProtocolBufferException;
import io.etcd.jetcd.api.PutRequest;
import io.etcd.jetcd.api.PutResponse;
import io.etcd.jetcd.api.WatchRequest;
import io.etcd.jetcd.api.WatchResponse;
import io.grpc.Status;
import io.kvbench.bindings.etcd.operation.EtcdFailure;
import io.kvbench.bindings.etcd.wire.EtcdExchange;
import io.kvbench.bindings.etcd.wire.Rpc;
import io.kvbench.core.binding.Completion;
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
public final class EtcdWatchedPut extends WatchingExchange {
  private static final long NONE = 0;

  private final Putting putting;
  private boolean opened;
  private boolean putFailed;

  /** The revision of the put, once it is acknowledged. */
  private long revision = NONE;

  /** The revisions reported by the watch: one, unless others write the record too. */
  private final List<Long> reported = new ArrayList<>(1);

  /**
   * @param startedNanos the time from which the limit counts
   */
  public EtcdWatchedPut(
      EtcdConnection connection,
      WatchRequest watch,
      PutRequest put,
      Completion completion,
      long startedNanos) {
    super(connection, watch, completion, startedNanos);
    this.putting = new Putting(put);
  }

  public void begin() {
    connection.submit(this);
  }

  @Override
  void told(WatchResponse response) {
    if (isDone()) {
      return; // It arrived together with the end of the operation.
    }
    if (response.getCreated() && !opened) {
      opened = true;
      connection.submit(putting);
    }
    response.getEventsList().forEach(event -> reported.add(event.getKv().getModRevision()));
    finishIfTold();
  }

  private void finishIfTold() {
    if (revision != NONE && reported.contains(revision) && end()) {
      completion.wrote(revision);
      cancel();
    }
  }

  @Override
  public void failed(Status status) {
    boolean first = !isDone();
    super.failed(status);
    if (first) {
      // What is still in flight is not needed any more.
      cancel();
      connection.cancel(putting);
    }
  }

  /** If the watch is refused, the value may be written all the same. */
  @Override
  EtcdFailure meaning(EtcdFailure failure) {
    return opened && !putFailed ? failure.afterWrite() : failure;
  }

  @Override
  EtcdFailure timeout() {
    return revision == NONE ? EtcdFailure.TIMEOUT : EtcdFailure.NO_EVENT;
  }

  /** The write. */
  private final class Putting extends EtcdExchange {
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
      putFailed = true;
      EtcdWatchedPut.this.failed(status);
    }
  }
}
