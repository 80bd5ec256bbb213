package io.kvbench.runner.run.fault;

import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterNode;
import io.kvbench.runner.run.network.CutDirection;
import io.kvbench.runner.run.network.Network;
import io.kvbench.runner.run.network.NetworkSide;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The servers, and which of them were killed, paused, cut off or isolated. For one thread at a
 * time.
 */
final class FaultNodes {

  private static final String STANDALONE = "standalone";

  private final List<ClusterNode> nodes;
  private final FaultMethods methods;
  private final long seed;
  private final RoleWatch watch = new RoleWatch();

  /** The servers to which an action was done that can be undone, and was not. */
  private final Map<FaultAction, Set<ClusterNode>> states = new EnumMap<>(FaultAction.class);

  /**
   * Prepares for faults.
   *
   * @param seed what random targets are derived from
   */
  FaultNodes(List<ClusterNode> nodes, FaultMethods methods, long seed) {
    this.nodes = List.copyOf(nodes);
    this.methods = methods;
    this.seed = seed;
  }

  /** Gives what is there only when the clients are connected. */
  void connect(Network network, Network peers, Optional<Function<ClusterNode, String>> roles) {
    methods.connect(network, peers);
    roles.ifPresent(watch::from);
  }

  Network network(NetworkSide side) {
    return methods.network(side);
  }

  /** Throws where a fault names a server that there is not, or asks of it what it cannot do. */
  void check(List<Fault> faults) throws ClusterException {
    for (Fault fault : faults) {
      if (!fault.isByRole() && named(fault).isEmpty()) {
        throw new ClusterException(
            "fault=" + fault + ": unknown server; the servers are " + names() + ".");
      }
      for (int index = 0; index < nodes.size(); index++) {
        boolean concerned = fault.isByRole() || named(fault).equals(Optional.of(nodes.get(index)));
        if (concerned && !canPerform(fault, index)) {
          throw new ClusterException("fault=" + fault + ": these servers do not support that.");
        }
      }
    }
  }

  private boolean canPerform(Fault fault, int index) {
    ClusterNode node = nodes.get(index);
    Optional<FaultAction> undo =
        fault.lasting().isPresent() ? fault.action().undo() : Optional.empty();
    return methods.canPerform(fault.action(), node, index)
        && undo.map(action -> methods.canPerform(action, node, index)).orElse(true);
  }

  private String names() {
    return nodes.stream().map(ClusterNode::name).collect(Collectors.joining(", "));
  }

  private Optional<ClusterNode> named(Fault fault) {
    if (fault.number().isPresent() && fault.number().getAsInt() <= nodes.size()) {
      return Optional.of(nodes.get(fault.number().getAsInt() - 1));
    }
    return nodes.stream().filter(node -> node.name().equals(fault.target())).findFirst();
  }

  /**
   * Returns the current targets of a fault; none where no server reported the targeted role.
   *
   * @param occurrence how often it has been repeated, from 0
   */
  List<ClusterNode> targets(Fault fault, int occurrence) throws FaultFailedException {
    FaultAction action = fault.action();
    List<ClusterNode> targets =
        switch (fault.target()) {
          case Fault.LEADER -> leader().stream().toList();
          case Fault.FOLLOWER -> withRole(Set.of(Fault.FOLLOWER)).stream().toList();
          case Fault.ALL -> any(fault, nodes);
          case Fault.RANDOM -> any(fault, shuffled(fault, occurrence)).subList(0, 1);
          default -> fault.isByState() ? any(fault, nodes) : named(fault).stream().toList();
        };
    for (ClusterNode node : targets) {
      if (!fits(action, node)) {
        throw new FaultFailedException(node.name() + " was " + state(node) + " at that time");
      }
    }
    return targets;
  }

  /** Returns those that the action can be done to, in the same order; at least one. */
  private List<ClusterNode> any(Fault fault, List<ClusterNode> those) throws FaultFailedException {
    List<ClusterNode> fitting = those.stream().filter(node -> fits(fault.action(), node)).toList();
    if (fitting.isEmpty()) {
      throw new FaultFailedException(
          "no server was " + fault.action().state().orElse("running") + " at that time");
    }
    return fitting;
  }

