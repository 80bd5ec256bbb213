package io.kvbench.runner.launcher;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A notice that is printed once per machine: an empty file in a cache directory marks it. */
final class Notice {
  private final Path directory;
  private final Path marker;

  /**
   * @param directory created if missing
   * @param subject the subject of the notice; each subject has its own notice
   */
  Notice(Path directory, String subject) {
    this.directory = directory;
    marker = directory.resolve(subject.replaceAll("[^A-Za-z0-9.+-]+", "-"));
  }

  /** Returns whether this is the first time. If it cannot be marked, every time is the first. */
  boolean isDue() {
    try {
      Files.createDirectories(directory);
      Files.createFile(marker);
      return true;
    } catch (FileAlreadyExistsException e) {
      return !Files.isRegularFile(marker);
    } catch (IOException | SecurityException e) {
      return true;
    }
  }
}
