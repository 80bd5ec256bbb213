package io.kvbench.runner.cluster.local;

import io.kvbench.core.server.SystemServers;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.ClusterRequest;
import io.kvbench.runner.cluster.ClusterSettings;
import io.kvbench.runner.cluster.LimitSettings;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The checks of the shared settings, for servers on this machine. */
public final class LocalSettings {
  /** The max number without a topology. */
  private static final int MOST_NODES = 5;

  private LocalSettings() {}

  /** Adds the problems of the number of nodes, the ports, the directory and isolations. */
  public static void check(ClusterRequest request, Problems problems) {
    Settings settings = request.settings();
    int nodes = settings.get(ClusterSettings.NODES);
    if ((nodes % 2 == 0 || nodes > MOST_NODES) && !settings.isGiven(ClusterSettings.TOPOLOGY)) {
      problems.add(
          settings.whereIs(ClusterSettings.NODES),
          "invalid value cluster.nodes=" + nodes + "; expected 1, 3 or 5.");
    }
    settings
        .find(ClusterSettings.PORTS)
        .ifPresent(text -> checkPorts(text, nodes, settings, problems));
    settings
        .find(ClusterSettings.DIRECTORY)
        .ifPresent(text -> checkDirectory(text, settings, problems));
    request.use().isolation().ifPresent(setting -> checkIsolation(setting, request, problems));
    request.use().fullDisk().ifPresent(setting -> checkSpace(setting, request, problems));
    request.use().peers().ifPresent(setting -> checkPeers(setting, request, problems));
  }

  private static void checkPorts(String text, int nodes, Settings settings, Problems problems) {
    Optional<List<Integer>> ports = parsePorts(text);
    if (ports.isEmpty() || ports.get().size() != nodes) {
      problems.add(
          settings.whereIs(ClusterSettings.PORTS),
          "invalid value cluster.ports="
              + text
              + "; expected one port per node ("
              + nodes
              + "), all different, from 1 to 65535, separated by commas.");
    }
  }

  private static void checkDirectory(String text, Settings settings, Problems problems) {
    try {
      Path directory = Path.of(text);
      if (Files.isDirectory(directory) && Files.isWritable(directory)) {
        return;
      }
    } catch (InvalidPathException e) {
      // Reported below.
    }
    problems.add(
        settings.whereIs(ClusterSettings.DIRECTORY),
        "cluster.dir=" + text + " is not a writable directory.");
  }

  private static void checkIsolation(
      Setting<?> setting, ClusterRequest request, Problems problems) {
    SystemServers servers = request.behind().orElse(request.servers());
    if (servers.ports().size() < 2) {
      problems.add(
          request.settings().whereIs(setting),
          setting.name()
              + ": servers of "
              + request.system().title()
              + " have one port for clients and for the other servers, so they cannot be isolated"
              + " from either alone; use cut, pause or kill.");
    } else if (request.settings().get(ClusterSettings.KEEP)) {
      problems.add(
          request.settings().whereIs(setting),
          setting.name()
              + ": the networks of servers that can be isolated end with kvbench; omit"
              + " cluster.keep.");
    }
  }

  private static void checkSpace(Setting<?> setting, ClusterRequest request, Problems problems) {
    Settings settings = request.settings();
    boolean all =
        IntStream.rangeClosed(1, settings.get(ClusterSettings.NODES))
            .allMatch(node -> LimitSettings.space(settings, node).isPresent());
    if (!all) {
      problems.add(
          settings.whereIs(setting),
          setting.name()
              + ": kvbench fills only file systems that it made for servers; set limit.space, as in"
              + " limit.space=1GB.");
    }
  }

  private static void checkPeers(Setting<?> setting, ClusterRequest request, Problems problems) {
    Optional<String> why = Optional.empty();
    if (request.behind().orElse(request.servers()).peerPort().isEmpty()) {
      why =
          Optional.of(
              "servers of "
                  + request.system().title()
                  + " cannot connect to each other through proxies; omit it.");
    } else if (request.settings().get(ClusterSettings.NODES) == 1) {
      why = Optional.of("there is only 1 server, so there are no others; set cluster.nodes=3.");
    } else if (request.settings().get(ClusterSettings.KEEP)) {
      why = Optional.of("the proxies between servers end with kvbench; omit cluster.keep.");
    } else if (request.use().isolation().isPresent()) {
      why =
          Optional.of(
              "servers that are isolated connect to each other directly; omit one of the two.");
    }
    why.ifPresent(
        text -> problems.add(request.settings().whereIs(setting), setting.name() + ": " + text));
  }

  /** Returns the given ports for clients, one for each node. */
  public static Optional<List<Integer>> clientPorts(Settings settings) {
    return settings.find(ClusterSettings.PORTS).flatMap(LocalSettings::parsePorts);
  }

  /** Returns the ports in a text, or empty if it is not a list of different ports. */
  private static Optional<List<Integer>> parsePorts(String text) {
    try {
      List<Integer> ports =
          List.of(text.split(",", -1)).stream().map(port -> Integer.valueOf(port.strip())).toList();
      boolean valid =
          ports.stream().allMatch(port -> port >= 1 && port <= 65535)
              && new HashSet<>(ports).size() == ports.size();
      return valid ? Optional.of(ports) : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
