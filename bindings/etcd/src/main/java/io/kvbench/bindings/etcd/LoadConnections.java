package io.kvbench.bindings.etcd;

import io.kvbench.core.binding.Session;

/** The connections that carry the load, of one kind of client. */
interface LoadConnections {
  /** Opens the session of one client. */
  Session openSession(int client);

  /** Returns the coordinates of the client. */
  String clientLibrary();

  /** Closes all connections; what is in flight fails. */
  void close();
}
