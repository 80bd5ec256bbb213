package io.kvbench.runner.cluster.local;

import io.kvbench.core.file.FileReason;
import io.kvbench.runner.cluster.ClusterException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The search for the groups in which a process may create control groups: with version 1, its own
 * group of each controller; with version 2, the nearest group above its own that enables the
 * controllers, which a group with processes in it cannot.
 *
 * @param process its directory in {@code /proc}
 */
record GroupSearch(Path process) {
  static final String PROCESSES = "cgroup.procs";

  private static final String NEEDED =
      "run kvbench as root, or in a session with delegated control groups (systemd-run --user"
          + " --scope -p 'Delegate=cpu io memory' ...), or set cluster=docker.";

  /**
   * The groups in which others may be created.
   *
   * @param unified those of version 2
   */
  record ParentGroups(Map<Controller, Path> parents, Set<Controller> unified) {}

  /** A mounted hierarchy. */
  private record Mount(Path root, Path point, String type, List<String> options) {}

  static GroupSearch ofThisProcess() {
    return new GroupSearch(Path.of("/proc/self"));
  }

  /**
   * Returns the places for some controllers.
   *
   * @throws ClusterException if one of them has none; the message says what is needed
   */
  ParentGroups find(Set<Controller> needed) throws ClusterException {
    List<Mount> mounts;
    List<String[]> own;
    try {
      mounts = mounts(Files.readAllLines(process.resolve("mountinfo")));
      own = groups();
    } catch (IOException e) {
      throw new ClusterException(
          "limits of processes require Linux control groups, which are missing here ("
              + FileReason.of(e)
              + "); set cluster=docker.",
          e);
    }
    Map<Controller, Path> parents = new EnumMap<>(Controller.class);
    Set<Controller> unified = EnumSet.noneOf(Controller.class);
    for (Controller each : needed) {
      Optional<Path> first = first(each.name(false), mounts, own);
      if (first.isEmpty()) {
        unified.add(each);
      } else if (isWritable(first.get())) {
        parents.put(each, first.get());
      } else {
        throw unwritable(first.get());
      }
    }
    if (!unified.isEmpty()) {
      Path parent = second(unified, mounts, own);
      unified.forEach(each -> parents.put(each, parent));
    }
    return new ParentGroups(parents, unified);
  }

  /**
   * A control group that limits a disk.
   *
   * @param unified whether it is of version 2
   */
  record DiskGroup(Path path, boolean unified) {}

  /**
   * Returns the group that limits the disk of the process: its own.
   *
   * @throws ClusterException if it cannot be changed
   */
  DiskGroup disk() throws ClusterException {
    try {
      // A process in a container sees other mounts.
      List<Mount> mounts = mounts(Files.readAllLines(Path.of("/proc/self/mountinfo")));
      List<String[]> own = groups();
      Optional<Path> first = first(Controller.DISK.name(false), mounts, own);
      Path group = first.orElseGet(() -> unified(mounts, own).orElse(process));
      if (!Files.isWritable(
          group.resolve(first.isPresent() ? "blkio.throttle.write_bps_device" : "io.max"))) {
        throw unwritable(group);
      }
      return new DiskGroup(group, first.isEmpty());
    } catch (IOException e) {
      throw new ClusterException("its control group is unknown: " + FileReason.of(e), e);
    }
  }

  private List<String[]> groups() throws IOException {
    return Files.readAllLines(process.resolve("cgroup")).stream()
        .map(line -> line.split(":", 3))
        .filter(parts -> parts.length == 3)
        .toList();
  }

  /** Returns the process's own group of version 2. */
  private static Optional<Path> unified(List<Mount> mounts, List<String[]> own) {
    Optional<String> group =
        own.stream().filter(parts -> parts[1].isEmpty()).map(parts -> parts[2]).findFirst();
    return mounts.stream()
        .filter(each -> each.type.equals("cgroup2"))
        .findFirst()
        .flatMap(mount -> group.map(path -> below(mount, path)));
  }

  private static List<Mount> mounts(List<String> lines) {
    List<Mount> mounts = new ArrayList<>();
    for (String line : lines) {
      String[] halves = line.split(" - ", 2);
      String[] before = halves[0].split(" ", -1);
      String[] after = halves.length == 2 ? halves[1].split(" ", -1) : new String[0];
      if (before.length > 4 && after.length > 2 && after[0].startsWith("cgroup")) {
        mounts.add(
            new Mount(
                Path.of(before[3]),
                Path.of(before[4]),
                after[0],
                Arrays.asList(after[2].split(",", -1))));
      }
    }
    return mounts;
  }

  /** Returns the process's own group of a controller of version 1. */
  private static Optional<Path> first(String name, List<Mount> mounts, List<String[]> own) {
    Optional<String> path =
        own.stream()
            .filter(parts -> Arrays.asList(parts[1].split(",", -1)).contains(name))
            .map(parts -> parts[2])
            .findFirst();
    return path.flatMap(
        group ->
            mounts.stream()
                .filter(mount -> mount.type.equals("cgroup") && mount.options.contains(name))
                .map(mount -> below(mount, group))
                .findFirst());
  }

  /** In a container, the mounted part of the hierarchy may begin below its root. */
  private static Path below(Mount mount, String group) {
    Path path = Path.of(group);
    return path.startsWith(mount.root)
        ? mount.point.resolve(mount.root.relativize(path)).normalize()
        : mount.point;
  }

  private static Path second(Set<Controller> needed, List<Mount> mounts, List<String[]> own)
      throws ClusterException {
    Set<String> names = needed.stream().map(each -> each.name(true)).collect(Collectors.toSet());
    Optional<Mount> mount = mounts.stream().filter(each -> each.type.equals("cgroup2")).findFirst();
    Optional<String> group =
        own.stream().filter(parts -> parts[1].isEmpty()).map(parts -> parts[2]).findFirst();
    if (mount.isEmpty() || group.isEmpty()) {
      throw new ClusterException(
          "the kernel has no control group controller " + String.join(", ", names) + ".");
    }
    Path top = mount.get().point;
    if (!words(top.resolve("cgroup.controllers")).containsAll(names)) {
      throw new ClusterException(
          "the control groups of this machine lack the controller "
              + String.join(" or ", names)
              + " (cgroup.controllers in "
              + top
              + ").");
    }
    Optional<Path> unwritable = Optional.empty();
    for (Path path = below(mount.get(), group.get());
        path != null && path.startsWith(top);
        path = path.getParent()) {
      if (words(path.resolve("cgroup.subtree_control")).containsAll(names)) {
        if (isWritable(path)) {
          return path;
        }
        unwritable = Optional.of(unwritable.orElse(path));
      }
    }
    throw unwritable
        .map(GroupSearch::unwritable)
        .orElseGet(
            () ->
                new ClusterException(
                    "no control group above kvbench passes on "
                        + String.join(", ", names)
                        + " (cgroup.subtree_control); "
                        + NEEDED));
  }

  private static List<String> words(Path file) {
    try {
      return Arrays.asList(Files.readString(file).strip().split(" ", -1));
    } catch (IOException e) {
      return List.of();
    }
  }

  /** Moving a process between groups needs write access to both. */
  private static boolean isWritable(Path group) {
    return Files.isWritable(group) && Files.isWritable(group.resolve(PROCESSES));
  }

  private static ClusterException unwritable(Path group) {
    return new ClusterException("the control group " + group + " is not writable; " + NEEDED);
  }
}
