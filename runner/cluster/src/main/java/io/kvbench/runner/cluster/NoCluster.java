package io.kvbench.runner.cluster;

import java.util.List;

/** The servers of a system that has none, because it lives inside kvbench. */
record NoCluster(String title) implements Cluster {
  @Override
  public String kind() {
    return "none";
  }

  @Override
  public String description() {
    return title + ", inside kvbench";
  }

  @Override
  public List<ClusterNode> nodes() {
    return List.of();
  }

  @Override
  public void stop() {}

  @Override
  public void close() {}
}
