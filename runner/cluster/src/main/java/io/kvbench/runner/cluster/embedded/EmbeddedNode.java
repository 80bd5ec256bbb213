package io.kvbench.runner.cluster.embedded;

import io.kvbench.core.server.LivenessPipe;
import io.kvbench.core.server.ServerCommand;
import io.kvbench.runner.cluster.local.LocalServer;
import io.kvbench.runner.cluster.local.ProcessNode;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A server in a JVM of its own, which ends when this process lets go of its liveness pipe. */
final class EmbeddedNode extends ProcessNode {
  private final ServerCommand command;

  EmbeddedNode(LocalServer server, ServerCommand command) {
    super(server);
    this.command = command;
  }

  @Override
  protected void launch(Consumer<Process> started) throws IOException {
    List<String> java = new ArrayList<>();
    java.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    java.addAll(command.arguments());
    ProcessBuilder builder = builder(java);
    builder.environment().putAll(command.environment());
    // Not in the command line, whose end tools would not show.
    builder.environment().put("CLASSPATH", classPath());
    started.accept(builder.start());
  }

  /** The server's directory is another one, so relative entries have to be resolved here. */
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

  /** Lets the server go on when kvbench ends. */
  void release() {
    running().forEach(process -> say(process, LivenessPipe.KEEP));
  }

  private static void say(Process process, byte word) {
    try {
      OutputStream pipe = process.getOutputStream();
      pipe.write(word);
      pipe.flush();
    } catch (IOException e) {
      // It has ended already.
    }
  }
}
