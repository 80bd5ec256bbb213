package io.kvbench.runner.cluster.external;

import io.kvbench.core.setting.Secrets;
import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Servers that kvbench neither starts nor stops. */
record ExternalCluster(String title, List<? extends ClusterNode> servers) implements Cluster {

  /** A server of which nothing but its place is known. */
  record Node(String endpoint) implements ClusterNode {
    @Override
    public String name() {
      return endpoint.replaceAll("[^A-Za-z0-9.-]", "_");
    }

    @Override
    public OptionalLong pid() {
      return OptionalLong.empty();
    }

    @Override
    public Optional<Path> log() {
      return Optional.empty();
    }

    @Override
    public OptionalLong diskBytes() {
      return OptionalLong.empty();
    }

    @Override
    public String role() {
      return "unknown";
    }

    @Override
    public void kill() {
      throw new UnsupportedOperationException(endpoint + " is not kvbench's to kill");
    }
  }

  @Override
  public String kind() {
    return "external";
  }

  @Override
  public String description() {
    return "external " + title + ", " + Secrets.mask(String.join(", ", endpoints()));
  }

  @Override
  public List<ClusterNode> nodes() {
    return List.copyOf(servers);
  }

  @Override
  public void stop() {}

  @Override
  public void close() {}
}
