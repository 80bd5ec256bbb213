package io.kvbench.runner.run.watch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A meter of how often and for how long a CPU limit has stopped this process since the meter's
 * creation: the counters of its control group and of those above it, any of which may have the
 * limit. Version 2 of control groups counts microseconds, version 1 nanoseconds; both sum over
 * processors.
 */
final class ThrottleMeter {
  /** The control groups of this process; see cgroups(7). */
  static final Path LINUX_GROUPS = Path.of("/proc/self/cgroup");

  static final Path LINUX_ROOT = Path.of("/sys/fs/cgroup");

  /**
   * The effect of a limit: the time in which it stopped the processes.
   *
   * @param periods of the limit, in which the time was used up
   */
  record Throttled(long periods, long nanos) {}

  private final List<Path> files;
  private final List<Optional<Throttled>> before;

  /**
   * Begins to count.
   *
   * @param groups the file that says in which groups the process is
   * @param root where the control groups are mounted
   */
  ThrottleMeter(Path groups, Path root) {
    files = files(groups, root);
    before = files.stream().map(ThrottleMeter::read).toList();
  }

  /** Returns the counters of the group that was stopped for longest; empty where none counts. */
  Optional<Throttled> throttled() {
    Optional<Throttled> most = Optional.empty();
    for (int index = 0; index < files.size(); index++) {
      Optional<Throttled> from = before.get(index);
      Optional<Throttled> to = read(files.get(index));
      if (from.isPresent() && to.isPresent()) {
        Throttled grown =
            new Throttled(
                Math.max(0, to.get().periods - from.get().periods),
                Math.max(0, to.get().nanos - from.get().nanos));
        most = most.filter(other -> other.nanos >= grown.nanos).or(() -> Optional.of(grown));
      }
    }
    return most;
  }

  /** Lines are {@code id:controllers:path}; version 2 has the id 0 and no controllers. */
  private static List<Path> files(Path groups, Path root) {
    List<Path> found = new ArrayList<>();
    try {
      for (String line : Files.readAllLines(groups)) {
        String[] parts = line.split(":", 3);
        if (parts.length == 3 && parts[1].isEmpty()) {
          addGroups(root, parts[2], found);
          addGroups(root.resolve("unified"), parts[2], found);
        } else if (parts.length == 3 && List.of(parts[1].split(",", -1)).contains("cpu")) {
          addGroups(root.resolve(parts[1]), parts[2], found);
        }
      }
    } catch (IOException | RuntimeException e) {
      return List.of();
    }
    return found;
  }

  /**
   * Adds the group and those above it. In a container the path may be the host's, of which only the
   * mounted root is there.
   */
  private static void addGroups(Path mounted, String path, List<Path> found) {
    Path group = mounted.resolve(path.substring(1)).normalize();
    for (; group != null && group.startsWith(mounted); group = group.getParent()) {
      Path file = group.resolve("cpu.stat");
      if (read(file).isPresent()) {
        found.add(file);
      }
    }
  }

  private static Optional<Throttled> read(Path file) {
    try {
      Map<String, Long> counters =
          Files.readAllLines(file).stream()
              .map(line -> line.strip().split(" ", 2))
              .filter(words -> words.length == 2)
              .collect(Collectors.toMap(words -> words[0], words -> Long.valueOf(words[1])));
      Long periods = counters.get("nr_throttled");
      Long micros = counters.get("throttled_usec");
      Long nanos = micros == null ? counters.get("throttled_time") : Long.valueOf(micros * 1_000);
      return periods == null || nanos == null
          ? Optional.empty()
          : Optional.of(new Throttled(periods, nanos));
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }
}
