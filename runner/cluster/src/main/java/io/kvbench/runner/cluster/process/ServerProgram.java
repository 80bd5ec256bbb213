package io.kvbench.runner.cluster.process;

import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.ClusterException;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How the servers of one system are run as processes: a file of its own for each system, and a line
 * in {@link ServerPrograms}.
 */
interface ServerProgram {

  /** Returns the system's name after {@code -db}. */
  String system();

  /** Returns the settings of the servers. */
  List<Setting<?>> settings();

  /**
   * Returns the names of the files that a node runs, all of them needed, the system's own first.
   */
  List<String> files();

  /** Returns how the user comes by them, as the end of a sentence. */
  String source();

  /**
   * Returns what the names of environment variables begin with that its programs would take their
   * configuration from. The user's own must not reach them.
   */
  default List<String> variables() {
    return List.of(system().toUpperCase(Locale.ROOT) + "_");
  }

  /** Returns how many ports a node listens on. The first is that for clients. */
  int ports();

  /**
   * Returns the version of what was found.
   *
   * @throws ClusterException if it is something else; the message says what
   */
  String version(FoundProgram found) throws ClusterException, InterruptedException;

  /**
   * Returns flags of the user's own that the servers are given, for the description: whoever reads
   * a result should see them.
   */
  Optional<String> flags(Settings settings);

  /**
   * Writes the files that a node needs before it starts, and returns the commands that are the
   * node: the server's own first, then those that belong to it, such as a proxy before it. All of
   * them log to their standard output.
   *
   * @param cluster all nodes, this one among them
   */
  List<List<String>> prepare(
      ProcessPlan node, List<ProcessPlan> cluster, FoundProgram found, Settings settings)
      throws IOException, ClusterException;

  /** Returns whether a node answers as a member of a cluster that works. */
  boolean isServing(ProcessPlan node, int nodes);

  /**
   * Returns a node's part in the cluster, as {@link io.kvbench.runner.cluster.ClusterNode#role}.
   */
  Optional<String> role(ProcessPlan node, int nodes);
}
