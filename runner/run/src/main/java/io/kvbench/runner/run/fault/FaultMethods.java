package io.kvbench.runner.run.fault;

import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterNode;
import io.kvbench.runner.cluster.ServerControl;
import io.kvbench.runner.run.network.CutDirection;
import io.kvbench.runner.run.network.Network;
import io.kvbench.runner.run.network.NetworkException;
import io.kvbench.runner.run.network.NetworkSide;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * The methods by which faults reach servers: a command of the user's, the proxies of the run, the
 * engine of a container, or the process that kvbench started. For one thread at a time.
 */
final class FaultMethods {
  static final String NO_ENGINE =
      "needs io.kvbench:kvbench-docker on the class path, which controls containers";

  private final Map<FaultAction, FaultCommand> commands;
  private final Duration timeout;
  private final List<Optional<ServerControl>> containers;
  private final long diskRate;
  private @Nullable Network network;
  private @Nullable Network peers;

  private FaultMethods(
      Map<FaultAction, FaultCommand> commands,
      Duration timeout,
      List<Optional<ServerControl>> containers,
      long diskRate) {
    this.commands = commands;
    this.timeout = timeout;
    this.containers = containers;
    this.diskRate = diskRate;
  }

  /** Returns the methods of servers that kvbench started. */
  static FaultMethods own() {
    return new FaultMethods(Map.of(), Duration.ZERO, List.of(), 0);
  }

  /**
   * Returns what the settings give for a cluster.
   *
   * @throws ClusterException if a container is not there
   */
  static FaultMethods of(Settings settings, Cluster cluster) throws ClusterException {
    Map<FaultAction, FaultCommand> commands = new EnumMap<>(FaultAction.class);
    for (FaultAction action : FaultAction.values()) {
      settings
          .find(FaultSettings.command(action))
          .ifPresent(command -> commands.put(action, command));
    }
    List<Optional<ServerControl>> containers = new ArrayList<>();
    for (int node = 1; node <= cluster.nodes().size(); node++) {
      Optional<String> container = FaultSettings.container(settings, node);
      containers.add(container.isEmpty() ? Optional.empty() : Optional.of(find(container.get())));
    }
    return new FaultMethods(
        commands,
        settings.get(FaultSettings.TIMEOUT),
        containers,
        settings.get(FaultSettings.DISK_RATE));
  }

  private static ServerControl find(String container) throws ClusterException {
    return engine()
        .orElseThrow(() -> new ClusterException("fault.container " + NO_ENGINE))
        .find(container);
  }

  static Optional<ServerControl.Engine> engine() {
    return ServiceLoader.load(ServerControl.Engine.class).findFirst();
  }

  /** Gives the proxies, which are started after the servers. */
  void connect(Network ofClients, Network ofPeers) {
    network = ofClients;
    peers = ofPeers;
  }

  /** Leaves the network as queries of the servers need it. */
  void settle() throws InterruptedException {
    try {
      if (network != null) {
        network.closeSoftly();
      }
    } catch (NetworkException e) {
      // The queries report the failure.
    }
  }

  Network network(NetworkSide side) {
    Network open = side == NetworkSide.CLIENTS ? network : peers;
    if (open == null) {
      throw new IllegalStateException("the network is not open yet");
    }
    return open;
  }

  /**
   * Returns whether an action can be carried out on a server.
   *
   * @param index of the server, from 0
   */
  boolean canPerform(FaultAction action, ClusterNode node, int index) {
    return action.isOfNetwork()
        || commands.containsKey(action)
        || (action.isOfProcess() && container(index).isPresent())
        || switch (action) {
          case KILL -> true;
          case PAUSE, RESUME -> node.canPause();
          case RESTART -> node.canRestart();
          case ISOLATE, REJOIN -> node.canIsolate();
          case SLOWDISK, FASTDISK -> node.canSlowDisk();
          case FULLDISK, FREEDISK -> node.canFillDisk();
          case CUT, HEAL, RESET, SKEWCLOCK, SETCLOCK -> false;
        };
  }

  /** Returns whether it can undo what it did: what a command did takes another command. */
  boolean canUndo(FaultAction undo, ClusterNode node, int index) {
    return commands.containsKey(undo)
        || (undo.undoes().filter(commands::containsKey).isEmpty() && canPerform(undo, node, index));
  }

  /** Returns how long the user's commands may take for so many servers, one after the other. */
  Duration longestCommands(int servers) {
    return commands.isEmpty() ? Duration.ZERO : timeout.multipliedBy(servers);
  }

  private Optional<ServerControl> container(int index) {
    return index < containers.size() ? containers.get(index) : Optional.empty();
  }

  /**
   * Carries an action out.
   *
   * @param direction of a cut
   */
  void perform(FaultAction action, CutDirection direction, ClusterNode node, int index)
      throws ClusterException, InterruptedException {
    FaultCommand command = commands.get(action);
    if (command != null) {
      command.execute(
          FaultSettings.command(action).name(),
          new FaultCommand.Target(node.endpoint(), index + 1),
          timeout);
    } else if (action.isOfNetwork()) {
      interrupt(action, direction, index + 1);
    } else if (container(index).isPresent()) {
      control(action, container(index).get());
    } else {
      control(action, node);
    }
  }

  private void interrupt(FaultAction action, CutDirection direction, int number)
      throws ClusterException, InterruptedException {
    try {
      if (action == FaultAction.CUT) {
        network(NetworkSide.CLIENTS).lines().cut(number, direction);
      } else if (action == FaultAction.HEAL) {
        network(NetworkSide.CLIENTS).lines().heal(number);
      } else {
        network(NetworkSide.CLIENTS).lines().reset(number);
      }
    } catch (NetworkException e) {
      throw new ClusterException(String.valueOf(e.getMessage()), e);
    }
  }

  private static void control(FaultAction action, ServerControl server)
      throws ClusterException, InterruptedException {
    switch (action) {
      case KILL -> server.kill();
      case PAUSE -> server.pause();
      case RESUME -> server.resume();
      case RESTART -> server.restart();
      default -> throw new IllegalStateException("engines do not do that");
    }
  }

  private void control(FaultAction action, ClusterNode node)
      throws ClusterException, InterruptedException {
    switch (action) {
      case KILL -> node.kill();
      case PAUSE -> node.pause();
      case RESUME -> node.resume();
      case RESTART -> node.restart();
      case ISOLATE -> node.isolate();
      case REJOIN -> node.rejoin();
      case SLOWDISK -> node.limitDisk(OptionalLong.of(diskRate));
      case FASTDISK -> node.limitDisk(OptionalLong.empty());
      case FULLDISK -> node.fillDisk();
      case FREEDISK -> node.freeDisk();
      case CUT, HEAL, RESET, SKEWCLOCK, SETCLOCK ->
          throw new IllegalStateException("proxies and commands do that");
    }
  }
}
