package io.kvbench.runner.launcher;

import java.io.File;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The search for the Java installations of a machine. */
final class JavaSearch {
  /** The variable with the user's choice of Java; nothing else is then considered. */
  static final String CHOICE = "KVBENCH_JAVA_HOME";

  static final String CUSTOM = "JAVA_HOME";

  private final Machine machine;

  JavaSearch(Machine machine) {
    this.machine = machine;
  }

  /** Returns the user's Java, if it can be run; its version may be unknown or too old. */
  Optional<JavaHome> chosen() {
    return named(CHOICE);
  }

  /**
   * Returns those that are new enough, the best first: the one that JAVA_HOME names, then the
   * newest.
   */
  List<JavaHome> candidates() {
    List<JavaHome> candidates = new ArrayList<>();
    named(CUSTOM).ifPresent(candidates::add);
    installed().stream()
        .sorted(Comparator.comparing(JavaSearch::orderable).reversed())
        .forEach(candidates::add);
    return distinct(candidates).stream().filter(JavaHome::isNewEnough).collect(Collectors.toList());
  }

  /** Returns all that state a version, each once regardless of links, in search order. */
  List<JavaHome> installed() {
    List<JavaHome> found = new ArrayList<>();
    named(CUSTOM).ifPresent(found::add);
    onPath().forEach(found::add);
    for (JavaDirectories place : machine.places()) {
      place.directories().forEach(each -> JavaHome.at(each).ifPresent(found::add));
    }
    return distinct(found).stream()
        .filter(each -> each.version().isPresent())
        .collect(Collectors.toList());
  }

  private static JavaVersion orderable(JavaHome home) {
    return home.version().orElseThrow(IllegalStateException::new);
  }

  private Optional<JavaHome> named(String variable) {
    String value = machine.variable(variable);
    return value.isEmpty() ? Optional.empty() : path(value).flatMap(JavaHome::at);
  }

  /** A {@code java} on the PATH is usually a link into its installation. */
  private List<JavaHome> onPath() {
    List<JavaHome> found = new ArrayList<>();
    for (String directory : machine.variable("PATH").split(File.pathSeparator, -1)) {
      if (!directory.isEmpty()) {
        path(directory)
            .map(bin -> real(real(bin.resolve("java")).resolveSibling("..").normalize()))
            .flatMap(JavaHome::at)
            .ifPresent(found::add);
      }
    }
    return found;
  }

  private static Collection<JavaHome> distinct(Collection<JavaHome> homes) {
    Map<Path, JavaHome> distinct = new LinkedHashMap<>();
    homes.forEach(home -> distinct.putIfAbsent(real(home.directory()), home));
    return distinct.values();
  }

  private static Optional<Path> path(String text) {
    try {
      return Optional.of(Paths.get(text));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      return path.toAbsolutePath().normalize();
    }
  }
}
