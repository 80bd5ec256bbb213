package io.kvbench.runner.app;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How a run starts the sidecar: the same program on the same Java, as small as it can be. */
final class SidecarLaunch {
  private static final List<String> SMALL =
      List.of(
          "-Xmx64m",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-Xshare:auto",
          "--enable-native-access=ALL-UNNAMED");

  private SidecarLaunch() {}

  static List<String> command() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(SMALL);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Main.class.getName(), "sidecar"));
    return command;
  }
}
