package io.kvbench.runner.launcher;

import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The machine, as far as the search for a Java depends on it, with the usual locations. */
final class Machine {
  private final String system;
  private final Path root;
  private final Path home;
  private final Map<String, String> environment;

  /**
   * @param system the operating system's name as in the property {@code os.name}
   * @param root the root of absolute paths: {@code /}, and something else in tests
   * @param home the user's directory
   */
  Machine(String system, Path root, Path home, Map<String, String> environment) {
    this.system = system.toLowerCase(Locale.ROOT);
    this.root = root;
    this.home = home;
    this.environment = environment;
  }

  static Machine current() {
    Path home = Paths.get(System.getProperty("user.home"));
    return new Machine(System.getProperty("os.name"), Paths.get("/"), home, System.getenv());
  }

  boolean isWindows() {
    return system.startsWith("windows");
  }

  boolean isMac() {
    return system.startsWith("mac");
  }

  /** Returns a variable of the environment, empty if it is not set. */
  String variable(String name) {
    return environment.getOrDefault(name, "");
  }

  /** Returns the directory for expendable files, by the system's convention. */
  Path cache() {
    if (isWindows()) {
      String local = variable("LOCALAPPDATA");
      return local.isEmpty() ? home.resolve(".kvbench") : Paths.get(local, "kvbench", "cache");
    }
    if (isMac()) {
      return home.resolve("Library/Caches/kvbench");
    }
    String caches = variable("XDG_CACHE_HOME");
    return (caches.isEmpty() ? home.resolve(".cache") : Paths.get(caches)).resolve("kvbench");
  }

  /** Returns whether a directory is the package manager's, which removes only what it installed. */
  boolean isOfPackages(Path directory) {
    return directory.startsWith(root.resolve("usr"));
  }

  List<JavaDirectories> places() {
    List<JavaDirectories> places = new ArrayList<>(ofSystem());
    places.addAll(under(home, ".sdkman/candidates/java/*", ".jdks/*", ".gradle/jdks/*"));
    places.addAll(under(home, ".local/share/mise/installs/java/*", ".asdf/installs/java/*"));
    places.addAll(under(home, ".jabba/jdk/*"));
    return places;
  }

  private List<JavaDirectories> ofSystem() {
    if (isWindows()) {
      return ofWindows();
    }
    return isMac() ? ofMac() : ofLinux();
  }

  private List<JavaDirectories> ofLinux() {
    List<JavaDirectories> places = under(root, "usr/lib/jvm/*", "usr/lib64/jvm/*", "usr/java/*");
    places.addAll(under(root, "usr/local/java/*", "usr/local/*jdk*", "opt/java", "opt/java/*"));
    places.addAll(under(root, "opt/*jdk*", "opt/*jre*", "usr/local/openjdk*"));
    places.addAll(under(root, "home/linuxbrew/.linuxbrew/opt/openjdk*/libexec"));
    return places;
  }

  private List<JavaDirectories> ofMac() {
    String bundles = "Library/Java/JavaVirtualMachines/*";
    List<JavaDirectories> places = under(root, bundles);
    places.addAll(under(home, bundles));
    for (String homebrew : new String[] {"opt/homebrew", "usr/local"}) {
      places.addAll(under(root, homebrew + "/opt/openjdk*/libexec/openjdk.jdk"));
    }
    return places;
  }

  private List<JavaDirectories> ofWindows() {
    List<JavaDirectories> places = new ArrayList<>();
    for (String variable : new String[] {"ProgramFiles", "ProgramW6432", "ProgramFiles(x86)"}) {
      String programs = variable(variable);
      if (!programs.isEmpty()) {
        places.addAll(vendors(Paths.get(programs)));
      }
    }
    String local = variable("LOCALAPPDATA");
    if (!local.isEmpty()) {
      places.addAll(vendors(Paths.get(local, "Programs")));
    }
    places.addAll(under(home, "scoop/apps/*jdk*/current"));
    return places;
  }

  private static List<JavaDirectories> vendors(Path programs) {
    return Stream.of(
            "Java",
            "Eclipse Adoptium",
            "Eclipse Foundation",
            "Microsoft",
            "Zulu",
            "Amazon Corretto",
            "BellSoft",
            "Semeru",
            "SapMachine",
            "GraalVM")
        .map(vendor -> new JavaDirectories(programs, vendor + "/*"))
        .collect(Collectors.toList());
  }

  private static List<JavaDirectories> under(Path base, String... globs) {
    return Stream.of(globs)
        .map(glob -> new JavaDirectories(base, glob))
        .collect(Collectors.toCollection(ArrayList::new));
  }
}
