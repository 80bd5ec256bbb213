package io.kvbench.core.server;

import io.kvbench.core.setting.Settings;
import java.util.List;
import java.util.Map;

/**
 * A server of one system from the class path of this process, in a separate JVM whose standard
 * input is a liveness pipe; see {@link LivenessPipe}.
 */
public interface EmbeddedServer {

  /** Returns a class of each library that the server needs, and the library's Maven coordinates. */
  Map<String, String> needed();

  /** Returns the version of the server on the class path. */
  String version();

  /**
   * Returns the arguments of {@code java} besides the class path, and the files that the server
   * reads: options for the JVM, the main class, which calls {@link LivenessPipe#watch}, and its
   * arguments.
   *
   * @param all all servers of the cluster, including this one
   */
  ServerCommand command(ServerNode node, List<ServerNode> all, Settings settings);
}
