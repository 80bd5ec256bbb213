package io.kvbench.runner.run;

import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterNode;
import java.util.Optional;
import java.util.stream.Collectors;

/** Servers of kvbench's own that ended before kvbench asked them to. */
final class LostNodes {
  private LostNodes() {}

  /** Returns a sentence that names them, if there are any. */
  static Optional<String> of(Cluster cluster) {
    String names =
        cluster.nodes().stream()
            .filter(LostNodes::isLost)
            .map(ClusterNode::name)
            .collect(Collectors.joining(", "));
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of(names + " ended by itself or was killed: its log is in logs/");
  }

  private static boolean isLost(ClusterNode node) {
    return node.pid().isPresent()
        && ProcessHandle.of(node.pid().getAsLong()).map(process -> !process.isAlive()).orElse(true);
  }
}
