package io.kvbench.runner.cluster.embedded;

import io.kvbench.core.server.EmbeddedServer;
import io.kvbench.core.server.ServerCommand;
import io.kvbench.runner.cluster.ClusterRequest;
import io.kvbench.runner.cluster.local.Launch;
import io.kvbench.runner.cluster.local.LocalNode;
import io.kvbench.runner.cluster.local.LocalServer;
import io.kvbench.runner.cluster.local.Watchdog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Starts servers, each in a JVM of its own. */
final class EmbeddedLaunch implements Launch {
  private final ClusterRequest request;
  private final EmbeddedServer server;
  private final List<EmbeddedNode> nodes = new ArrayList<>();
  private Optional<Watchdog> watchdog = Optional.empty();

  EmbeddedLaunch(ClusterRequest request, EmbeddedServer server) {
    this.request = request;
    this.server = server;
  }

  @Override
  public void start(Path directory, List<List<Integer>> ports, List<? super LocalNode> started)
      throws IOException {
    watchdog = watchdog(directory);
    for (LocalServer plan : LocalServer.plan(request, directory, ports)) {
      ServerCommand command = server.command(plan.node(), plan.all(), request.settings());
      LocalServer.write(command);
      nodes.add(new EmbeddedNode(plan, command));
    }
    for (EmbeddedNode node : nodes) {
      started.add(node);
      node.start();
      if (watchdog.isPresent()) {
        watchdog.get().watch(node.pid().orElseThrow());
      }
    }
  }

  @Override
  public void release() {
    nodes.forEach(EmbeddedNode::release);
    watchdog.ifPresent(Watchdog::release);
    watchdog = Optional.empty();
  }

  /** Servers end with kvbench by themselves; files are left after a crash where there is no sh. */
  private static Optional<Watchdog> watchdog(Path directory) {
    try {
      return Optional.of(Watchdog.over(directory));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
