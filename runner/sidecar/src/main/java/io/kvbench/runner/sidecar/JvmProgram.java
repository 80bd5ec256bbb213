package io.kvbench.runner.sidecar;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The program in a JVM, from its command line: the main class or the jar, without the options
 * before it or the arguments after it.
 *
 * @param main the name of a class, or the path of a jar or of a source file
 */
record JvmProgram(String main) {
  private static final Set<String> WITH_VALUE =
      Set.of(
          "-cp",
          "-classpath",
          "--class-path",
          "-p",
          "--module-path",
          "--upgrade-module-path",
          "--add-modules",
          "--limit-modules",
          "--add-exports",
          "--add-opens",
          "--add-reads",
          "--patch-module",
          "--enable-native-access",
          "--source");
  private static final Set<String> OWN =
      Set.of("io.kvbench.runner.app.Main", "io.kvbench.runner.launcher.Launcher", "kvbench.jar");

  /** Reads a command line; empty where that is of no JVM, or does not say. */
  static Optional<JvmProgram> of(List<String> arguments) {
    if (arguments.isEmpty()
        || !Set.of("java", "java.exe", "javaw.exe").contains(fileName(arguments.getFirst()))) {
      return Optional.empty();
    }
    for (int at = 1; at < arguments.size(); at++) {
      String word = arguments.get(at);
      if (word.startsWith("--module=")) {
        return Optional.of(inModule(word.substring("--module=".length())));
      }
      if (Set.of("-jar", "-m", "--module").contains(word)) {
        return arguments.stream().skip(at + 1L).findFirst().map(JvmProgram::inModule);
      }
      if (WITH_VALUE.contains(word)) {
        at++;
      } else if (!word.startsWith("-") && !word.startsWith("@")) {
        return Optional.of(new JvmProgram(word));
      }
    }
    return Optional.empty();
  }

  /** A class may be written after its module, and a path has no such thing unless it is one. */
  private static JvmProgram inModule(String word) {
    boolean isJar = word.endsWith(".jar");
    return new JvmProgram(isJar ? word : word.substring(word.indexOf('/') + 1));
  }

  /** Returns whether it goes by this name: a class with or without its package, or a file. */
  boolean isCalled(String name) {
    return main.equals(name) || main.endsWith("." + name) || fileName(main).equals(name);
  }

  /** Returns whether it is kvbench, which is not a server. */
  boolean isKvbench() {
    return OWN.contains(main) || OWN.contains(fileName(main));
  }

  static String fileName(String path) {
    return path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  }
}
