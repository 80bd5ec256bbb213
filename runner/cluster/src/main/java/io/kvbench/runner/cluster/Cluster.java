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
   * Returns how they came about: {@code external}, {@code embedded} and so on, or {@code none} for
   * a system inside kvbench.
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

  /** Returns the other machines with servers of this cluster that tell their samples. */
  default List<RemoteSampling> sampling() {
    return List.of();
  }

  /** Returns what keeps the servers from being controlled or watched now, in sentences. */
  default List<String> troubles() {
    return List.of();
  }

  /** Returns the servers in words, such as {@code embedded Store 3.9.5, 1 node, this machine}. */
  String description();

  /**
   * Returns the version of the servers, where whoever started them knows it. What they say of
   * themselves counts for more.
   */
  default Optional<String> version() {
    return Optional.empty();
  }

  /**
   * Returns what is known about its servers, as kvbench has secured them; empty if it has not: then
   * clients need nothing more than the endpoints.
   */
  default Optional<SystemServers> secured() {
    return Optional.empty();
  }

  /** Returns the servers, as far as they are known. */
  List<ClusterNode> nodes();

  default List<String> endpoints() {
    return nodes().stream().map(ClusterNode::endpoint).toList();
  }

  /** Returns the servers' log files. They are there until {@link #close}. */
  default List<Path> logs() {
    return nodes().stream().flatMap(node -> node.log().stream()).toList();
  }

  /** Returns the bytes that all nodes' files take on disk now, where all of them are known. */
  default OptionalLong diskBytes() {
    List<OptionalLong> sizes = nodes().stream().map(ClusterNode::diskBytes).toList();
    return sizes.isEmpty() || sizes.contains(OptionalLong.empty())
        ? OptionalLong.empty()
        : OptionalLong.of(sizes.stream().mapToLong(OptionalLong::orElseThrow).sum());
  }

  /**
   * Stops the servers and leaves their files, so that {@link #logs} and {@link #diskBytes} tell of
   * the end. Does nothing with servers that are not kvbench's, or are to be kept. Bounded; a second
   * call does nothing.
   */
  void stop();

  /** Stops the servers and removes their files, unless they are to be kept. Bounded. */
  @Override
  void close();

  /**
   * Returns what its provider needs to find these servers again from another process: numbers of
   * processes, directories and the like, without secrets. Empty where nothing can be found again.
   */
  default Map<String, String> state() {
    return Map.of();
  }

  /**
   * Lets the servers outlive kvbench: from now on {@link #stop} and {@link #close} leave them
   * alone, and they no longer end when kvbench does. Called after {@link #state} has been written
   * down.
   */
  default void release() {}

  /**
   * Returns, for servers that outlive kvbench, how to reach and how to stop them: sentences for the
   * user.
   */
  default Optional<String> keptNotice() {
    return Optional.empty();
  }
}
