package io.kvbench.runner.run.fault;

import io.kvbench.runner.cluster.ClusterNode;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The latest roles that servers reported. Queries do not block, since a server under load may take
 * a second to answer, and faults have their times.
 */
final class RoleWatch {
  static final String UNKNOWN = "unknown";

  private final Map<ClusterNode, String> roles = new HashMap<>();
  private final Set<ClusterNode> asked = new HashSet<>();
  private volatile Function<ClusterNode, String> source = ClusterNode::role;
  private int generation;

  /** Replaces where roles come from. */
  void from(Function<ClusterNode, String> other) {
    source = other;
  }

  /** Asks these servers, unless they have been asked and are still to answer. */
  synchronized void ask(Collection<ClusterNode> nodes) {
    for (ClusterNode node : nodes) {
      if (asked.add(node)) {
        int begun = generation;
        Thread.ofVirtual().name("role-" + node.name()).start(() -> ask(node, begun));
      }
    }
  }

  private void ask(ClusterNode node, int begun) {
    String role = UNKNOWN;
    try {
      role = source.apply(node);
    } finally {
      answered(node, role, begun);
    }
  }

  private synchronized void answered(ClusterNode node, String role, int begun) {
    asked.remove(node);
    if (begun == generation && !role.equals(UNKNOWN)) {
      if (role.equals(Fault.LEADER)) {
        // The previous leader may have died, and does not report that.
        roles.values().removeIf(Fault.LEADER::equals);
      }
      roles.put(node, role);
    }
  }

  /** Returns the role that a server last reported. */
  synchronized Optional<String> role(ClusterNode node) {
    return Optional.ofNullable(roles.get(node));
  }

  /** Forgets everything: parts change. What was asked before counts no more. */
  synchronized void forget() {
    generation++;
    roles.clear();
  }
}
