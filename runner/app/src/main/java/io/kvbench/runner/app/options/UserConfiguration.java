package io.kvbench.runner.app.options;

import io.kvbench.core.file.FileReason;
import io.kvbench.core.file.InputFile;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Nearest;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.workload.setting.WorkloadFile;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The user's configuration outside of workload files: the files {@code profiles/NAME} and {@code
 * plugins/*.jar} in a directory, and properties in environment variables.
 */
record UserConfiguration(Path directory, Map<String, String> environment) {
  private static final String PREFIX = "KVBENCH_";

  /** The end of a variable that names a file with a secret. */
  private static final String FILE = "_FILE";

  /** The variables that are not properties. */
  private static final Set<String> OWN =
      Stream.of("CACHE", "DB", "JAVA_HOME", "PROFILE", "SERVERS", "WORKLOAD")
          .map(PREFIX::concat)
          .collect(Collectors.toUnmodifiableSet());

  static UserConfiguration ofThisProcess() {
    return new UserConfiguration(directory(System.getenv()), System.getenv());
  }

  private static Path directory(Map<String, String> environment) {
    String configured = environment.getOrDefault("XDG_CONFIG_HOME", "");
    Path all =
        configured.isEmpty()
            ? Path.of(System.getProperty("user.home"), ".config")
            : Path.of(configured);
    return all.resolve("kvbench");
  }

  /** Returns the jars in the directory of plug-ins, sorted by name. */
  List<Path> plugins(Problems problems) {
    Path plugins = directory.resolve("plugins");
    try {
      if (!Files.isDirectory(plugins)) {
        return List.of();
      }
      if (isOpenToOthers(plugins)) {
        problems.add(
            plugins.toString(),
            "other users can write to this directory, and its jars would be run; use chmod o-w.");
        return List.of();
      }
      return files(plugins, "*.jar");
    } catch (IOException e) {
      problems.add(plugins.toString(), "cannot be read: " + FileReason.of(e) + ".");
      return List.of();
    }
  }

  private static boolean isOpenToOthers(Path directory) throws IOException {
    PosixFileAttributeView view =
        Files.getFileAttributeView(directory, PosixFileAttributeView.class);
    return view != null
        && view.readAttributes().permissions().contains(PosixFilePermission.OTHERS_WRITE);
  }

  /** Returns the properties of a profile, with the lines of its file as origins. */
  Assignments profile(String name, Problems problems) {
    Path profiles = directory.resolve("profiles");
    Path file = profiles.resolve(name);
    if (name.matches("[A-Za-z0-9][A-Za-z0-9._-]*") && Files.isRegularFile(file)) {
      return WorkloadFile.read(file, file.toString(), problems);
    }
    problems.add("--profile " + name, "there is no such profile in " + profiles + existing());
    return new Assignments();
  }

  private String existing() {
    try {
      List<String> names =
          files(directory.resolve("profiles"), "*").stream()
              .map(file -> file.getFileName().toString())
              .toList();
      return names.isEmpty() ? ", which is empty." : "; it has " + String.join(", ", names) + ".";
    } catch (IOException e) {
      return ", which does not exist: create a file of this name there, with lines name=value.";
    }
  }

  private static List<Path> files(Path directory, String glob) throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, glob)) {
      all.forEach(found::add);
    }
    found.removeIf(file -> !Files.isRegularFile(file));
    found.sort(Comparator.naturalOrder());
    return found;
  }

  /**
   * Returns the properties of the environment: {@code KVBENCH_} and the name in upper case, with
   * underscores. A secret is in a file that its variable with {@code _FILE} names, since every
   * child process and many logs show the environment.
   */
  Assignments variables(Collection<Setting<?>> settings, Problems problems) {
    Map<String, Setting<?>> byVariable = new TreeMap<>();
    for (Setting<?> setting : settings) {
      String end = setting.secret() ? FILE : "";
      // Another tool's name may differ from kvbench's in case only, and follows it.
      byVariable.putIfAbsent(variable(setting.name()) + end, setting);
      setting.aliases().forEach(alias -> byVariable.putIfAbsent(variable(alias) + end, setting));
    }
    // YCSB's files have a property workload, too.
    byVariable.keySet().removeAll(OWN);
    Assignments found = new Assignments();
    for (Map.Entry<String, String> each : new TreeMap<>(environment).entrySet()) {
      String name = each.getKey();
      Setting<?> setting = byVariable.get(name);
      if (setting != null) {
        add(setting, name, each.getValue(), found, problems);
      } else if (name.startsWith(PREFIX) && !OWN.contains(name)) {
        refuse(name, byVariable.keySet(), problems);
      }
    }
    return found;
  }

  private static void add(
      Setting<?> setting, String variable, String value, Assignments found, Problems problems) {
    Origin origin = Origin.of(variable);
    if (!setting.secret()) {
      found.add(setting.name(), value, origin);
      return;
    }
    try {
      found.add(setting.name(), InputFile.text(InputFile.path(value)).strip(), origin);
    } catch (IOException e) {
      problems.add(origin, value + " cannot be read: " + FileReason.of(e) + ".");
    }
  }

  /**
   * Others than those misspelled by a letter are ignored: orchestrators set variables by the name
   * of a pod.
   */
  private static void refuse(String name, Set<String> known, Problems problems) {
    if (known.contains(name + FILE)) {
      problems.add(
          name,
          "is a secret, which would be visible in the environment: write it to a file, and set "
              + (name + FILE)
              + " to the file's path.");
      return;
    }
    Nearest.byOneLetter(name, known)
        .ifPresent(
            near ->
                problems.add(name, "unknown environment variable; did you mean '" + near + "'?"));
  }

  private static String variable(String name) {
    return PREFIX + name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
  }
}
