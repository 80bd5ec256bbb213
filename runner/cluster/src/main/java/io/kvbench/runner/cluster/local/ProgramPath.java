package io.kvbench.runner.cluster.local;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Directories with programs, such as those of the PATH.
 *
 * @param directories in the order in which to look
 */
public record ProgramPath(List<Path> directories) {

  public ProgramPath {
    directories = List.copyOf(directories);
  }

  public static ProgramPath ofThisProcess() {
    String path = System.getenv("PATH");
    return new ProgramPath(
        Pattern.compile(File.pathSeparator, Pattern.LITERAL)
            .splitAsStream(path == null ? "" : path)
            .filter(directory -> !directory.isEmpty())
            .flatMap(directory -> path(directory).stream())
            .toList());
  }

  /** Returns a text as a path, if it can be one. */
  public static Optional<Path> path(String text) {
    try {
      return Optional.of(Path.of(text));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /** Returns the first program of this name. */
  public Optional<Path> find(String name) {
    return executable(directories.stream().map(directory -> directory.resolve(name)));
  }

  /** Returns the first of some files that can be executed. */
  public static Optional<Path> executable(Stream<Path> candidates) {
    return candidates
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .map(Path::toAbsolutePath)
        .findFirst();
  }
}
