package io.kvbench.runner.app;

import io.kvbench.core.engine.StopSignal;
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
final class ClusterCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  /** Returns the command with those below it. */
  static CommandLine line(CommandLinePlanner planning, Terminal terminal, StopSignal stop) {
    return new CommandLine(new ClusterCommand())
        .addSubcommand(new ClusterUpCommand(planning, terminal, stop))
        .addSubcommand(new ClusterListCommand(planning, terminal))
        .addSubcommand(new ClusterDownCommand(planning, terminal, stop));
  }

  @Override
  public Integer call() {
    throw new ParameterException(spec.commandLine(), "missing subcommand: 'up', 'list' or 'down'.");
  }
}
