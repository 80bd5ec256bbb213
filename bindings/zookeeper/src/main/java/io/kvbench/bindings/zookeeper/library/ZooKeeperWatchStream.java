package io.kvbench.bindings.zookeeper.library;

import io.kvbench.bindings.zookeeper.operation.Handle;
import io.kvbench.bindings.zookeeper.operation.ZooKeeperConnection;
import io.kvbench.bindings.zookeeper.options.ZooKeeperClientOptions;
import io.kvbench.bindings.zookeeper.wire.ZooKeeperFailure;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.zookeeper.AddWatchMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.ZooKeeper;

/** A ZooKeeper session for watchers, which is replaced after its expiry. */
final class ZooKeeperWatchStream {
  private static final int NO_NODE = Code.NONODE.intValue();
  private static final ZooKeeperFailure NO_SESSION =
      ZooKeeperFailure.of(Code.SESSIONEXPIRED.intValue());
  private static final ZooKeeperFailure REFUSED = ZooKeeperFailure.of(Code.AUTHFAILED.intValue());

  private final Set<ZooKeeperRecordWatcher> watchers = new HashSet<>();
  private Handle.State state = Handle.State.SUSPENDED;
  private final ZooKeeperConnection<ZooKeeperLibrarySession> connection;

  /** Begins to connect. */
  @SuppressWarnings("this-escape") // no watchers exist yet for events to reach
  ZooKeeperWatchStream(ZooKeeperClientOptions options) throws IOException {
    connection =
        new ZooKeeperConnection<>(
            begun -> new ZooKeeperLibrarySession(begun, options), this::changed);
  }

  /** Adds a watcher, whose watch is set once there is a connection. */
  void add(ZooKeeperRecordWatcher watcher) {
    Handle.State now;
    synchronized (this) {
      watchers.add(watcher);
      now = state;
    }
    if (now != Handle.State.SUSPENDED) {
      tell(watcher, now);
    }
  }

  /** Removes a watcher; returns whether it was the last one. */
  synchronized boolean remove(ZooKeeperRecordWatcher watcher) {
    return watchers.remove(watcher) && watchers.isEmpty();
  }

  private void changed(ZooKeeperLibrarySession handle) {
    Handle.State now = handle.state();
    List<ZooKeeperRecordWatcher> all;
    synchronized (this) {
      state = now;
      all = List.copyOf(watchers);
    }
    all.forEach(watcher -> tell(watcher, now));
  }

  private static void tell(ZooKeeperRecordWatcher watcher, Handle.State state) {
    switch (state) {
      case USABLE -> watcher.connected();
      case SUSPENDED -> watcher.interrupt();
      case REFUSED -> watcher.fail(REFUSED);
      // It was not replaced, for lack of threads or file descriptors.
      case EXPIRED -> watcher.fail(NO_SESSION);
    }
  }

  /** Sends the requests that set a watch. A session's requests are answered in order. */
  void set(ZooKeeperRecordWatcher watcher, int attempt) {
    ZooKeeper client = connection.handle().client();
    String path = watcher.point().path();
    switch (watcher.point().mode()) {
      case ONE_SHOT ->
          client.getData(
              path,
              watcher,
              (code, asked, context, data, stat) -> {
                if (code == NO_NODE) {
                  // The failed read sets no watch; this one waits for the record to be created.
                  client.exists(
                      path,
                      watcher,
                      (thenCode, again, same, state) -> watcher.read(attempt, thenCode, state),
                      null);
                } else {
                  watcher.read(attempt, code, stat);
                }
              },
              null);
      case PERSISTENT -> {
        add(client, watcher, attempt, AddWatchMode.PERSISTENT);
        client.exists(
            path, false, (code, asked, context, stat) -> watcher.read(attempt, code, stat), null);
      }
      case RECURSIVE -> add(client, watcher, attempt, AddWatchMode.PERSISTENT_RECURSIVE);
    }
  }

  private static void add(
      ZooKeeper client, ZooKeeperRecordWatcher watcher, int attempt, AddWatchMode mode) {
    client.addWatch(
        watcher.point().path(),
        watcher,
        mode,
        (code, path, context) -> watcher.confirmed(attempt, code),
        null);
  }

  /** Ends the session. Takes a bounded time, up to seconds if a server does not answer. */
  void close() throws InterruptedException {
    connection.close();
  }
}
