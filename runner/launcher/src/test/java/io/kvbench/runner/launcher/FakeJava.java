package io.kvbench.runner.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Directories that look like installations of Java. */
final class FakeJava {
  private FakeJava() {}

  static Path install(Path directory, String version) throws IOException {
    Path home = installSilent(directory);
    Files.writeString(
        home.resolve("release"),
        "IMPLEMENTOR=\"Nobody\"\nJAVA_VERSION=\"" + version + "\"\nOS_ARCH=\"x86_64\"\n");
    return home;
  }

  /** Creates one that does not state its version. */
  static Path installSilent(Path directory) throws IOException {
    Path bin = Files.createDirectories(directory.resolve("bin"));
    Path java = Files.writeString(bin.resolve("java"), "#!/bin/sh\nexit 9\n");
    if (!java.toFile().setExecutable(true)) {
      throw new IOException("cannot make executable: " + java);
    }
    return directory;
  }
}
