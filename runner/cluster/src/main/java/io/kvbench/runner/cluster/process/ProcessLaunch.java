package io.kvbench.runner.cluster.process;

import io.kvbench.core.server.ServerCommand;
import io.kvbench.core.server.ServerException;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterRequest;
import io.kvbench.runner.cluster.local.Confinement;
import io.kvbench.runner.cluster.local.Launch;
import io.kvbench.runner.cluster.local.LocalNode;
import io.kvbench.runner.cluster.local.LocalServer;
import io.kvbench.runner.cluster.local.NodeAddress;
import io.kvbench.runner.cluster.local.ProcessNode;
import io.kvbench.runner.cluster.local.Watchdog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A launch of the nodes of one cluster under one watchdog. */
final class ProcessLaunch implements Launch {
  private final List<FoundProgram> found;
  private @Nullable Watchdog watchdog;

  /**
   * Creates a launch.
   *
   * @param found the system's program, and the one behind it
   */
  ProcessLaunch(List<FoundProgram> found) {
    this.found = List.copyOf(found);
  }

  @Override
  public void start(
      ClusterRequest request,
      Path directory,
      Confinement confinement,
      List<NodeAddress> places,
      List<? super LocalNode> started)
      throws IOException, ClusterException, InterruptedException {
    Watchdog watching = confinement.watched(directory);
    watchdog = watching;
    List<String> variables =
        found.stream().flatMap(each -> each.program().variables().stream()).toList();
    for (LocalServer server : LocalServer.here(request, directory, confinement, places)) {
      List<ServerCommand> commands = new ArrayList<>();
      if (server.behind().isPresent()) {
        commands.add(command(server.behind().get(), found.getLast(), request.settings()));
      }
      commands.add(command(server, found.getFirst(), request.settings()));
      InstalledNode node = new InstalledNode(server, confinement, commands, variables, watching);
      started.add(node);
      node.start();
    }
  }

  private static ServerCommand command(LocalServer server, FoundProgram found, Settings settings)
      throws IOException, ClusterException {
    try {
      ServerCommand command =
          server
              .servers()
              .program()
              .orElse(found.program())
              .command()
              .of(found.path(), server.node(), server.all(), settings);
      LocalServer.write(command);
      return command;
    } catch (ServerException e) {
      throw new ClusterException(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public void release() {
    if (watchdog != null) {
      watchdog.release();
      watchdog = null;
    }
  }

  /** A server that runs installed programs, each under the watchdog. */
  private static final class InstalledNode extends ProcessNode {
    private final List<ServerCommand> commands;
    private final List<String> variables;
    private final Watchdog watchdog;

    /**
     * Creates a server that is not started yet.
     *
     * @param variables prefixes of environment variables that must not reach the programs
     */
    InstalledNode(
        LocalServer server,
        Confinement confinement,
        List<ServerCommand> commands,
        List<String> variables,
        Watchdog watchdog) {
      super(server, confinement);
      this.commands = List.copyOf(commands);
      this.variables = List.copyOf(variables);
      this.watchdog = watchdog;
    }

    @Override
    protected void launch(Consumer<Process> started) throws IOException {
      for (ServerCommand command : commands) {
        ProcessBuilder builder = builder(Watchdog.waiting(name(), confined(command.arguments())));
        // The user's own variables would change the server's configuration.
        builder
            .environment()
            .keySet()
            .removeIf(name -> variables.stream().anyMatch(name::startsWith));
        builder.environment().putAll(command.environment());
        Process process = builder.start();
        started.accept(process);
        watchdog.begin(process);
      }
    }

    @Override
    protected void askToStop(Process process) {
      process.destroy();
    }
  }
}
