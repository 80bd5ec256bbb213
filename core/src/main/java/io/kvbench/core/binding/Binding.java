package io.kvbench.core.binding;

import java.util.List;

/**
 * A connected client library, which all clients of a run share. All methods may be called from any
 * thread, several at once, and while operations are under way. It is closed by whoever opened it,
 * after the sessions.
 */
public interface Binding extends AutoCloseable {

  /**
   * Opens the view of one client on the shared connections. Cheap: thousands are normal. Client
   * {@code n} belongs on connection {@code n} modulo the number of connections.
   *
   * @param client the client's index, counted from 0
   * @return a session that the caller closes
   * @throws BindingException if that is not possible; the message is meant for the user
   */
  Session openSession(int client) throws BindingException;

  /**
   * Asks every server what it knows at this moment, the number of the workload's records included,
   * and waits for the answers: for seconds where there are millions of records.
   *
   * @return one for each server that this binding was given, in their order, and after them those
   *     that it found by itself and uses; a server that does not answer is among them and says so
   *     ({@link ServerState#silent}); nothing else is thrown, and a binding that does throw is told
   *     of in results, as a problem of all servers
   * @throws InterruptedException if the caller gives up
   */
  List<ServerState> servers() throws InterruptedException;

  /**
   * Returns whether records that were written may be gone later although nothing deleted them, as
   * with a time to live: then no missing record contradicts an answer.
   */
  default boolean recordsExpire() {
    return false;
  }

  /**
   * Returns the coordinates and version of the client library, as {@code group:artifact:version}.
   */
  String clientLibrary();

  /**
   * Ends all connections. Operations still under way are completed with an error before this
   * returns, and later ones fail. Doing it again does nothing.
   */
  @Override
  void close();
}
