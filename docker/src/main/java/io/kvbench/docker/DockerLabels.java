package io.kvbench.docker;

import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** The labels of kvbench's containers and networks. */
final class DockerLabels {
  /** The cluster that it belongs to. */
  static final String CLUSTER = "io.kvbench.cluster";

  /** The process that started it. */
  static final String OWNER = "io.kvbench.owner";

  /** Whether it is to outlive that process. */
  static final String KEEP = "io.kvbench.keep";

  private DockerLabels() {}

  static Map<String, String> of(String cluster, boolean keep) {
    return Map.of(CLUSTER, cluster, OWNER, self(), KEEP, Boolean.toString(keep));
  }

  /** Returns this process's id, machine (or container), and start, since process ids are reused. */
  private static String self() {
    return name() + " " + start(ProcessHandle.current());
  }

  /** Such as {@code 123@machine}. */
  private static String name() {
    return ManagementFactory.getRuntimeMXBean().getName();
  }

  private static String start(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toString).orElse("unknown");
  }

  /** Returns whether an owner, a process of this machine, has certainly exited. */
  static boolean isGone(String owner) {
    int at = owner.indexOf('@');
    int space = owner.lastIndexOf(' ');
    if (at < 1 || space < at || !name().endsWith(owner.substring(at, space))) {
      return false;
    }
    try {
      Optional<ProcessHandle> process = ProcessHandle.of(Long.parseLong(owner.substring(0, at)));
      return process.map(found -> !start(found).equals(owner.substring(space + 1))).orElse(true);
    } catch (NumberFormatException e) {
      return false;
    }
  }
}
