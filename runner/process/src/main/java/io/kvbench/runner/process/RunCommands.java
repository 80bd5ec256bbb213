package io.kvbench.runner.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The commands with which kvbench starts itself for a run. Properties are in a file and not among
 * the arguments, which every user of the machine can see.
 *
 * @param run what runs {@code kvbench run}, as a process that ends with its standard input
 * @param clean what runs {@code kvbench clean}
 */
public record RunCommands(List<String> run, List<String> clean) {
  public RunCommands {
    run = List.copyOf(run);
    clean = List.copyOf(clean);
  }

  /** The command that runs the workload in a file, with its result below a directory. */
  public List<String> run(String system, Path properties, Path results) {
    return with(
        run, "-db", system, "-P", properties.toString(), "-s", "--results", results.toString());
  }

  /**
   * The command that removes the keys below kvbench's prefix.
   *
   * @param own whether the servers are kvbench's own, with no keys but kvbench's
   */
  public List<String> clean(String system, Path properties, boolean own) {
    List<String> command = with(clean, "-db", system, "-P", properties.toString(), "--yes");
    if (own) {
      command.add("--whole-store");
    }
    return command;
  }

  private static List<String> with(List<String> command, String... arguments) {
    List<String> all = new ArrayList<>(command);
    all.addAll(List.of(arguments));
    return all;
  }
}
