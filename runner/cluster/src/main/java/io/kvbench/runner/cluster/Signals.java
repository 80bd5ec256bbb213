package io.kvbench.runner.cluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Sends signals to processes on this machine, with the command that every Unix has for it. */
final class Signals {
  private static final long LIMIT_SECONDS = 5;

  private Signals() {}

  /** Sends a signal such as {@code STOP}; it has been delivered when this returns. */
  static void send(String name, ClusterNode node) throws ClusterException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("kill", "-" + name));
    node.pids().forEach(pid -> command.add(Long.toString(pid)));
    if (node.pids().isEmpty()) {
      throw new ClusterException(node.name() + " is not a process on this machine");
    }
    try {
      Process kill =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!kill.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) || kill.exitValue() != 0) {
        throw new ClusterException("signal " + name + " did not reach " + node.name());
      }
    } catch (IOException e) {
      throw new ClusterException("there is no command kill to send signal " + name + " with", e);
    }
  }
}
