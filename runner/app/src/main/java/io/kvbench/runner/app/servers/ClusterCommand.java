package io.kvbench.runner.app.servers;

import io.kvbench.runner.app.options.CommandContext;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code kvbench cluster}, for servers that keep running when kvbench exits. */
@Command(
    name = "cluster",
    mixinStandardHelpOptions = true,
    description = "Starts, lists and stops servers that outlive a run.",
    synopsisSubcommandLabel = "up|list|down")
public final class ClusterCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  /** Returns the command with those below it. */
  public static CommandLine line(CommandContext context) {
    return new CommandLine(new ClusterCommand())
        .addSubcommand(new CommandLine(new ClusterUpCommand(context)))
        .addSubcommand(new CommandLine(new ClusterListCommand(context)))
        .addSubcommand(new CommandLine(new ClusterDownCommand(context)));
  }

  @Override
  public Integer call() {
    throw new ParameterException(spec.commandLine(), "missing subcommand: 'up', 'list' or 'down'.");
  }
}
