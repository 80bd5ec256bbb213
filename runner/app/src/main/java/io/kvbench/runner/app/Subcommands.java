package io.kvbench.runner.app;

import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/** The commands below a command line, with the models of those only that its arguments name. */
record Subcommands(CommandLine line, Set<String> words) {

  /**
   * Adds a command.
   *
   * @param type the class whose annotation describes the command in a list
   * @param command makes the command or its whole line; called only if the arguments name it
   */
  void add(String name, Class<?> type, Supplier<Object> command) {
    line.addSubcommand(name, isNamed(name) ? line(command.get()) : listed(type));
  }

  /** Only lines that are made here have their models transformed. */
  private static CommandLine line(Object command) {
    return command instanceof CommandLine made ? made : new CommandLine(command);
  }

  /** The arguments in a file ({@code @file}) are not known yet. */
  private boolean isNamed(String name) {
    return words.contains(name) || words.stream().anyMatch(word -> word.startsWith("@"));
  }

  private static CommandSpec listed(Class<?> type) {
    CommandSpec spec = CommandSpec.create();
    Command command = type.getAnnotation(Command.class);
    spec.usageMessage().header(command.header()).description(command.description());
    return spec;
  }
}
