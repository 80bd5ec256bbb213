package io.kvbench.bindings.support;

import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.Session;
import io.kvbench.core.binding.WatchListener;
import io.kvbench.core.binding.Watcher;
import io.kvbench.core.binding.WatcherRequest;
import java.time.Duration;
import java.util.OptionalLong;

/** The connections that carry the load, of one kind of client. */
public interface LoadConnections {
  /**
   * Opens the session of one client.
   *
   * @throws BindingException if its connection cannot be opened
   */
  Session openSession(int client) throws BindingException;

  /** Returns whether a client with a session has its own connection. */
  default boolean hasOwnConnection(int client) {
    return false;
  }

  /**
   * Opens a watcher, which is not one-shot.
   *
   * @throws BindingException if the record's key is invalid
   */
  Watcher watch(WatcherRequest request, WatchListener listener) throws BindingException;

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
