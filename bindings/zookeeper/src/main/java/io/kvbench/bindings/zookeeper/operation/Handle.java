package io.kvbench.bindings.zookeeper.operation;

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
 * A session, from its beginning to its expiry. It reconnects by itself, and does not begin another
 * session. Requests may be sent by any thread and are answered in order, on a thread of the
 * session, through the callbacks of the client library. A request that is sent without a connection
 * fails in its callback.
 */
public interface Handle {
  /** The state of the session. */
  enum State {
    /** Disconnected, and reconnecting. */
    SUSPENDED,
    USABLE,
    EXPIRED,
    REFUSED
  }

  State state();

  /** Notes that a request has failed for lack of a connection. */
  void suspend();

  /** Returns the server that the session is connected to. */
  Optional<String> server();

  ZooKeeperAnswers answers();

  void create(String path, byte[] data, StringCallback callback, @Nullable Object context);

  void setData(
      String path, byte[] data, int version, StatCallback callback, @Nullable Object context);

  void delete(String path, int version, VoidCallback callback, @Nullable Object context);

  void getData(String path, DataCallback callback, @Nullable Object context);

  /**
   * Queries a znode's state.
   *
   * @param watcher called once on the znode's next change, and on changes of the connection; null
   *     for none
   */
  void exists(
      String path, @Nullable Watcher watcher, StatCallback callback, @Nullable Object context);

  void getChildren(String path, Children2Callback callback, @Nullable Object context);

  void sync(String path, VoidCallback callback, @Nullable Object context);

  void multi(List<Op> parts, MultiCallback callback, @Nullable Object context);

  /** Ends the session, which fails all requests in flight. Takes a bounded time. */
  void close() throws InterruptedException;
}
