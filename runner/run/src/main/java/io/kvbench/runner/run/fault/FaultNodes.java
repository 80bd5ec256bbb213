package io.kvbench.runner.run.fault;

import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The servers, and which of them were killed or paused. For one thread at a time. */
final class FaultNodes {
  static final String UNKNOWN = "unknown";

  private static final String STANDALONE = "standalone";

  private final List<ClusterNode> nodes;
  private final RoleWatch watch = new RoleWatch();
  private final Set<ClusterNode> killed = new LinkedHashSet<>();
  private final Set<ClusterNode> paused = new LinkedHashSet<>();

  FaultNodes(List<ClusterNode> nodes) {
    this.nodes = List.copyOf(nodes);
  }

  /** Throws where a fault names a server that there is not, or asks of it what it cannot do. */
  void check(List<Fault> faults) throws ClusterException {
    for (Fault fault : faults) {
      if (!fault.isByRole() && named(fault.target()).isEmpty()) {
        throw new ClusterException(
            "fault=" + fault + ": unknown server; the servers are " + names() + ".");
      }
      boolean possible =
          switch (fault.action()) {
            case KILL -> true;
            case PAUSE, RESUME -> nodes.stream().allMatch(ClusterNode::canPause);
            case RESTART -> nodes.stream().allMatch(ClusterNode::canRestart);
          };
      if (!possible) {
        throw new ClusterException("fault=" + fault + ": these servers do not support that.");
      }
    }
  }

  private String names() {
    return nodes.stream().map(ClusterNode::name).collect(Collectors.joining(", "));
  }

  private Optional<ClusterNode> named(String name) {
    return nodes.stream().filter(node -> node.name().equals(name)).findFirst();
  }

  /**
   * Returns the servers that a fault is for now; none where it is for a part in the cluster that no
   * server has said to have.
   */
  List<ClusterNode> targets(Fault fault) throws FaultFailedException {
    List<ClusterNode> targets =
        switch (fault.target()) {
          case Fault.LEADER -> leader().stream().toList();
          case Fault.FOLLOWER -> withRole(Set.of(Fault.FOLLOWER)).stream().toList();
          case Fault.KILLED -> any(killed, fault);
          case Fault.PAUSED -> any(paused, fault);
          default -> named(fault.target()).stream().toList();
        };
    for (ClusterNode node : targets) {
      checkState(fault.action(), node);
    }
    return targets;
  }

  private static List<ClusterNode> any(Set<ClusterNode> those, Fault fault)
      throws FaultFailedException {
    if (those.isEmpty()) {
      throw new FaultFailedException("no server was " + fault.target() + " at that time");
    }
    return List.copyOf(those);
  }

  private void checkState(FaultAction action, ClusterNode node) throws FaultFailedException {
    boolean fits =
        switch (action) {
          case KILL -> !killed.contains(node);
          case PAUSE -> isUp(node);
          case RESUME -> paused.contains(node);
          case RESTART -> killed.contains(node);
        };
    if (!fits) {
      String state =
          killed.contains(node) ? "killed" : paused.contains(node) ? "paused" : "running";
      throw new FaultFailedException(node.name() + " was " + state + " at that time");
    }
  }

  private boolean isUp(ClusterNode node) {
    return !killed.contains(node) && !paused.contains(node);
  }

  /** Asks the servers that are up for their parts; does not wait for what they say. */
  void ask() {
    watch.ask(nodes.stream().filter(this::isUp).toList());
  }

  /** Returns the server that leads, if it has said so; the only one there is does. */
  Optional<ClusterNode> leader() {
    return withRole(Set.of(Fault.LEADER, STANDALONE));
  }

  private Optional<ClusterNode> withRole(Set<String> roles) {
    return nodes.stream()
        .filter(this::isUp)
        .filter(node -> watch.role(node).filter(roles::contains).isPresent())
        .findFirst();
  }

  /** Returns a server's part in the cluster as it last said, or {@code unknown}. */
  String role(ClusterNode node) {
    return watch.role(node).orElse(UNKNOWN);
  }

  void perform(FaultAction action, ClusterNode node) throws ClusterException, InterruptedException {
    switch (action) {
      case KILL -> {
        node.kill();
        paused.remove(node);
        killed.add(node);
      }
      case PAUSE -> {
        node.pause();
        paused.add(node);
      }
      case RESUME -> {
        node.resume();
        paused.remove(node);
      }
      case RESTART -> {
        node.restart();
        killed.remove(node);
      }
    }
    watch.forget();
  }

  /** Lets those go on that are still paused: nobody could ask or stop them in peace. */
  void resumeAll() {
    for (ClusterNode node : List.copyOf(paused)) {
      paused.remove(node);
      try {
        node.resume();
      } catch (ClusterException e) {
        // It is killed when the servers are stopped.
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Returns the names of the servers that were killed and not started again. */
  Set<String> killed() {
    return killed.stream().map(ClusterNode::name).collect(Collectors.toUnmodifiableSet());
  }
}
