package io.kvbench.runner.launcher;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The advice for a user without a suitable Java. */
final class Advice {
  private static final String NEED = "kvbench needs Java " + JavaVersion.NEEDED + " or newer. ";

  private final Machine machine;
  private final JavaSearch search;
  private final String running;

  /**
   * @param running the version of the running Java
   */
  Advice(Machine machine, JavaSearch search, String running) {
    this.machine = machine;
    this.search = search;
    this.running = running;
  }

  String nothingFound(String home) {
    return lines(
        NEED + thisIs(home) + ", and no newer one was found on this machine.",
        "Searched: " + variable(JavaSearch.CHOICE) + ", " + variable(JavaSearch.CUSTOM) + ",",
        "  java on the PATH, " + listed(machine.places()),
        found(),
        remedies());
  }

  String badChoice(Optional<JavaHome> chosen) {
    String value = JavaSearch.CHOICE + "=" + machine.variable(JavaSearch.CHOICE);
    String fault = chosen.map(home -> "is Java " + home).orElse("has no executable bin/java");
    return lines(
        NEED + value + " " + fault + ".",
        "Set it to the directory of a newer Java, or unset it so that kvbench searches for one.",
        remedies());
  }

  /** For a Java whose release file states a wrong version. */
  String notWhatItSaid(String home) {
    return lines(
        NEED + "The one in " + home + " was expected to be newer, but is Java " + running + ".",
        "Remove it, or set " + JavaSearch.CHOICE + " to the directory of another Java.");
  }

  private String thisIs(String home) {
    return "This is Java " + running + " in " + home;
  }

  private String variable(String name) {
    String value = machine.variable(name);
    return name + (value.isEmpty() ? " (not set)" : "=" + value);
  }

  private String found() {
    List<JavaHome> installed = search.installed();
    return installed.isEmpty() ? "Found none." : "Found, but too old: " + listed(installed);
  }

  private String remedies() {
    return lines(
        "Install one:",
        install(),
        "  or from https://adoptium.net/temurin/releases",
        "or set " + JavaSearch.CHOICE + "=<directory with bin/java>");
  }

  private String install() {
    if (machine.isWindows()) {
      return "  winget install EclipseAdoptium.Temurin.25.JDK";
    }
    return machine.isMac()
        ? "  brew install openjdk"
        : lines(
            "  sudo apt install openjdk-21-jre-headless      (Debian, Ubuntu)",
            "  sudo dnf install java-21-openjdk-headless     (Fedora, RHEL)");
  }

  private static String listed(List<?> things) {
    return things.stream().map(Object::toString).collect(Collectors.joining(", "));
  }

  private static String lines(String... lines) {
    return Stream.of(lines).collect(Collectors.joining(System.lineSeparator()));
  }
}
