package io.kvbench.bindings.zookeeper.client;

import java.util.List;
import java.util.Optional;
import org.apache.zookeeper.AsyncCallback.Children2Callback;
import org.apache.zookeeper.AsyncCallback.DataCallback;
import org.apache.zookeeper.AsyncCallback.MultiCallback;
import org.apache.zookeeper.AsyncCallback.StatCallback;
import org.apache.zookeeper.AsyncCallback.StringCallback;
import org.apache.zookeeper.AsyncCallback.VoidCallback;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.Watcher;
import org.jspecify.annotations.Nullable;

/**
 * One session, from its beginning to its expiry. It reconnects by itself, and does not begin
 * another session. Requests may be sent by any thread and are answered in their order, on a thread
 * of the session, by the callbacks of the client library. Whoever sends one while there is no
 * connection is told so by its callback.
 */
public interface Handle {
  /** How things stand. */
  enum State {
    /** Not connected now; it tries. */
    SUSPENDED,
    USABLE,
    EXPIRED,
    REFUSED
  }

  State state();

  /** Notes that a request has failed for want of a connection. */
  void suspend();

  /** Returns the server that the session is connected to. */
  Optional<String> server();

  Answers answers();

  void create(String path, byte[] data, StringCallback callback, @Nullable Object context);

  void setData(
      String path, byte[] data, int version, StatCallback callback, @Nullable Object context);

  void delete(String path, int version, VoidCallback callback, @Nullable Object context);

  void getData(String path, DataCallback callback, @Nullable Object context);

  /**
   * Asks for a znode's state.
   *
   * @param watcher told once of the znode's next change, and of what becomes of the connection;
   *     null for none
   */
  void exists(
      String path, @Nullable Watcher watcher, StatCallback callback, @Nullable Object context);

  void getChildren(String path, Children2Callback callback, @Nullable Object context);

  void sync(String path, VoidCallback callback, @Nullable Object context);

  void multi(List<Op> parts, MultiCallback callback, @Nullable Object context);

  /** Ends the session, which fails what is in flight. Bounded. */
  void close() throws InterruptedException;
}
