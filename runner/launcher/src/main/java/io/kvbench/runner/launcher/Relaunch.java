package io.kvbench.runner.launcher;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** The restart in another JVM: its choice, its command line, or a message if there is none. */
final class Relaunch {
  static final int USAGE = 2;

  private static final String LAUNCHER = "io.kvbench.runner.launcher.Launcher";

  /** The options to use the class cache, one per line, for JVMs that kvbench starts. */
  private static final String CACHE = "kvbench.launcher.cache";

  /** The process id of the JVM that waits for the one with this property. */
  static final String PARENT = "kvbench.launcher.pid";

  /** Commands that end within seconds, with little garbage: optimized code comes too late. */
  private static final List<String> SHORT = Arrays.asList("report", "compare", "history");

  private static final List<String> FOR_SHORT =
      Arrays.asList("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  /** Larger logs of histograms take long enough to be worth optimizing the code. */
  private static final long SHORT_BYTES = 32 << 20;

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

  /**
   * Runs kvbench on this Java with a class cache, or other options for a faster start. Empty if it
   * must run in this JVM: there are none, they would not pay, or the user gave options that only
   * one JVM can have or that do not go together with them.
   */
  Optional<Integer> runFaster(String[] arguments) throws InterruptedException {
    if (System.getProperty(PARENT) != null
        || JvmOptions.isInEnvironment(System.getenv())
        || isHelp(arguments)) {
      return Optional.empty();
    }
    JvmOptions options = JvmOptions.ofThisJvm();
    String classPath = System.getProperty("java.class.path");
    Optional<JavaHome> java = JavaHome.at(Paths.get(System.getProperty("java.home")));
    if (!options.areForAnyJvm() || !java.isPresent()) {
      return Optional.empty();
    }
    List<String> cached = cacheOptions(java.get(), classPath, arguments);
    List<String> faster = shortOptions(arguments);
    if (cached.isEmpty() && faster.isEmpty()) {
      return Optional.empty();
    }
    try {
      ProcessBuilder command = command(java.get(), options, cached, faster, arguments);
      return Optional.of(new NewerJvm(command, !machine.isWindows()).run());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** A second JVM costs more than the cache saves if only picocli's help is printed. */
  private static boolean isHelp(String[] arguments) {
    return arguments.length == 0
        || Arrays.asList("help", "-h", "--help", "-V", "--version").contains(arguments[0]);
  }

  private List<String> cacheOptions(JavaHome java, String classPath, String[] arguments) {
    boolean isRun = Arrays.asList(arguments).contains("-db");
    return ClassCache.of(machine, java, classPath)
        .map(cache -> cache.options(isRun))
        .orElse(Collections.emptyList());
  }

  /** A Java that the user chose may not state its version. */
  private static boolean isWorthTrying(JavaHome chosen) {
    return chosen.isNewEnough() || !chosen.version().isPresent();
  }

  /** Returns options for a command that ends within seconds; none for others. */
  static List<String> shortOptions(String... arguments) {
    boolean isShort =
        arguments.length > 0
            && SHORT.contains(arguments[0])
            && Arrays.stream(arguments)
                    .mapToLong(each -> new File(each, "histograms.hlog").length())
                    .sum()
                < SHORT_BYTES;
    return isShort ? FOR_SHORT : Collections.emptyList();
  }

  private int run(List<JavaHome> candidates, String[] arguments) throws InterruptedException {
    for (JavaHome candidate : candidates) {
      try {
        return new NewerJvm(command(candidate, arguments), !machine.isWindows()).run();
      } catch (IOException e) {
        SafeText.print("kvbench: cannot run Java " + candidate + ": " + e.getMessage());
      }
    }
    return USAGE;
  }

  private static int refuse(String message) {
    SafeText.print(message);
    return USAGE;
  }

  private ProcessBuilder command(JavaHome java, String[] arguments) {
    JvmOptions options = JvmOptions.ofThisJvm();
    announce(java, options.held());
    String classPath = System.getProperty("java.class.path");
    return options.areForAnyJvm() && !JvmOptions.isInEnvironment(System.getenv())
        ? command(
            java,
            options,
            cacheOptions(java, classPath, arguments),
            shortOptions(arguments),
            arguments)
        : command(java, options, Collections.emptyList(), Collections.emptyList(), arguments);
  }

  private static ProcessBuilder command(
      JavaHome java,
      JvmOptions options,
      List<String> cached,
      List<String> faster,
      String[] arguments) {
    List<String> command = new ArrayList<>();
    command.add(java.executable().toString());
    command.add(JvmOptions.QUIET);
    command.addAll(cached);
    if (!cached.isEmpty()) {
      // The cache was created with it, and the manifest is read too late for the JVM's comparison.
      command.add(JvmOptions.NATIVE);
      command.add("-D" + CACHE + "=" + String.join("\n", cached));
    }
    command.addAll(faster);
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

  /** Returns the jar with its manifest's options, or the class path if there is no jar. */
  static List<String> program(String classPath) {
    return new File(classPath).isFile()
        ? Arrays.asList("-jar", classPath)
        : Arrays.asList("-cp", classPath, LAUNCHER);
  }

  /** Java 8 provides it only as the first part of the JVM's name: id@host. */
  private static Optional<String> processId() {
    String id = ManagementFactory.getRuntimeMXBean().getName().split("@", 2)[0];
    return id.matches("\\d+") ? Optional.of(id) : Optional.empty();
  }
}
