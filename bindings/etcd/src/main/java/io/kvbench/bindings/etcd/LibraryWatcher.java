package io.kvbench.bindings.etcd;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Watch;
import io.etcd.jetcd.options.WatchOption;
import io.etcd.jetcd.watch.WatchEvent;
import io.etcd.jetcd.watch.WatchResponse;
import io.grpc.Status;
import io.kvbench.core.binding.WatchListener;
import io.kvbench.core.binding.Watcher;
import org.jspecify.annotations.Nullable;

/** A jetcd watcher, which resumes by itself and does not report it. */
final class LibraryWatcher implements Watch.Listener, Watcher {
  private final LibraryConnection connection;
  private final WatchListener listener;
  private Watch.@Nullable Watcher watcher;
  private boolean opened;
  private boolean closed;

  LibraryWatcher(LibraryConnection connection, WatchListener listener) {
    this.connection = connection;
    this.listener = listener;
  }

  void start(ByteSequence key, WatchOption option) {
    Watch.Watcher started = connection.watch().watch(key, option, this);
    synchronized (this) {
      watcher = started;
    }
  }

  @Override
  public synchronized void onNext(WatchResponse response) {
    if (closed) {
      return;
    }
    if (!opened) {
      opened = true;
      listener.opened();
    }
    for (WatchEvent event : response.getEvents()) {
      if (event.getEventType() == WatchEvent.EventType.PUT) {
        listener.changed(event.getKeyValue().getModRevision());
      }
    }
  }

  @Override
  public synchronized void onError(Throwable thrown) {
    fail(Failure.of(WatchedPut.refusal(String.valueOf(thrown.getMessage()))));
  }

  @Override
  public synchronized void onCompleted() {
    fail(Failure.of(Status.UNAVAILABLE.withDescription("the server ended the watch")));
  }

  private void fail(Failure failure) {
    if (!closed) {
      closed = true;
      listener.failed(failure.kind(), failure.message());
    }
  }

  @Override
  public boolean coalesces() {
    return false;
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (watcher != null) {
      connection.close(watcher);
      watcher = null;
    }
  }
}
