package io.kvbench.runner.cluster;

import java.util.Map;
import java.util.Optional;

/** A cluster that has been written down and released: it stays when kvbench ends. */
record StayingCluster(Cluster servers, KeptCluster kept) implements ForwardingCluster {
  @Override
  public Map<String, String> state() {
    return kept.state();
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
            + "\nStop it with: kvbench cluster down "
            + kept.name()
            + " --purge");
  }
}
