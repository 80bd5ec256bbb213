package io.kvbench.runner.launcher;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Goes on in another JVM: finds it, composes its command line, and says so if there is none. */
final class Relaunch {
  /**
   * From Java 24 on, keeps warnings about Protocol Buffers from standard error; of no effect
   * before.
   */
  private static final String QUIET = "-Dsun.misc.unsafe.memory.access=allow";

  /** The process id of the JVM that waits for the one which has this property. */
  static final String PARENT = "kvbench.launcher.pid";

  private final Machine machine;
  private final JavaSearch search;

  private Relaunch(Machine machine) {
    this.machine = machine;
    this.search = new JavaSearch(machine);
  }

  static Relaunch onThisMachine() {
    return new Relaunch(Machine.current());
  }

  /** Runs kvbench on a newer Java and returns its exit code. */
  int run(String[] arguments) throws InterruptedException {
    Advice advice = new Advice(machine, search, System.getProperty("java.version"));
    String home = System.getProperty("java.home");
    if (System.getProperty(PARENT) != null) {
      return refuse(advice.notWhatItSaid(home));
    }
    boolean isChosen = !machine.variable(JavaSearch.CHOICE).isEmpty();
    Optional<JavaHome> chosen = search.chosen();
    if (isChosen && !chosen.filter(Relaunch::isWorthTrying).isPresent()) {
      return refuse(advice.badChoice(chosen));
    }
    List<JavaHome> candidates =
        chosen.map(Collections::singletonList).orElseGet(search::candidates);
    return candidates.isEmpty() ? refuse(advice.nothingFound(home)) : run(candidates, arguments);
  }

  /** A Java that the user chose may keep its version to itself. */
  private static boolean isWorthTrying(JavaHome chosen) {
    return chosen.isNewEnough() || !chosen.version().isPresent();
  }

  private int run(List<JavaHome> candidates, String[] arguments) throws InterruptedException {
    for (JavaHome candidate : candidates) {
      try {
        return new NewerJvm(command(candidate, arguments), !machine.isWindows()).run();
      } catch (IOException e) {
        SafeText.print("kvbench: cannot run Java " + candidate + ": " + e.getMessage());
      }
    }
    return Launcher.USAGE;
  }

  private static int refuse(String message) {
    SafeText.print(message);
    return Launcher.USAGE;
  }

  private ProcessBuilder command(JavaHome java, String[] arguments) {
    JvmOptions options = new JvmOptions(ManagementFactory.getRuntimeMXBean().getInputArguments());
    announce(java, options.held());
    List<String> command = new ArrayList<>();
    command.add(java.executable().toString());
    command.add(QUIET);
    command.addAll(options.passed());
    processId().ifPresent(id -> command.add("-D" + PARENT + "=" + id));
    command.addAll(program(System.getProperty("java.class.path")));
    command.addAll(Arrays.asList(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    JvmOptions.removeHeld(builder.environment());
    return builder;
  }

  private void announce(JavaHome java, List<String> held) {
    String notice =
        "kvbench: this is Java " + System.getProperty("java.version") + ", using Java " + java;
    if (new Notice(machine.cache(), notice).isDue()) {
      SafeText.print(notice + "; this is printed once");
    }
    if (!held.isEmpty()) {
      SafeText.print(
          "kvbench: only one process can use these options, so they apply to the launcher only: "
              + String.join(" ", held)
              + "\nTo use them in the process that runs the load, start "
              + java.executable()
              + " -jar kvbench.jar directly.");
    }
  }

  /** The same jar with what its manifest asks for, or the same class path if there is no jar. */
  static List<String> program(String classPath) {
    return new File(classPath).isFile()
        ? Arrays.asList("-jar", classPath)
        : Arrays.asList("-cp", classPath, Launcher.class.getName());
  }

  /** Java 8 tells it only as the first part of the JVM's name: id@host. */
  private static Optional<String> processId() {
    String id = ManagementFactory.getRuntimeMXBean().getName().split("@", 2)[0];
    return id.matches("\\d+") ? Optional.of(id) : Optional.empty();
  }
}
