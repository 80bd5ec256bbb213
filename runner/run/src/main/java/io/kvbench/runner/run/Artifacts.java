package io.kvbench.runner.run;

import io.kvbench.core.setting.Nearest;
import java.util.Map;
import java.util.Optional;

/** Which of kvbench's artifacts a program needs for a system, for those that lack it. */
final class Artifacts {
  private static final String BINDING = "io.kvbench:kvbench-binding-";

  private static final Map<String, String> BINDINGS =
      Map.of(
          "cetcd", "consul",
          "consul", "consul",
          "dengine", "dengine",
          "etcd", "etcd",
          "memory", "memory",
          "zetcd", "zookeeper",
          "zookeeper", "zookeeper");

  static final String ANY_BINDING = BINDING + "zookeeper";

  private Artifacts() {}

  /** Returns the artifact with the binding of a system that kvbench has one for. */
  static Optional<String> ofBinding(String system) {
    return Optional.ofNullable(BINDINGS.get(system)).map(BINDING::concat);
  }

  /** Returns the question whether a system of a similar name was meant, and what brings it. */
  static Optional<String> nearest(String name) {
    return Nearest.to(name, BINDINGS.keySet())
        .map(near -> "did you mean " + near + ", of " + BINDING + BINDINGS.get(near) + "?");
  }
}