  /** The same in every run with the same seed and servers. */
  private List<ClusterNode> shuffled(Fault fault, int occurrence) {
    List<ClusterNode> shuffled = new ArrayList<>(nodes);
    long mixed = seed * 31 + fault.text().hashCode();
    Collections.shuffle(shuffled, new Random(mixed * 31 + occurrence));
    return shuffled;
  }

  /** Returns whether an action can be done to a server in its present state. */
  boolean fits(FaultAction action, ClusterNode node) {
    return action
        .undoes()
        .map(undone -> is(undone, node))
        .orElseGet(
            () ->
                !is(action, node) && !(action == FaultAction.PAUSE && is(FaultAction.KILL, node)));
  }

  private boolean is(FaultAction action, ClusterNode node) {
    return after(action).contains(node);
  }

  private Set<ClusterNode> after(FaultAction action) {
    return states.computeIfAbsent(action, each -> new LinkedHashSet<>());
  }

  private String state(ClusterNode node) {
    return Stream.of(FaultAction.values())
        .filter(action -> action.undoes().filter(undone -> is(undone, node)).isPresent())
        .flatMap(action -> action.state().stream())
        .findFirst()
        .orElse("running");
  }

  /** An isolated leader may believe for long that it still leads. */
  private boolean isHeard(ClusterNode node) {
    return Stream.of(FaultAction.values()).noneMatch(action -> action.isLoss() && is(action, node));
  }

  /** Queries the servers' roles without waiting for the answers. */
  void ask() {
    watch.ask(nodes.stream().filter(this::isHeard).toList());
  }

  /** Returns the leader by its last report; a single server is the leader. */
  Optional<ClusterNode> leader() {
    return withRole(Set.of(Fault.LEADER, STANDALONE));
  }

  private Optional<ClusterNode> withRole(Set<String> roles) {
    return nodes.stream()
        .filter(this::isHeard)
        .filter(node -> watch.role(node).filter(roles::contains).isPresent())
        .findFirst();
  }

  /** Returns the last reported role of a server, or {@code unknown}. */
  String role(ClusterNode node) {
    return watch.role(node).orElse(RoleWatch.UNKNOWN);
  }

  void perform(FaultAction action, CutDirection direction, ClusterNode node)
      throws ClusterException, InterruptedException {
    methods.perform(action, direction, node, nodes.indexOf(node));
    if (action == FaultAction.KILL) {
      after(FaultAction.PAUSE).remove(node);
    }
    if (action.undo().isPresent()) {
      after(action).add(node);
    }
    action.undoes().ifPresent(undone -> after(undone).remove(node));
    if (!action.isOfNetwork()) {
      watch.forget();
    }
  }

  /** Returns how long a fault may take because of the user's commands. */
  Duration longestCommands() {
    return methods.longestCommands(nodes.size());
  }

  /**
   * Undoes everything that was done to servers that run: in another state they could neither be
   * asked nor stopped.
   *
   * @param killedForAWhile those that are to be started again, too
   * @return what was not undone, and why
   */
  List<String> settle(List<ClusterNode> killedForAWhile) {
    List<String> left = new ArrayList<>();
    for (FaultAction action : FaultAction.values()) {
      if (action.undo().isPresent() && action != FaultAction.KILL) {
        List.copyOf(after(action)).forEach(node -> settle(action.undo().get(), node, left));
        after(action).clear();
      }
    }
    killedForAWhile.stream()
        .filter(node -> is(FaultAction.KILL, node))
        .forEach(node -> settle(FaultAction.RESTART, node, left));
    try {
      methods.settle();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return left;
  }

  private void settle(FaultAction action, ClusterNode node, List<String> left) {
    String why;
    try {
      if (methods.canUndo(action, node, nodes.indexOf(node))) {
        perform(action, CutDirection.BOTH, node);
        return;
      }
      why = "set " + FaultSettings.command(action).name() + " to a command";
    } catch (ClusterException e) {
      why = String.valueOf(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      why = "interrupted";
    }
    left.add(action.word() + ":" + node.name() + " was not carried out at the end: " + why);
  }

  /** Returns the names of the servers that were killed and not started again. */
  Set<String> killed() {
    return after(FaultAction.KILL).stream()
        .map(ClusterNode::name)
        .collect(Collectors.toUnmodifiableSet());
  }
}
