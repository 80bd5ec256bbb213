package io.kvbench.runner.distributed.controller;

import io.kvbench.core.file.FileReason;
import io.kvbench.runner.cluster.local.Detached;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A process of ssh and its output. One thread uses it; another one may end it.
 *
 * @param host as the user named it
 * @param log of what both ssh and the host say
 */
record SshSession(String host, Process process, Path log) {
  private static final int STEP_MILLIS = 50;

  /**
   * Starts one. Ctrl-C in a terminal does not reach it: what agents have measured is still to come.
   *
   * @param command with the host and what to do there
   */
  static SshSession start(String host, List<String> command, Path log) throws IOException {
    try {
      return new SshSession(
          host,
          new ProcessBuilder(Detached.command(command))
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start(),
          log);
    } catch (IOException e) {
      throw new IOException("agents.ssh cannot be started: " + FileReason.of(e), e);
    }
  }

  /**
   * Waits for output that matches a pattern, and returns it, or nothing if the process has ended.
   */
  Optional<String> await(Pattern wanted) throws IOException, InterruptedException {
    while (true) {
      boolean ended = process.waitFor(STEP_MILLIS, TimeUnit.MILLISECONDS);
      Matcher found = wanted.matcher(Files.readString(log));
      if (found.find()) {
        return Optional.of(found.group(found.groupCount()));
      }
      if (ended) {
        return Optional.empty();
      }
    }
  }

  OutputStream input() {
    return process.getOutputStream();
  }

  /** Returns the reason for which the host can have no agent: the last line of output. */
  String problem() {
    return host + ": " + AgentProcesses.last(log);
  }

  /** Ends it; threads that wait for it or write to it continue. */
  void end() {
    process.destroyForcibly();
  }
}
