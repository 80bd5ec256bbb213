package io.kvbench.runner.cluster.local;

import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.KeptCluster;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The clusters of processes on this machine that outlive kvbench. */
public final class KeptProcesses {
  private static final String PROCESSES = "processes";
  private static final String GROUPS = "groups";
  private static final long ASK_SECONDS = 15;
  private static final long FORCE_SECONDS = 10;
  private static final long POLL_MILLIS = 20;

  private KeptProcesses() {}

  /** Returns the data by which the other methods find the processes and their files. */
  public static Map<String, String> state(
      Collection<ProcessMark> processes, Path directory, Collection<Path> groups) {
    return Map.of(
        KeptCluster.DIRECTORY,
        directory.toString(),
        PROCESSES,
        processes.stream().map(ProcessMark::toString).collect(Collectors.joining(",")),
        GROUPS,
        groups.stream().map(Path::toString).collect(Collectors.joining(",")));
  }

  /** Returns how many of the nodes still run. */
  public static int running(KeptCluster kept) {
    List<ProcessMark> all = processes(kept);
    int alive = (int) all.stream().filter(ProcessMark::isAlive).count();
    return kept.nodesOf(alive, all.size());
  }

  private static List<ProcessMark> processes(KeptCluster kept) {
    return Arrays.stream(kept.state().getOrDefault(PROCESSES, "").split(",", -1))
        .flatMap(text -> ProcessMark.parse(text).stream())
        .toList();
  }

  /** Stops the processes gracefully, kills them after a while, and may remove their files. */
  public static void stop(KeptCluster kept, boolean purge)
      throws ClusterException, InterruptedException {
    List<ProcessMark> processes = processes(kept);
    processes.forEach(process -> process.find().ifPresent(ProcessHandle::destroy));
    if (!ended(processes, ASK_SECONDS)) {
      processes.forEach(process -> process.find().ifPresent(ProcessHandle::destroyForcibly));
      if (!ended(processes, FORCE_SECONDS)) {
        throw new ClusterException(
            kept.name()
                + " was not stopped: these processes do not exit: "
                + processes.stream()
                    .filter(ProcessMark::isAlive)
                    .map(process -> Long.toString(process.pid()))
                    .collect(Collectors.joining(", "))
                + ".");
      }
    }
    ControlGroup.remove(
        Arrays.stream(kept.state().getOrDefault(GROUPS, "").split(",", -1))
            .filter(group -> !group.isEmpty())
            .map(Path::of)
            .filter(Directories::isOurs)
            .toList());
    if (purge) {
      Directories.purge(kept);
    }
  }

  private static boolean ended(List<ProcessMark> processes, long seconds)
      throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (processes.stream().anyMatch(ProcessMark::isAlive)) {
      if (System.nanoTime() - deadline > 0) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
    return true;
  }
}
