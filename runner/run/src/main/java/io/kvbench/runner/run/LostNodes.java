package io.kvbench.runner.run;

import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterNode;
import io.kvbench.runner.cluster.LimitSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The servers started by kvbench that exited unexpectedly. */
final class LostNodes {
  private LostNodes() {}

  /**
   * Returns sentences that name them, if there are any.
   *
   * @param killed the names of those that were killed as planned
   */
  static List<String> of(Cluster cluster, Set<String> killed) {
    Predicate<ClusterNode> planned = node -> killed.contains(node.name());
    List<String> sentences = new ArrayList<>();
    Predicate<ClusterNode> outOfMemory = node -> LimitSettings.killed(node).isPresent();
    cluster.nodes().stream()
        .filter(planned.negate().and(ClusterNode::hasEnded))
        .flatMap(node -> LimitSettings.killed(node).map(text -> node.name() + " " + text).stream())
        .forEach(sentences::add);
    String names = lost(cluster, planned.negate().and(outOfMemory.negate()));
    if (!names.isEmpty()) {
      sentences.add(names + " exited unexpectedly: its log is in logs/");
    }
    String onPurpose = lost(cluster, planned);
    if (!onPurpose.isEmpty()) {
      sentences.add(onPurpose + " was killed as planned (fault)");
    }
    return sentences;
  }

  private static String lost(Cluster cluster, Predicate<ClusterNode> which) {
    return cluster.nodes().stream()
        .filter(which.and(ClusterNode::hasEnded))
        .map(ClusterNode::name)
        .collect(Collectors.joining(", "));
  }
}
