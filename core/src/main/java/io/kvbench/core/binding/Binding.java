package io.kvbench.core.binding;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/**
 * A connected client library that all clients of a run share. All methods may be called from any
 * thread, concurrently, and while operations are in flight. The caller that opened it closes it,
 * after the sessions.
 */
public interface Binding extends AutoCloseable {

  /**
   * Opens the session of one client on the shared connections. Must be cheap: thousands are normal.
   * Client {@code n} belongs on connection {@code n} modulo the number of connections, unless it
   * {@linkplain #hasOwnConnection has one of its own}.
   *
   * @param client the client's index, counted from 0
   * @return a session that the caller closes
   * @throws BindingException if it cannot be opened; the message is for the user
   */
  Session openSession(int client) throws BindingException;

  /**
   * Returns whether the session of a client has a connection of its own, which was opened for it
   * while others sent: after {@link BindingConfig#connections}, up to {@link
   * BindingConfig#maxConnections}. The session is asked to {@linkplain Session#recover recover}
   * before its first operation.
   *
   * @param client whose session is open
   */
  default boolean hasOwnConnection(int client) {
    return false;
  }

  /**
   * Waits until the locks and leases of closed sessions have been released, so that they neither
   * load the next phase nor outlive the run; or until the limit is over. Called after the sessions
   * of a phase have been closed.
   *
   * @return how many have not been released
   */
  default long awaitReleases(Duration limit) throws InterruptedException {
    return 0;
  }

  /**
   * Opens a watcher and returns at once; {@link WatchListener#opened} reports when it watches. The
   * caller closes it, before the binding. Bindings without {@link Capability#WATCHER} need not
   * override this.
   *
   * @throws BindingException if it cannot be opened; the message is for the user
   */
  default Watcher watch(WatcherRequest request, WatchListener listener) throws BindingException {
    throw new BindingException("This binding has no watchers.");
  }

  /**
   * Queries the state of every server, including its number of the workload's records, and waits
   * for the answers. This may take seconds with millions of records.
   *
   * @return one state for each given endpoint, in order, followed by servers that the binding
   *     discovered and uses; {@link ServerState#silent} for a server that does not answer. Must not
   *     throw: results report an exception as a problem of all servers
   * @throws InterruptedException if the caller is interrupted
   */
  List<ServerState> servers() throws InterruptedException;

  /**
   * Returns how many connections for sessions were established so far, those that replaced lost
   * ones included; connections of watchers, locks and queries are not counted, nor is the first one
   * of a client that {@linkplain #hasOwnConnection has its own}. Empty where the client library
   * does not report it.
   */
  default OptionalLong connectionsOpened() {
    return OptionalLong.empty();
  }

  /**
   * Opens the keys below the binding's prefix, to be counted and removed. A binding without a way
   * to remove them need not override this.
   *
   * @throws BindingException if they cannot be removed; the message is for the user
   */
  default KeySpace keySpace() throws BindingException {
    throw new BindingException("This binding does not remove keys.");
  }

  /**
   * Returns whether written records may disappear without a delete, as with a time to live. Missing
   * records then contradict no answer.
   */
  default boolean recordsExpire() {
    return false;
  }

  /**
   * Returns the coordinates and version of the client library, as {@code group:artifact:version}.
   */
  String clientLibrary();

  /**
   * Closes all connections. Operations in flight are completed with an error before this returns,
   * and later ones fail. Closing again has no effect.
   */
  @Override
  void close();
}
