package io.kvbench.runner.cluster;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/** One server of a cluster. */
public interface ClusterNode {

  /** Returns a name that tells it from the others, fit for a file name. */
  String name();

  /** Returns where clients connect to. */
  String endpoint();

  /** Returns its process on this machine. */
  OptionalLong pid();

  /** Returns its log file on this machine. */
  Optional<Path> log();

  /** Returns the bytes that its data takes on this machine's disk now, where that can be known. */
  OptionalLong diskBytes();

  /**
   * Asks the server for its part in the cluster: {@code standalone}, {@code leader}, {@code
   * follower}, or {@code unknown} if it does not say. Waits for a second or two at most.
   */
  String role();

  /** Ends it at once, as a crash would; for servers that kvbench started. */
  void kill();
}
