package io.kvbench.runner.launcher;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The options of this JVM, divided into those that a second one may have too and those that hold a
 * port, a file or a connection that only one process can have: debuggers, agents, recordings and
 * remote management.
 */
final class JvmOptions {
  /**
   * From Java 24 on, suppresses warnings about Protocol Buffers on standard error; has no effect
   * before.
   */
  static final String QUIET = "-Dsun.misc.unsafe.memory.access=allow";

  /** The same as in the manifest, for a main class that is started by name. */
  static final String NATIVE = "--enable-native-access=ALL-UNNAMED";

  /** The variables with further options of a JVM. */
  private static final String[] VARIABLES = {
    "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"
  };

  private static final String[] EXCLUSIVE = {
    "-agentlib:",
    "-agentpath:",
    "-javaagent:",
    "-Xdebug",
    "-Xrun",
    "-Dcom.sun.management.",
    "-XX:StartFlightRecording"
  };

  private final List<String> passed = new ArrayList<>();
  private final List<String> held = new ArrayList<>();

  JvmOptions(List<String> all) {
    all.forEach(option -> (isExclusive(option) ? held : passed).add(option));
  }

  static JvmOptions ofThisJvm() {
    return new JvmOptions(ManagementFactory.getRuntimeMXBean().getInputArguments());
  }

  /** Returns whether the environment gives options to every JVM, each of which reports that. */
  static boolean isInEnvironment(Map<String, String> environment) {
    return Stream.of(VARIABLES).anyMatch(environment::containsKey);
  }

  /**
   * Returns whether all options may be given to two JVMs, and suit a class cache: properties and
   * sizes. Others select a garbage collector or a log file, for example.
   */
  boolean areForAnyJvm() {
    return held.isEmpty()
        && passed.stream().allMatch(option -> option.matches("-D.*|-Xm[sx].*|-Xss.*"));
  }

  /** Returns options for the second JVM, in order. */
  List<String> passed() {
    return Collections.unmodifiableList(passed);
  }

  /** Returns options that stay with this JVM. */
  List<String> held() {
    return Collections.unmodifiableList(held);
  }

  /** Removes the options that stay here from the variables that the second JVM would read. */
  static void removeHeld(Map<String, String> environment) {
    for (String variable : VARIABLES) {
      environment.computeIfPresent(variable, (name, options) -> withoutHeld(options));
    }
  }

  private static String withoutHeld(String options) {
    return Stream.of(options.split("\\s+"))
        .filter(option -> !isExclusive(option))
        .collect(Collectors.joining(" "));
  }

  private static boolean isExclusive(String option) {
    return Stream.of(EXCLUSIVE).anyMatch(option::startsWith);
  }
}
