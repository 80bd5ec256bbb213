package io.kvbench.bindings.etcd;

import io.kvbench.core.binding.Session;
import io.kvbench.core.binding.WatchListener;
import io.kvbench.core.binding.Watcher;
import io.kvbench.core.binding.WatcherRequest;
import java.time.Duration;
import java.util.OptionalLong;

/** The connections that carry the load, of one kind of client. */
interface LoadConnections {
  /** Opens the session of one client. */
  Session openSession(int client);

  /** Opens a watcher. */
  Watcher watch(WatcherRequest request, WatchListener listener);

  /**
   * Waits until what closed sessions owned has been released, or for the limit; returns how many
   * are left.
   */
  long awaitReleases(Duration limit) throws InterruptedException;

  /** Returns how many connections were established so far; empty if the client hides it. */
  default OptionalLong openings() {
    return OptionalLong.empty();
  }

  /** Returns the coordinates of the client. */
  String clientLibrary();

  /** Closes all connections; operations in flight fail. */
  void close();
}
