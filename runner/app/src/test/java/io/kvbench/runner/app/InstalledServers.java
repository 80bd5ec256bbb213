package io.kvbench.runner.app;

import io.kvbench.testkit.RealServers;
import java.util.List;

/** Servers of every system, from installed programs; ZooKeeper's are in the jar. */
public final class InstalledServers {
  private InstalledServers() {}

  /** Returns the setting that starts a system's servers, after looking for their programs. */
  public static String of(String system) {
    List<String> programs =
        switch (system) {
          case "zookeeper" -> List.of();
          case "dengine" -> List.of("d-engine");
          case "cetcd", "zetcd" -> List.of(system, "etcd");
          default -> List.of(system);
        };
    programs.forEach(RealServers::require);
    return "cluster=" + (programs.isEmpty() ? "embedded" : "process");
  }

  /** Returns the setting that puts the records of a run apart from those of others. */
  public static String apart(String system, String name) {
    return switch (system) {
      case "zookeeper", "zetcd" -> system + ".root=/" + name;
      default -> system + ".prefix=" + name + "/";
    };
  }
}
