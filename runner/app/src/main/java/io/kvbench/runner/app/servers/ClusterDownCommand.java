package io.kvbench.runner.app.servers;

import io.kvbench.core.setting.Problems;
import io.kvbench.runner.app.options.CommandContext;
import io.kvbench.runner.app.options.ContextCommand;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterProvider;
import io.kvbench.runner.cluster.KeptCluster;
import io.kvbench.runner.run.Interruption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code kvbench cluster down}, which stops clusters that were started to stay. */
@Command(
    name = "down",
    mixinStandardHelpOptions = true,
    modelTransformer = ContextCommand.WithoutProfile.class,
    sortOptions = false,
    description = "Stops clusters started by 'kvbench cluster up', and no other servers.")
final class ClusterDownCommand extends ContextCommand {
  @Parameters(
      paramLabel = "NAME",
      arity = "0..*",
      description = "Cluster names, as shown by 'kvbench cluster list'.")
  private List<String> names = new ArrayList<>();

  @Option(names = "--all", description = "Stop all clusters.")
  private boolean all;

  @Option(names = "--purge", description = "Also remove the servers' files.")
  private boolean purge;

  ClusterDownCommand(CommandContext context) {
    super(context);
  }

  @Override
  public Integer call() {
    Problems problems = new Problems();
    if (all == !names.isEmpty()) {
      problems.add("cluster down", "specify cluster names or --all.");
      return terminal.refuse(problems);
    }
    try (Interruption whileStopping = new Interruption(stop)) {
      List<KeptCluster> chosen = chosen(problems);
      return problems.isEmpty() ? stop(chosen, whileStopping) : terminal.refuse(problems);
    } catch (ClusterException e) {
      return terminal.fail(e.getMessage(), ExitCode.ENVIRONMENT);
    } catch (InterruptedException e) {
      return terminal.fail(
          "interrupted; 'kvbench cluster list' shows what is still running.", ExitCode.INTERRUPTED);
    }
  }

  private List<KeptCluster> chosen(Problems problems) throws ClusterException {
    List<KeptCluster> known = planning.clusters().kept().list();
    if (all) {
      return known;
    }
    List<KeptCluster> chosen = new ArrayList<>();
    for (String name : names.stream().distinct().toList()) {
      Optional<KeptCluster> found =
          known.stream().filter(kept -> kept.name().equals(name)).findFirst();
      found.ifPresentOrElse(chosen::add, () -> problems.add(name, unknown(known)));
    }
    return chosen;
  }

  private static String unknown(List<KeptCluster> known) {
    return known.isEmpty()
        ? "unknown cluster; none is running."
        : "unknown cluster; running clusters: "
            + known.stream().map(KeptCluster::name).collect(Collectors.joining(", "))
            + ".";
  }

  private int stop(List<KeptCluster> chosen, Interruption whileStopping)
      throws InterruptedException {
    if (chosen.isEmpty()) {
      terminal.err().println("No clusters to stop.");
    }
    int code = ExitCode.FINE;
    for (KeptCluster kept : chosen) {
      try {
        stop(kept);
      } catch (ClusterException e) {
        terminal.err().println("kvbench: " + e.getMessage());
        code = ExitCode.ENVIRONMENT;
      }
    }
    whileStopping.close();
    return code;
  }

  private void stop(KeptCluster kept) throws ClusterException, InterruptedException {
    ClusterProvider provider =
        planning
            .clusters()
            .provider(kept.kind())
            .orElseThrow(
                () ->
                    new ClusterException(
                        kept.name()
                            + " was not stopped: this kvbench does not support cluster="
                            + kept.kind()
                            + "."));
    provider.stop(kept, purge);
    planning.clusters().kept().remove(kept);
    String files = kept.state().get(KeptCluster.DIRECTORY);
    terminal
        .out()
        .println(
            kept.name()
                + " was stopped"
                + (files == null
                    ? ""
                    : purge ? ", and its files were removed" : "; its files are in " + files)
                + ".");
  }
}
