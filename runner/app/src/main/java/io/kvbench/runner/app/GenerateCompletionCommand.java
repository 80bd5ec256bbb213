package io.kvbench.runner.app;

import io.kvbench.runner.app.options.LowerCaseEnum;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.runner.app.terminal.Terminal;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code kvbench generate-completion}, which prints a completion script. */
@Command(
    name = GenerateCompletionCommand.NAME,
    mixinStandardHelpOptions = true,
    description = "Prints a script with which a shell completes commands, flags and systems.")
final class GenerateCompletionCommand implements Callable<Integer> {
  static final String NAME = "generate-completion";

  /** The shells for which there is a script. */
  enum Shell {
    BASH,
    /** It runs the script of bash. */
    ZSH,
    FISH
  }

  /** The names of the shells. */
  static final class ShellNames extends LowerCaseEnum<Shell> {
    ShellNames() {
      super(Shell.values());
    }
  }

  @Parameters(
      paramLabel = "SHELL",
      defaultValue = "bash",
      converter = ShellNames.class,
      description = "bash, zsh or fish (default: ${DEFAULT-VALUE}).")
  private Shell shell = Shell.BASH;

  private final Terminal terminal;
  private final Supplier<CommandLine> line;

  GenerateCompletionCommand(Terminal terminal, Supplier<CommandLine> line) {
    this.terminal = terminal;
    this.line = line;
  }

  @Override
  public Integer call() {
    terminal
        .out()
        .print(
            switch (shell) {
              case BASH -> AutoComplete.bash("kvbench", line.get());
              case ZSH -> "#compdef kvbench\n" + AutoComplete.bash("kvbench", line.get());
              case FISH -> FishCompletion.of(line.get());
            });
    return ExitCode.FINE;
  }
}
