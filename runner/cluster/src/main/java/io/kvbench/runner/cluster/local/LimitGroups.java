package io.kvbench.runner.cluster.local;

import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterRequest;
import io.kvbench.runner.cluster.ClusterSettings;
import io.kvbench.runner.cluster.LimitSettings;
import io.kvbench.runner.cluster.Limits;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The control groups of a cluster's servers, one for each server with limits. */
final class LimitGroups {
  private final Map<Integer, ControlGroup> groups = new TreeMap<>();

  /** Creates no groups yet. */
  LimitGroups() {}

  /** Adds what prevents the limits of a request's servers from being set on this machine. */
  static void check(ClusterRequest request, Problems problems) {
    Settings settings = request.settings();
    List<Setting<?>> given =
        Stream.concat(LimitSettings.given(settings).stream(), request.use().slowDisk().stream())
            .<Setting<?>>map(each -> each)
            .toList();
    if (given.isEmpty()) {
      return;
    }
    Setting<?> first = given.getFirst();
    try {
      GroupSearch.ofThisProcess().find(needed(request));
    } catch (ClusterException e) {
      problems.add(settings.whereIs(first), first.name() + ": " + e.getMessage());
    }
    Optional<Setting<?>> disk = LimitSettings.disk(settings).or(request.use()::slowDisk);
    if (disk.isPresent()) {
      withoutDisk(settings)
          .ifPresent(
              parent ->
                  problems.add(
                      settings.whereIs(disk.get()),
                      disk.get().name() + ": " + BlockDevice.missing(parent)));
    }
  }

  /** Returns the parent of the servers' directories if it is on no disk. */
  private static Optional<Path> withoutDisk(Settings settings) {
    try {
      return Optional.of(Directories.parent(settings))
          .filter(parent -> Files.isDirectory(parent) && BlockDevice.of(parent).isEmpty());
    } catch (InvalidPathException e) {
      // Reported as a separate problem.
      return Optional.empty();
    }
  }

  private static Set<Controller> needed(ClusterRequest request) {
    Set<Controller> needed = EnumSet.noneOf(Controller.class);
    IntStream.rangeClosed(1, request.settings().get(ClusterSettings.NODES))
        .forEach(node -> needed.addAll(needed(request, node)));
    return needed;
  }

  /** A disk that is slowed down later needs a group from the beginning. */
  private static Set<Controller> needed(ClusterRequest request, int node) {
    Set<Controller> needed = Controller.of(LimitSettings.of(request.settings(), node));
    request.use().slowDisk().ifPresent(setting -> needed.add(Controller.DISK));
    return needed;
  }

  /**
   * Creates the groups.
   *
   * @param directory of the servers' files, after which the groups are named
   * @throws ClusterException if limits cannot be set, or have no effect
   */
  void create(ClusterRequest request, Path directory)
      throws ClusterException, InterruptedException {
    Settings settings = request.settings();
    Set<Controller> needed = needed(request);
    if (needed.isEmpty()) {
      return;
    }
    GroupSearch.ParentGroups places = GroupSearch.ofThisProcess().find(needed);
    for (int node = 1; node <= settings.get(ClusterSettings.NODES); node++) {
      Set<Controller> own = needed(request, node);
      if (!own.isEmpty()) {
        Limits limits = LimitSettings.of(settings, node);
        ControlGroup group =
            new ControlGroup(places, directory.getFileName() + "-" + node, limits, own);
        groups.put(node, group);
        group.create(directory);
        group.probe();
      }
    }
  }

  /** Returns the group of a server; one without limits if it has none. */
  ControlGroup of(int node) {
    return groups.getOrDefault(node, ControlGroup.NONE);
  }

  /** Returns the directories of all groups. */
  List<Path> directories() {
    return groups.values().stream().flatMap(group -> group.directories().stream()).toList();
  }

  /** Removes the groups, after the servers have ended. */
  void remove() {
    ControlGroup.remove(directories());
  }
}
