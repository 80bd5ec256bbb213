package io.kvbench.runner.cluster.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.testkit.RealServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The real programs of this machine that tests run. */
final class Programs {
  private static final Pattern JAR =
      Pattern.compile("(zookeeper|netty|slf4j-api|logback|metrics-core|snappy-java)-.*\\.jar");

  private Programs() {}

  /**
   * Returns the settings with which a system's servers come from real programs. If these are
   * missing, the test is aborted with a notice, and on a build server it fails.
   */
  static Map<String, String> settings(String system, Path scratch) throws IOException {
    if (system.equals("zookeeper")) {
      return Map.of("cluster", "process", "cluster.bin", distribution(scratch).toString());
    }
    RealServers.require(system.equals("dengine") ? "d-engine" : system);
    if (system.equals("zetcd")) {
      RealServers.require("etcd");
    }
    return Map.of("cluster", "process");
  }

  /** Puts ZooKeeper's jars as in its own archive, beside a start script. */
  static Path distribution(Path scratch) throws IOException {
    Path home = Files.createDirectories(scratch.resolve("apache-zookeeper"));
    Path lib = Files.createDirectories(home.resolve("lib"));
    for (Path jar : classPath()) {
      if (JAR.matcher(jar.getFileName().toString()).matches()) {
        Files.copy(jar, lib.resolve(jar.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    script(Files.createDirectories(home.resolve("bin")).resolve("zkServer.sh"), "exit 1");
    return home;
  }

  private static List<Path> classPath() {
    return Stream.of(
            System.getProperty("java.class.path")
                .split(Pattern.quote(System.getProperty("path.separator")), -1))
        .map(Path::of)
        .filter(path -> path.getFileName() != null)
        .map(Path::toAbsolutePath)
        .toList();
  }

  /** Writes a program. */
  static Path script(Path file, String... lines) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }
}
