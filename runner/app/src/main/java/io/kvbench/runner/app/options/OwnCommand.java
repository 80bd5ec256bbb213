package io.kvbench.runner.app.options;

import io.kvbench.runner.process.RunCommands;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command lines of processes that are kvbench, too. */
public final class OwnCommand {
  private static final String MAIN = "io.kvbench.runner.app.Main";

  private static final List<String> SIDECAR_OPTIONS =
      List.of(
          "-Xmx64m",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "--enable-native-access=ALL-UNNAMED");

  /** What only one process can use: ports, connections, files, and most of the memory. */
  private static final String EXCLUSIVE =
      "-D(com\\.sun\\.management|kvbench\\.launcher)\\..*|-X(debug|run).*"
          + "|-XX:(StartFlightRecording|SharedArchiveFile|AOT|MaxRAMPercentage).*";

  private OwnCommand() {}

  /**
   * Returns the command of a run's sidecar: the same program on the same Java, with a minimal heap.
   */
  public static List<String> sidecar() {
    return kvbench(SIDECAR_OPTIONS, "sidecar");
  }

  /** Returns the command of agents, with the settings of this process. */
  public static List<String> agent() {
    return likeThis("agent");
  }

  /** Returns the commands of runs that end with this process, and of the removal of their keys. */
  public static RunCommands ofRuns() {
    List<String> run = likeThis("run");
    run.add("--with-parent");
    return new RunCommands(run, likeThis("clean"));
  }

  /** Returns the command that starts a command of kvbench in a JVM with the options of this one. */
  private static List<String> likeThis(String name) {
    List<String> options =
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(option -> option.matches("-D.*|-X.*|--.*") && !option.matches(EXCLUSIVE))
            .toList();
    return kvbench(options, name);
  }

  private static List<String> kvbench(List<String> options, String name) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    System.getProperty("kvbench.launcher.cache", "").lines().forEach(command::add);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(MAIN, name));
    return command;
  }
}
