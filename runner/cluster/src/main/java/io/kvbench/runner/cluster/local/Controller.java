package io.kvbench.runner.cluster.local;

import io.kvbench.runner.cluster.Limits;
import java.util.EnumSet;
import java.util.Set;

/** The resources that the kernel limits in control groups. */
enum Controller {
  MEMORY("memory", "memory"),
  CPU("cpu", "cpu"),
  DISK("blkio", "io");

  private final String first;
  private final String second;

  /**
   * @param first its name in version 1 of control groups
   * @param second its name in version 2
   */
  Controller(String first, String second) {
    this.first = first;
    this.second = second;
  }

  String name(boolean unified) {
    return unified ? second : first;
  }

  /** Returns the controllers that limits need. */
  static Set<Controller> of(Limits limits) {
    Set<Controller> needed = EnumSet.noneOf(Controller.class);
    limits.memoryBytes().ifPresent(bytes -> needed.add(MEMORY));
    limits.cpus().ifPresent(cpus -> needed.add(CPU));
    limits.diskBytesPerSecond().ifPresent(rate -> needed.add(DISK));
    return needed;
  }
}
