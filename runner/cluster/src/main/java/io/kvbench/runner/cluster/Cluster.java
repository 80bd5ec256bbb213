package io.kvbench.runner.cluster;

import io.kvbench.core.server.SystemServers;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The servers of a run. All methods may be called from any thread. */
public interface Cluster extends AutoCloseable {

  /**
   * Returns the provider: {@code external}, {@code embedded} and so on, or {@code none} for a
   * system inside kvbench.
   */
  String kind();

  /** Returns whether the servers run in containers, in a time zone of their own. */
  default boolean inContainers() {
    return false;
  }

  /** Returns the time zone of the servers' logs. */
  default ZoneId zone() {
    return inContainers() ? ZoneOffset.UTC : ZoneId.systemDefault();
  }

  /** Returns the other machines with servers of this cluster that provide samples. */
  default List<RemoteSampling> sampling() {
    return List.of();
  }

  /** Returns what currently prevents the servers from being controlled or sampled, as sentences. */
  default List<String> troubles() {
    return List.of();
  }

  /** Returns a description, such as {@code embedded Store 3.9.5, 1 node, this machine}. */
  String description();

  /**
   * Returns the version of the servers, if the provider knows it. The version that the servers
   * report takes precedence.
   */
  default Optional<String> version() {
    return Optional.empty();
  }

  /**
   * Returns its servers as kvbench secured them; empty if it did not: then clients need only the
   * endpoints.
   */
  default Optional<SystemServers> secured() {
    return Optional.empty();
  }

  /** Returns the servers, as far as they are known. */
  List<ClusterNode> nodes();

  default List<String> endpoints() {
    return nodes().stream().map(ClusterNode::endpoint).toList();
  }

  /** Returns the servers' log files, which exist until {@link #close}. */
  default List<Path> logs() {
    return nodes().stream().flatMap(node -> node.log().stream()).toList();
  }

  /** Returns the bytes that all nodes' files currently take on disk, if all are known. */
  default OptionalLong diskBytes() {
    List<OptionalLong> sizes = nodes().stream().map(ClusterNode::diskBytes).toList();
    return sizes.isEmpty() || sizes.contains(OptionalLong.empty())
        ? OptionalLong.empty()
        : OptionalLong.of(sizes.stream().mapToLong(OptionalLong::orElseThrow).sum());
  }

  /**
   * Stops the servers and keeps their files, so that {@link #logs} and {@link #diskBytes} cover the
   * end. Has no effect on servers that are not kvbench's, or are to be kept. Takes a bounded time;
   * a second call has no effect.
   */
  void stop();

  /** Stops the servers and removes their files, unless they are to be kept. Bounded. */
  @Override
  void close();

  /**
   * Returns what its provider needs to find these servers again from another process: process ids,
   * directories and the like, without secrets. Empty if nothing can be found again.
   */
  default Map<String, String> state() {
    return Map.of();
  }

  /**
   * Releases the servers, which then outlive kvbench: from now on {@link #stop} and {@link #close}
   * have no effect on them. Called after {@link #state} has been stored.
   */
  default void release() {}

  /**
   * Returns, for servers that outlive kvbench, how to reach and stop them: sentences for the user.
   */
  default Optional<String> keptNotice() {
    return Optional.empty();
  }
}
