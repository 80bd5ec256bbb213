package io.kvbench.runner.cluster.process;

import io.kvbench.core.server.ServerCommand;
import io.kvbench.runner.cluster.local.Detached;
import io.kvbench.runner.cluster.local.LocalServer;
import io.kvbench.runner.cluster.local.ProcessNode;
import io.kvbench.runner.cluster.local.Watchdog;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A server that runs installed programs, each under the watchdog. */
final class InstalledNode extends ProcessNode {
  /**
   * Waits for leave to begin, which comes when the watchdog knows of it, and becomes the server.
   */
  private static final String WAIT_AND_BEGIN = "read -r word && exec \"$@\" </dev/null";

  private final List<ServerCommand> commands;
  private final List<String> variables;
  private final Watchdog watchdog;

  /**
   * A server that is not started yet.
   *
   * @param variables prefixes of environment variables that must not reach the programs
   */
  InstalledNode(
      LocalServer server, List<ServerCommand> commands, List<String> variables, Watchdog watchdog) {
    super(server);
    this.commands = List.copyOf(commands);
    this.variables = List.copyOf(variables);
    this.watchdog = watchdog;
  }

  @Override
  protected void launch(Consumer<Process> started) throws IOException {
    for (ServerCommand command : commands) {
      List<String> waiting = new ArrayList<>(List.of("sh", "-c", WAIT_AND_BEGIN, name()));
      waiting.addAll(command.arguments());
      ProcessBuilder builder = builder(Detached.command(waiting));
      // The user's own variables would say how the server is to be configured.
      builder
          .environment()
          .keySet()
          .removeIf(name -> variables.stream().anyMatch(name::startsWith));
      builder.environment().putAll(command.environment());
      Process process = builder.start();
      started.accept(process);
      watchdog.watch(process.pid());
      begin(process);
    }
  }

  private static void begin(Process process) throws IOException {
    try (OutputStream leave = process.getOutputStream()) {
      leave.write("begin\n".getBytes(StandardCharsets.US_ASCII));
    }
  }

  @Override
  protected void askToStop(Process process) {
    process.destroy();
  }
}
