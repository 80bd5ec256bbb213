package io.kvbench.runner.app.servers;

import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.app.options.CommandContext;
import io.kvbench.runner.app.options.CommandLinePlanner;
import io.kvbench.runner.app.options.ContextCommand;
import io.kvbench.runner.app.options.RunOptions;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterRequest;
import io.kvbench.runner.cluster.ClusterSettings;
import io.kvbench.runner.run.Bindings.Reachable;
import io.kvbench.runner.run.Interruption;
import io.kvbench.runner.run.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The command {@code kvbench cluster up}, which starts servers that stay, and prints how to use
 * them.
 */
@Command(
    name = "up",
    mixinStandardHelpOptions = true,
    modelTransformer = ContextCommand.WithoutProfile.class,
    sortOptions = false,
    description = "Starts servers that keep running until 'kvbench cluster down'.")
final class ClusterUpCommand extends ContextCommand {
  @Option(
      names = {"-db", "--system"},
      paramLabel = "SYSTEM",
      description = "System whose servers to start; 'kvbench systems' lists them.")
  private @Nullable String system;

  @Option(
      names = {"-p", "--property"},
      paramLabel = "NAME=VALUE",
      description = "Cluster property. May be repeated.")
  private List<String> properties = new ArrayList<>();

  ClusterUpCommand(CommandContext context) {
    super(context);
  }

  @Override
  public Integer call() {
    Problems problems = new Problems();
    Optional<ClusterRequest> request = request(problems);
    return request.isPresent() && problems.isEmpty()
        ? start(request.get())
        : terminal.refuse(problems);
  }

  private Optional<ClusterRequest> request(Problems problems) {
    Assignments given = RunOptions.of(List.of(), properties).assignments(problems);
    given.add(ClusterSettings.KEEP.name(), "true", Origin.of("cluster up"));
    Settings settings =
        Settings.resolve(
            planning.clusters().completed(Topology.expand(given, false, problems)),
            planning.clusters().settings(),
            CommandLinePlanner.LIST,
            problems);
    Optional<Reachable> found = planning.system(system, problems);
    if (found.filter(each -> each.system().local()).isPresent()) {
      problems.add("-db " + system, "runs inside kvbench: there are no servers to start.");
      return Optional.empty();
    }
    Optional<ClusterRequest> request = found.map(each -> each.servers(List.of(), settings));
    request.ifPresent(each -> planning.clusters().check(each, problems));
    return request;
  }

  private int start(ClusterRequest request) {
    try (Interruption whileStarting = new Interruption(stop)) {
      return start(request, whileStarting);
    } catch (ClusterException e) {
      return terminal.fail(e.getMessage(), ExitCode.ENVIRONMENT);
    } catch (InterruptedException e) {
      return terminal.fail("interrupted; nothing was left running.", ExitCode.INTERRUPTED);
    }
  }

  private int start(ClusterRequest request, Interruption whileStarting)
      throws ClusterException, InterruptedException {
    terminal.err().println("starting " + planning.clusters().intent(request));
    // The servers stay; resources of this process only, such as a log of containers, are closed.
    try (Cluster cluster = planning.clusters().start(request)) {
      whileStarting.close();
      terminal.err().flush();
      cluster.keptNotice().ifPresent(terminal.out()::println);
    }
    return ExitCode.FINE;
  }
}
