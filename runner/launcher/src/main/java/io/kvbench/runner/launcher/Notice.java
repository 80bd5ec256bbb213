package io.kvbench.runner.launcher;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A notice that is printed once on a machine: an empty file in a cache directory marks it. */
final class Notice {
  private final Path directory;
  private final Path marker;

  /**
   * @param directory made if it is not there
   * @param subject what the notice is about; another subject has another notice
   */
  Notice(Path directory, String subject) {
    this.directory = directory;
    marker = directory.resolve(subject.replaceAll("[^A-Za-z0-9.+-]+", "-"));
  }

  /** Returns whether this is the first time. Where it cannot be marked, every time is the first. */
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
