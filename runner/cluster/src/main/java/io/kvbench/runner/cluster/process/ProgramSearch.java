package io.kvbench.runner.cluster.process;

import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Looks for programs: where the user says that they are, or on the PATH. */
final class ProgramSearch {
  static final Setting<String> BIN =
      Setting.text(
              "cluster.bin",
              "Where the servers' program is: the program itself, or a directory that has it or has"
                  + " it in bin; on the PATH if absent.")
          .affecting(Affects.SERVERS);

  private final Optional<String> given;
  private final List<Path> path;

  /** Looks where the settings say, and on the PATH of this process. */
  static ProgramSearch of(Settings settings) {
    return new ProgramSearch(settings.find(BIN), ofThisProcess());
  }

  /** Looks on the PATH of this process. */
  static ProgramSearch onPathOnly() {
    return new ProgramSearch(Optional.empty(), ofThisProcess());
  }

  private static List<Path> ofThisProcess() {
    String path = System.getenv("PATH");
    return directories(path == null ? "" : path);
  }

  ProgramSearch(Optional<String> given, List<Path> path) {
    this.given = given;
    this.path = List.copyOf(path);
  }

  private static List<Path> directories(String path) {
    return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
        .splitAsStream(path)
        .filter(directory -> !directory.isEmpty())
        .flatMap(directory -> path(directory).stream())
        .toList();
  }

  private static Optional<Path> path(String text) {
    try {
      return Optional.of(Path.of(text));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /** Returns all programs of a system, or empty if one of them is missing. */
  Optional<FoundProgram> find(ServerProgram program) {
    List<Path> files = new ArrayList<>();
    for (String name : program.files()) {
      Optional<Path> file = find(name, files.isEmpty());
      if (file.isEmpty()) {
        return Optional.empty();
      }
      files.add(file.get());
    }
    return Optional.of(new FoundProgram(List.copyOf(files)));
  }

  /** Returns a program on the PATH. */
  Optional<Path> onPath(String name) {
    return executable(path.stream().map(directory -> directory.resolve(name)));
  }

  private Optional<Path> find(String name, boolean first) {
    Optional<Path> place = given.flatMap(ProgramSearch::path);
    if (given.isEmpty()) {
      return onPath(name);
    }
    if (place.isEmpty()) {
      return Optional.empty();
    }
    Path there = place.get();
    if (Files.isDirectory(there)) {
      Optional<Path> own =
          executable(Stream.of(there.resolve(name), there.resolve("bin").resolve(name)));
      return own.isPresent() || first ? own : onPath(name);
    }
    return first
        ? executable(Stream.of(there))
        : executable(Stream.of(there.resolveSibling(name))).or(() -> onPath(name));
  }

  private List<String> lacking(ServerProgram program) {
    List<String> names = program.files();
    return names.stream()
        .filter(name -> find(name, name.equals(names.getFirst())).isEmpty())
        .toList();
  }

  private static Optional<Path> executable(Stream<Path> candidates) {
    return candidates
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .map(Path::toAbsolutePath)
        .findFirst();
  }

  /** Returns why a system's programs were not found, and what to do. */
  String missing(ServerProgram program) {
    List<String> lacking = lacking(program);
    String names = String.join(" and ", lacking);
    String remedy = "install it, " + program.source();
    if (given.isEmpty() || !lacking.contains(program.files().getFirst())) {
      return names
          + (lacking.size() == 1 ? " is" : " are")
          + " not on the PATH (set cluster.bin, or "
          + remedy
          + ")";
    }
    return "cluster.bin="
        + given.get()
        + (path(given.get()).filter(Files::exists).isEmpty()
            ? " does not exist"
            : path(given.get()).filter(Files::isDirectory).isPresent()
                ? " has no program " + names + ", nor has its directory bin"
                : " is not a program that may be run")
        + " (name the program or its directory, or "
        + remedy
        + ")";
  }
}
