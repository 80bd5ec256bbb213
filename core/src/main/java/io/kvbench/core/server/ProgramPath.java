package io.kvbench.core.server;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The search path for programs: those of the PATH, then the one that {@code docker/prepare path}
 * prints.
 *
 * @param directories of the PATH, in search order
 * @param prepared the directory of prepared programs, if the environment defines one
 */
public record ProgramPath(List<Path> directories, Optional<Path> prepared) {
  /** Directory of docker/prepare's files. */
  public static final String PREPARED = "KVBENCH_SERVERS";

  public ProgramPath {
    directories = List.copyOf(directories);
  }

  public static ProgramPath ofThisProcess() {
    return of(System.getenv());
  }

  /** Returns the directories that an environment names. */
  public static ProgramPath of(Map<String, String> environment) {
    return new ProgramPath(
        Pattern.compile(File.pathSeparator, Pattern.LITERAL)
            .splitAsStream(environment.getOrDefault("PATH", ""))
            .filter(directory -> !directory.isEmpty())
            .flatMap(directory -> path(directory).stream())
            .toList(),
        variable(environment, PREPARED)
            .or(() -> variable(environment, "XDG_CACHE_HOME").map(ProgramPath::ofKvbench))
            .or(() -> variable(environment, "HOME").map(home -> ofKvbench(home + "/.cache")))
            .flatMap(ProgramPath::path)
            .map(directory -> directory.resolve("bin")));
  }

  private static Optional<String> variable(Map<String, String> environment, String name) {
    return Optional.ofNullable(environment.get(name)).filter(value -> !value.isEmpty());
  }

  private static String ofKvbench(String caches) {
    return caches + "/kvbench/servers";
  }

  /** Returns a text as a path, if it is a valid one. */
  public static Optional<Path> path(String text) {
    try {
      return Optional.of(Path.of(text));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /** Returns the first program of this name. */
  public Optional<Path> find(String name) {
    return executable(
        Stream.concat(directories.stream(), prepared.stream())
            .map(directory -> directory.resolve(name)));
  }

  /** Returns where a missing program was searched, as in {@code a program is not on the PATH}. */
  public String absence() {
    return prepared
        .map(directory -> "neither on the PATH nor in " + directory)
        .orElse("not on the PATH");
  }

  /** Returns the first executable of some files. */
  public static Optional<Path> executable(Stream<Path> candidates) {
    return candidates
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .map(Path::toAbsolutePath)
        .findFirst();
  }
}
