package io.kvbench.bindings.etcd.library;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Watch;
import io.etcd.jetcd.options.WatchOption;
import io.etcd.jetcd.watch.WatchEvent;
import io.etcd.jetcd.watch.WatchResponse;
import io.grpc.Status;
import io.kvbench.bindings.etcd.operation.EtcdFailure;
import io.kvbench.core.binding.WatchListener;
import io.kvbench.core.binding.Watcher;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Outcome;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A jetcd watcher, which resumes automatically and does not report it. */
final class EtcdLibraryWatcher implements Watch.Listener, Watcher {
  private final EtcdLibraryConnection connection;
  private final WatchListener listener;
  private final Set<WatchEvent.EventType> kinds;
  private Watch.@Nullable Watcher watcher;
  private boolean opened;
  private boolean closed;

  /**
   * @param kinds the events that are reported to the listener
   */
  EtcdLibraryWatcher(
      EtcdLibraryConnection connection, WatchListener listener, Set<WatchEvent.EventType> kinds) {
    this.connection = connection;
    this.listener = listener;
    this.kinds = kinds;
  }

  /**
   * Waits for events of one kind.
   *
   * @param revision that of the first event or an earlier one
   * @param count the number of events to wait for
   */
  static void await(
      EtcdLibraryConnection connection,
      LibraryCall call,
      ByteSequence key,
      long revision,
      WatchEvent.EventType kind,
      int count) {
    begin(
        connection,
        call,
        new Awaited(call, count),
        EnumSet.of(kind),
        key,
        WatchOption.builder().withRevision(revision).build());
  }

  /**
   * Begins a watcher for an operation. After some errors jetcd would watch again: the end of the
   * operation, for any reason, closes it.
   */
  static void begin(
      EtcdLibraryConnection connection,
      LibraryCall call,
      WatchListener listener,
      Set<WatchEvent.EventType> kinds,
      ByteSequence key,
      WatchOption option) {
    EtcdLibraryWatcher watcher = new EtcdLibraryWatcher(connection, listener, kinds);
    call.afterwards(watcher::close);
    try {
      watcher.start(key, option);
    } catch (RuntimeException e) {
      call.fail(e);
    }
  }

  /** A listener that ends an operation with the last of a number of events. */
  private static final class Awaited implements WatchListener {
    private final LibraryCall call;
    private int missing;

    Awaited(LibraryCall call, int missing) {
      this.call = call;
      this.missing = missing;
    }

    @Override
    public void opened() {}

    @Override
    public void changed(long version) {
      if (--missing == 0) {
        call.succeed(Outcome.OK);
      }
    }

    @Override
    public void rearming() {}

    @Override
    public void interrupted() {}

    @Override
    public void failed(ErrorKind kind, String message) {
      call.fail(new EtcdFailure(kind, message));
    }
  }

  void start(ByteSequence key, WatchOption option) {
    Watch.Watcher started = connection.watch().watch(key, option, this);
    synchronized (this) {
      if (closed) {
        connection.close(started);
      } else {
        watcher = started;
      }
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
      if (kinds.contains(event.getEventType())) {
        listener.changed(event.getKeyValue().getModRevision());
      }
    }
  }

  @Override
  public synchronized void onError(Throwable thrown) {
    fail(EtcdFailure.of(EtcdFailure.refusal(String.valueOf(thrown.getMessage()))));
  }

  @Override
  public synchronized void onCompleted() {
    fail(EtcdFailure.of(Status.UNAVAILABLE.withDescription("the server ended the watch")));
  }

  private void fail(EtcdFailure failure) {
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
