package io.kvbench.runner.embed;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a guest starts the sidecar: the jar of the command line, on the Java of this process. */
final class SidecarJar {
  private SidecarJar() {}

  /** Returns the command; empty where there is no jar. */
  static List<String> command(@Nullable Path jar) {
    return jar == null
        ? List.of()
        : List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx64m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xshare:auto",
            "--enable-native-access=ALL-UNNAMED",
            "-jar",
            jar.toAbsolutePath().toString(),
            "sidecar");
  }
}
