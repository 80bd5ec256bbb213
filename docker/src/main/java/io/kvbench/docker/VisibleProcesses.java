package io.kvbench.docker;

import com.github.dockerjava.api.DockerClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The first processes of containers, where this machine can see them: on Linux, with an engine that
 * is not in a virtual machine or elsewhere. The engine is asked once, and again after a restart.
 */
final class VisibleProcesses {
  private static final long NONE = 0;

  private final DockerClient client;
  private final Map<String, Long> found = new ConcurrentHashMap<>();

  VisibleProcesses(DockerClient client) {
    this.client = client;
  }

  /** Returns the processes of all of these containers, or nothing. */
  List<Long> of(List<String> ids) {
    List<Long> pids = new ArrayList<>();
    for (String id : ids) {
      find(id).ifPresent(pids::add);
    }
    return pids.size() == ids.size() ? pids : List.of();
  }

  private Optional<Long> find(String id) {
    long pid = found.computeIfAbsent(id, this::visible);
    if (pid != NONE && !isOf(id, pid)) {
      pid = visible(id);
      if (pid != NONE) {
        found.put(id, pid);
      }
    }
    return pid == NONE ? Optional.empty() : Optional.of(pid);
  }

  private long visible(String id) {
    try {
      Long pid = client.inspectContainerCmd(id).exec().getState().getPidLong();
      return pid != null && isOf(id, pid) ? pid : NONE;
    } catch (RuntimeException e) { // errors of the connection are wrapped in one
      return NONE;
    }
  }

  /** The number may be that of another process in this machine's space of numbers. */
  private static boolean isOf(String id, long pid) {
    try {
      return Files.readString(Path.of("/proc", String.valueOf(pid), "cgroup")).contains(id);
    } catch (IOException e) {
      return false;
    }
  }
}
