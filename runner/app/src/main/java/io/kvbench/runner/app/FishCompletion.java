package io.kvbench.runner.app;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The completion script of the shell fish, which picocli has no generator for. */
final class FishCompletion {
  private static final String SEEN = "__fish_seen_subcommand_from ";

  private FishCompletion() {}

  /** Returns the script for a command line and its commands. */
  static String of(CommandLine line) {
    StringBuilder script = new StringBuilder();
    Map<String, CommandLine> commands = new TreeMap<>(line.getSubcommands());
    String none = "not " + SEEN + String.join(" ", commands.keySet());
    options(script, none, line);
    commands.forEach(
        (name, command) -> {
          complete(script, none, "-f -a " + name, command);
          options(script, SEEN + name, command);
          command
              .getSubcommands()
              .forEach(
                  (inner, below) -> {
                    complete(script, SEEN + name, "-f -a " + inner, below);
                    options(script, SEEN + name + "; and " + SEEN + inner, below);
                  });
        });
    return script.toString();
  }

  private static void complete(
      StringBuilder script, String condition, String what, CommandLine command) {
    line(script, condition, what, command.getCommandSpec().usageMessage().description());
  }

  private static void options(StringBuilder script, String condition, CommandLine command) {
    for (OptionSpec option : command.getCommandSpec().options()) {
      if (option.hidden()) {
        continue;
      }
      StringBuilder what = new StringBuilder();
      for (String name : option.names()) {
        what.append(what.isEmpty() ? "" : " ").append(flag(name));
      }
      if (option.arity().max() > 0) {
        what.append(" -r");
        if (option.completionCandidates() != null) {
          what.append(" -f -a '")
              .append(String.join(" ", option.completionCandidates()))
              .append('\'');
        }
      }
      line(script, condition, what.toString(), option.description());
    }
  }

  /** Long names with one hyphen are of the old style there. */
  private static String flag(String name) {
    if (name.startsWith("--")) {
      return "-l " + name.substring(2);
    }
    return (name.length() == 2 ? "-s " : "-o ") + name.substring(1);
  }

  private static void line(
      StringBuilder script, String condition, String what, String... description) {
    String text =
        List.of(description).stream()
            .findFirst()
            .orElse("")
            .replaceAll("\\s*\\(default: \\$\\{DEFAULT-VALUE}\\)", "")
            .replaceAll("%+n.*", "")
            .replace("\\", "\\\\")
            .replace("'", "\\'");
    script
        .append("complete -c kvbench -n '%s' %s -d '%s'".formatted(condition, what, text))
        .append('\n');
  }
}
