package io.kvbench.runner.launcher;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** An installed Java: the directory that holds its {@code bin}, and the version it states. */
final class JavaHome {
  private static final String KEY = "JAVA_VERSION=";

  private final Path directory;
  private final Path executable;
  private final Optional<JavaVersion> version;

  private JavaHome(Path directory, Path executable, Optional<JavaVersion> version) {
    this.directory = directory;
    this.executable = executable;
    this.version = version;
  }

  /** Returns the Java in a directory, or in a macOS bundle at that directory. */
  static Optional<JavaHome> at(Path directory) {
    Optional<JavaHome> plain = exactlyAt(directory);
    return plain.isPresent() ? plain : exactlyAt(directory.resolve("Contents").resolve("Home"));
  }

  private static Optional<JavaHome> exactlyAt(Path directory) {
    Path bin = directory.resolve("bin");
    for (String name : new String[] {"java", "java.exe"}) {
      Path executable = bin.resolve(name);
      if (Files.isRegularFile(executable) && Files.isExecutable(executable)) {
        return Optional.of(new JavaHome(directory, executable, statedVersion(directory)));
      }
    }
    return Optional.empty();
  }

  /** Reads the file {@code release}: starting each Java would take a second apiece. */
  private static Optional<JavaVersion> statedVersion(Path directory) {
    try {
      return Files.readAllLines(directory.resolve("release"), ISO_8859_1).stream()
          .filter(line -> line.startsWith(KEY))
          .findFirst()
          .map(line -> line.substring(KEY.length()).replace("\"", "").trim())
          .flatMap(JavaVersion::parse);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  Path directory() {
    return directory;
  }

  Path executable() {
    return executable;
  }

  /** Returns the version; empty if the installation does not state it. */
  Optional<JavaVersion> version() {
    return version;
  }

  boolean isNewEnough() {
    return version.map(stated -> stated.feature() >= JavaVersion.NEEDED).orElse(false);
  }

  @Override
  public String toString() {
    return version.map(Object::toString).orElse("(unknown version)") + " in " + directory;
  }
}
