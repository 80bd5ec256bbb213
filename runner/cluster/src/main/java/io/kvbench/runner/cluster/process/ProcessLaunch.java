package io.kvbench.runner.cluster.process;

import io.kvbench.core.server.ServerCommand;
import io.kvbench.core.server.ServerException;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterRequest;
import io.kvbench.runner.cluster.local.Launch;
import io.kvbench.runner.cluster.local.LocalNode;
import io.kvbench.runner.cluster.local.LocalServer;
import io.kvbench.runner.cluster.local.Watchdog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Starts the nodes of one cluster under one watchdog. */
final class ProcessLaunch implements Launch {
  private final ClusterRequest request;
  private final List<FoundProgram> found;
  private @Nullable Watchdog watchdog;

  /**
   * Prepares a launch.
   *
   * @param found the system's program, and the one behind it
   */
  ProcessLaunch(ClusterRequest request, List<FoundProgram> found) {
    this.request = request;
    this.found = List.copyOf(found);
  }

  @Override
  public void start(Path directory, List<List<Integer>> ports, List<? super LocalNode> started)
      throws IOException, ClusterException {
    Watchdog watching = Watchdog.over(directory);
    watchdog = watching;
    List<String> variables =
        found.stream().flatMap(each -> each.program().variables().stream()).toList();
    for (LocalServer server : LocalServer.plan(request, directory, ports)) {
      List<ServerCommand> commands = new ArrayList<>();
      if (server.behind().isPresent()) {
        commands.add(command(server.behind().get(), found.getLast()));
      }
      commands.add(command(server, found.getFirst()));
      InstalledNode node = new InstalledNode(server, commands, variables, watching);
      started.add(node);
      node.start();
    }
  }

  private ServerCommand command(LocalServer server, FoundProgram found)
      throws IOException, ClusterException {
    try {
      ServerCommand command =
          found
              .program()
              .command()
              .of(found.path(), server.node(), server.all(), request.settings());
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
}
