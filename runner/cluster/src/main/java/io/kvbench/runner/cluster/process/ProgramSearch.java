package io.kvbench.runner.cluster.process;

import io.kvbench.core.server.ProgramPath;
import io.kvbench.core.server.ServerProgram;
import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Fact;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A search for programs: at the given path, or on the PATH and in docker/prepare's directory. */
record ProgramSearch(Optional<String> given, ProgramPath path) {
  static final Setting<String> BIN =
      Setting.text(
              "cluster.bin",
              "Path of the server program, or of a directory with the program in it or in its bin;"
                  + " searched on the PATH and where docker/prepare puts it if unset.")
          .affecting(Affects.SERVERS)
          .deciding(Fact.VERSION);

  /** Returns the search by settings and the environment of this process. */
  static ProgramSearch of(Settings settings) {
    return new ProgramSearch(settings.find(BIN), ProgramPath.ofThisProcess());
  }

  /**
   * Returns the programs, or empty if one of them is missing.
   *
   * @param programs the system's own first, which {@code cluster.bin} names
   */
  Optional<List<FoundProgram>> find(List<ServerProgram> programs) {
    List<FoundProgram> found = new ArrayList<>();
    for (ServerProgram program : programs) {
      Optional<Path> file = find(program.file(), found.isEmpty());
      if (file.isEmpty()) {
        return Optional.empty();
      }
      found.add(new FoundProgram(program, file.get()));
    }
    return Optional.of(List.copyOf(found));
  }

  private Optional<Path> find(String name, boolean first) {
    Optional<Path> place = given.flatMap(ProgramPath::path);
    if (given.isEmpty()) {
      return path.find(name);
    }
    if (place.isEmpty()) {
      return Optional.empty();
    }
    Path there = place.get();
    if (Files.isDirectory(there)) {
      Optional<Path> own =
          ProgramPath.executable(
              Stream.of(there.resolve(name), there.resolve("bin").resolve(name)));
      return own.isPresent() || first ? own : path.find(name);
    }
    return first
        ? ProgramPath.executable(Stream.of(there))
        : ProgramPath.executable(Stream.of(there.resolveSibling(name))).or(() -> path.find(name));
  }

  /** Returns why programs were not found, and what to do. */
  String missing(List<ServerProgram> programs) {
    String own = programs.getFirst().file();
    List<String> lacking =
        programs.stream()
            .map(ServerProgram::file)
            .filter(name -> find(name, name.equals(own)).isEmpty())
            .toList();
    String names = String.join(" and ", lacking);
    String remedy = "install it, " + programs.getFirst().source();
    if (given.isEmpty() || !lacking.contains(own)) {
      return names
          + (lacking.size() == 1 ? " is " : " are ")
          + path.absence()
          + " (set cluster.bin, or "
          + remedy
          + ")";
    }
    return "cluster.bin="
        + given.get()
        + (ProgramPath.path(given.get()).filter(Files::exists).isEmpty()
            ? " does not exist"
            : ProgramPath.path(given.get()).filter(Files::isDirectory).isPresent()
                ? " does not contain " + names + ", nor does its bin directory"
                : " is not an executable program")
        + " (specify the program or its directory, or "
        + remedy
        + ")";
  }
}
