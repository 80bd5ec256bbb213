package io.kvbench.runner.suite;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How kvbench starts itself for a cell. Properties are in a file and not among the arguments, which
 * every user of the machine can see.
 *
 * @param run what runs {@code kvbench run}, as a process that ends with its standard input
 * @param clean what runs {@code kvbench clean}
 */
public record CellCommands(List<String> run, List<String> clean) {
  public CellCommands {
    run = List.copyOf(run);
    clean = List.copyOf(clean);
  }

  List<String> run(String system, Path properties, Path results) {
    return with(
        run, "-db", system, "-P", properties.toString(), "-s", "--results", results.toString());
  }

  /**
   * The command that removes the keys below kvbench's prefix.
   *
   * @param own whether the servers are the suite's own, with no keys but kvbench's
   */
  List<String> clean(String system, Path properties, boolean own) {
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
