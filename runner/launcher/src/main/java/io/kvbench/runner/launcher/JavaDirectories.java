package io.kvbench.runner.launcher;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The directories in which Java is usually installed: those below a base that match a glob. */
final class JavaDirectories {
  private final Path base;
  private final String glob;

  /**
   * @param glob names separated by slashes, in which {@code *} matches any characters but slashes
   */
  JavaDirectories(Path base, String glob) {
    this.base = base;
    this.glob = glob;
  }

  /** Returns the existing directories, sorted by name. Unreadable ones are left out. */
  List<Path> directories() {
    List<Path> found = Collections.singletonList(base);
    for (String name : glob.split("/", -1)) {
      List<Path> next = new ArrayList<>();
      for (Path directory : found) {
        next.addAll(children(directory, name));
      }
      found = next;
    }
    return found;
  }

  private static List<Path> children(Path directory, String name) {
    List<Path> children = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, name)) {
      for (Path entry : entries) {
        if (Files.isDirectory(entry)) {
          children.add(entry);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      children.clear();
    }
    Collections.sort(children);
    return children;
  }

  @Override
  public String toString() {
    return base.resolve("x").toString().replaceAll("x$", "") + glob;
  }
}
