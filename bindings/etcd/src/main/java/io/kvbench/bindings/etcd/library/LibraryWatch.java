package io.kvbench.bindings.etcd.library;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.KV;
import io.etcd.jetcd.Watch;
import io.etcd.jetcd.options.WatchOption;
import io.etcd.jetcd.watch.WatchEvent;
import io.etcd.jetcd.watch.WatchResponse;
import io.grpc.Status;
import io.kvbench.bindings.etcd.light.WatchedPut;
import io.kvbench.bindings.etcd.operation.Failure;
import io.kvbench.core.operation.Outcome;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A watched update through jetcd's watch, as {@link WatchedPut}: the watch is created, the put
 * follows, and then the event and the acknowledgement in either order.
 */
final class LibraryWatch implements Watch.Listener {
  private static final WatchOption CREATED = WatchOption.builder().withCreateNotify(true).build();
  private static final long NONE = 0;

  private final LibraryConnection connection;
  private final LibraryCall call;

  // For the threads of jetcd, one at a time.
  private final Set<Long> seen = new HashSet<>();
  private Runnable put = () -> {};
  private long revision = NONE;
  private boolean over;
  private Watch.@Nullable Watcher watcher;

  LibraryWatch(LibraryConnection connection, LibraryCall call) {
    this.connection = connection;
    this.call = call;
    call.afterwards(this::end);
  }

  void start(ByteSequence key, ByteSequence value) {
    KV kv = connection.kv();
    put =
        () ->
            call.ask(() -> kv.put(key, value), answer -> written(answer.getHeader().getRevision()));
    try {
      watching(connection.watch().watch(key, CREATED, this));
    } catch (RuntimeException e) {
      call.fail(e);
    }
  }

  private synchronized void watching(Watch.Watcher started) {
    watcher = started;
    if (over) {
      connection.close(started);
    }
  }

  @Override
  public void onNext(WatchResponse response) {
    if (response.getEvents().isEmpty()) {
      put.run();
    } else {
      synchronized (this) {
        for (WatchEvent event : response.getEvents()) {
          seen.add(event.getKeyValue().getModRevision());
        }
      }
      finishIfSeen();
    }
  }

  private void written(long at) {
    call.timeoutMeans(Failure.NO_EVENT);
    synchronized (this) {
      revision = at;
    }
    finishIfSeen();
  }

  private void finishIfSeen() {
    boolean both;
    synchronized (this) {
      both = revision != NONE && seen.contains(revision);
    }
    if (both) {
      call.succeed(Outcome.OK);
    }
  }

  /**
   * Reasons that are not etcd's are broken connections. After some errors jetcd would watch again:
   * the end of the operation closes its watcher.
   */
  @Override
  public void onError(Throwable thrown) {
    call.fail(Failure.of(WatchedPut.refusal(String.valueOf(thrown.getMessage()))));
  }

  @Override
  public void onCompleted() {
    call.fail(Failure.of(Status.UNAVAILABLE.withDescription("the server ended the watch")));
  }

  /** The operation has ended, for any reason. */
  private synchronized void end() {
    over = true;
    if (watcher != null) {
      connection.close(watcher);
    }
  }
}
