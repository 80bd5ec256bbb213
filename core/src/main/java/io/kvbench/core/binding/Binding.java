package io.kvbench.core.binding;

import java.util.OptionalLong;

/**
 * A connected client library. All methods may be called from any thread, and while operations are
 * under way.
 */
public interface Binding extends AutoCloseable {

  /**
   * Opens the view of one client on the shared connections. Cheap: thousands are normal. Client
   * {@code n} belongs on connection {@code n} modulo the number of connections.
   *
   * @param client the client's index, counted from 0
   */
  Session openSession(int client) throws BindingException;

  /**
   * Counts the records that the workload has in the store, as one node knows them at this moment.
   *
   * @return the number, or empty where the system offers no way to count that is fit for millions
   *     of records
   * @throws BindingException if the store did not answer
   */
  OptionalLong countKeys() throws BindingException, InterruptedException;

  /** Returns the server's version as the server tells it, or {@code unknown}. */
  String serverVersion() throws InterruptedException;

  /**
   * Returns the coordinates and version of the client library, as {@code group:artifact:version}.
   */
  String clientLibrary();

  /**
   * Ends all connections. Operations still under way are completed with an error before this
   * returns.
   */
  @Override
  void close();
}
