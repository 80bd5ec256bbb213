package io.kvbench.runner.app;

import io.kvbench.core.engine.StopSignal;
import io.kvbench.runner.cluster.Clusters;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code kvbench cluster}: servers that stay when kvbench ends. */
@Command(
    name = "cluster",
    mixinStandardHelpOptions = true,
    description = "Starts, lists and stops servers that outlive a run.",
    synopsisSubcommandLabel = "up|list|down",
    footerHeading = "%nExamples:%n",
    footer = {
      "  kvbench cluster up -db zookeeper -p cluster.nodes=3",
      "  kvbench cluster list",
      "  kvbench cluster down zookeeper-1 --purge"
    })
final class ClusterCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  /** Returns the command with those below it. */
  static CommandLine line(
      CommandLinePlanner planning, Clusters clusters, Terminal terminal, StopSignal stop) {
    return new CommandLine(new ClusterCommand())
        .addSubcommand(new ClusterUpCommand(planning, clusters, terminal, stop))
        .addSubcommand(new ClusterListCommand(clusters, terminal))
        .addSubcommand(new ClusterDownCommand(clusters, terminal, stop));
  }

  @Override
  public Integer call() {
    throw new ParameterException(spec.commandLine(), "missing subcommand: 'up', 'list' or 'down'.");
  }
}
