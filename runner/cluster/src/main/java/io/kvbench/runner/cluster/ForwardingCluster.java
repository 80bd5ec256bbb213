package io.kvbench.runner.cluster;

import io.kvbench.core.server.SystemServers;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** A cluster that delegates to another one. */
public interface ForwardingCluster extends Cluster {

  /** Returns the cluster to which it delegates. */
  Cluster servers();

  @Override
  default ZoneId zone() {
    return servers().zone();
  }

  @Override
  default List<RemoteSampling> sampling() {
    return servers().sampling();
  }

  @Override
  default List<String> troubles() {
    return servers().troubles();
  }

  @Override
  default boolean inContainers() {
    return servers().inContainers();
  }

  @Override
  default String kind() {
    return servers().kind();
  }

  @Override
  default String description() {
    return servers().description();
  }

  @Override
  default Optional<String> version() {
    return servers().version();
  }

  @Override
  default Optional<SystemServers> secured() {
    return servers().secured();
  }

  @Override
  default List<ClusterNode> nodes() {
    return servers().nodes();
  }

  @Override
  default List<String> endpoints() {
    return servers().endpoints();
  }

  @Override
  default List<Path> logs() {
    return servers().logs();
  }

  @Override
  default OptionalLong diskBytes() {
    return servers().diskBytes();
  }

  @Override
  default void stop() {
    servers().stop();
  }

  @Override
  default void close() {
    servers().close();
  }

  @Override
  default Map<String, String> state() {
    return servers().state();
  }

  @Override
  default void release() {
    servers().release();
  }

  @Override
  default Optional<String> keptNotice() {
    return servers().keptNotice();
  }
}
