package io.kvbench.runner.cluster;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** A cluster that has been written down and released: it stays when kvbench ends. */
record StayingCluster(Cluster servers, KeptCluster kept) implements Cluster {
  @Override
  public String kind() {
    return servers.kind();
  }

  @Override
  public Optional<String> version() {
    return servers.version();
  }

  @Override
  public String description() {
    return servers.description();
  }

  @Override
  public List<ClusterNode> nodes() {
    return servers.nodes();
  }

  @Override
  public List<Path> logs() {
    return servers.logs();
  }

  @Override
  public OptionalLong diskBytes() {
    return servers.diskBytes();
  }

  @Override
  public Map<String, String> state() {
    return kept.state();
  }

  @Override
  public void stop() {
    servers.stop();
  }

  @Override
  public void close() {
    servers.close();
  }

  @Override
  public Optional<String> keptNotice() {
    String files = kept.state().get(KeptCluster.DIRECTORY);
    return Optional.of(
        servers.description()
            + " keeps running as "
            + kept.name()
            + ".\nLoad it with: kvbench -db "
            + kept.system()
            + " -p endpoints="
            + String.join(",", kept.endpoints())
            + " -P workloads/write1m"
            + (files == null ? "" : "\nIts files are in " + files)
            + "\nEnd it with: kvbench cluster down "
            + kept.name()
            + " --purge");
  }
}
