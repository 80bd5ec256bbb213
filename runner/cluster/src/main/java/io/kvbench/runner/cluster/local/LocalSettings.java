package io.kvbench.runner.cluster.local;

import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.ClusterRequest;
import io.kvbench.runner.cluster.ClusterSettings;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/** Checks the settings that all providers share, for servers on this machine. */
public final class LocalSettings {
  private LocalSettings() {}

  /** Adds what is wrong with the number of nodes, the ports and the directory. */
  public static void check(ClusterRequest request, Problems problems) {
    Settings settings = request.settings();
    int nodes = settings.get(ClusterSettings.NODES);
    if (nodes % 2 == 0) {
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
      // Told below.
    }
    problems.add(
        settings.whereIs(ClusterSettings.DIRECTORY),
        "cluster.dir=" + text + " is not a writable directory.");
  }

  /** Returns the ports for clients that were given, one for each node. */
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
