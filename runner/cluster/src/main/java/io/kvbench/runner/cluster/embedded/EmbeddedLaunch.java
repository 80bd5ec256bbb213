package io.kvbench.runner.cluster.embedded;

import io.kvbench.core.server.EmbeddedServer;
import io.kvbench.core.server.LivenessPipe;
import io.kvbench.core.server.ServerCommand;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterRequest;
import io.kvbench.runner.cluster.local.Confinement;
import io.kvbench.runner.cluster.local.Launch;
import io.kvbench.runner.cluster.local.LocalNode;
import io.kvbench.runner.cluster.local.LocalServer;
import io.kvbench.runner.cluster.local.NodeAddress;
import io.kvbench.runner.cluster.local.ProcessNode;
import io.kvbench.runner.cluster.local.Watchdog;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A launch of servers, each in a separate JVM. */
final class EmbeddedLaunch implements Launch {
  private final List<EmbeddedNode> nodes = new ArrayList<>();
  private Optional<Watchdog> watchdog = Optional.empty();

  /** Returns the server that a request is for: with the security that the request has by then. */
  static EmbeddedServer server(ClusterRequest request) {
    return request
        .servers()
        .embedded()
        .orElseThrow(() -> new IllegalStateException("obstacle was not asked"));
  }

  @Override
  public void start(
      ClusterRequest request,
      Path directory,
      Confinement confinement,
      List<NodeAddress> places,
      List<? super LocalNode> started)
      throws IOException, ClusterException, InterruptedException {
    watchdog = watchdog(directory, confinement);
    EmbeddedServer server = server(request);
    for (LocalServer plan : LocalServer.here(request, directory, confinement, places)) {
      ServerCommand command = server.command(plan.node(), plan.all(), request.settings());
      LocalServer.write(command);
      nodes.add(new EmbeddedNode(plan, confinement, command));
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

  /** Servers end with kvbench by themselves; without sh, files are left after a crash. */
  private static Optional<Watchdog> watchdog(Path directory, Confinement confinement) {
    try {
      return Optional.of(confinement.watched(directory));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** A server in a separate JVM, which ends when this process closes its liveness pipe. */
  private static final class EmbeddedNode extends ProcessNode {
    private final ServerCommand command;

    EmbeddedNode(LocalServer server, Confinement confinement, ServerCommand command) {
      super(server, confinement);
      this.command = command;
    }

    @Override
    protected void launch(Consumer<Process> started) throws IOException {
      List<String> java = new ArrayList<>();
      java.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      java.addAll(command.arguments());
      ProcessBuilder builder = builder(confined(java));
      builder.environment().putAll(command.environment());
      // Not in the command line, whose end tools would truncate.
      builder.environment().put("CLASSPATH", classPath());
      started.accept(builder.start());
    }

    /** The server has another working directory, so relative entries must be resolved here. */
    private static String classPath() {
      List<String> entries = new ArrayList<>();
      for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
        entries.add(Path.of(entry).toAbsolutePath().toString());
      }
      return String.join(File.pathSeparator, entries);
    }

    @Override
    protected void askToStop(Process process) {
      say(process, LivenessPipe.STOP);
    }

    /** Releases the server, which then outlives kvbench. */
    void release() {
      running().forEach(process -> say(process, LivenessPipe.KEEP));
    }

    private static void say(Process process, byte word) {
      try {
        OutputStream pipe = process.getOutputStream();
        pipe.write(word);
        pipe.flush();
      } catch (IOException e) {
        // It has already ended.
      }
    }
  }
}
