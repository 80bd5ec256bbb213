package io.kvbench.runner.embed;

import io.kvbench.core.file.FileReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/** The sidecar's command for embedded runs: the command line's jar, on this process's Java. */
final class SidecarJar {
  private static final String MAIN = "io.kvbench.runner.launcher.Launcher";
  private static final String REMEDY = "specify kvbench's jar, or omit it";

  private SidecarJar() {}

  /** Returns why a file is not the jar of the command line, and what to do. */
  static Optional<String> problem(Path jar) {
    if (!Files.isRegularFile(jar)) {
      return Optional.of("there is no such file; " + REMEDY + ".");
    }
    try (JarFile file = new JarFile(jar.toFile())) {
      Manifest manifest = file.getManifest();
      return manifest != null
              && MAIN.equals(manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS))
          ? Optional.empty()
          : Optional.of("this is not the jar of kvbench's command line; " + REMEDY + ".");
    } catch (IOException e) {
      return Optional.of(
          "this is no jar that can be read (" + FileReason.of(e) + "); " + REMEDY + ".");
    }
  }

  /** Returns the command; empty if there is no jar. */
  static List<String> command(@Nullable Path jar) {
    return jar == null
        ? List.of()
        : List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx64m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "-jar",
            jar.toAbsolutePath().toString(),
            "sidecar");
  }
}
