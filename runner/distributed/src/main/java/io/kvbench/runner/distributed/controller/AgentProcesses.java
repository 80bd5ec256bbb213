package io.kvbench.runner.distributed.controller;

import io.kvbench.core.file.FileReason;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.runner.distributed.StartedAgents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The agents that a controller has started on its own machine. Each ends when its standard input
 * does, that is, with this process at the latest.
 */
final class AgentProcesses implements StartedAgents {
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final List<Process> processes = new ArrayList<>();
  private final List<Path> logs = new ArrayList<>();

  private final NanoClock clock;

  /** None yet. */
  AgentProcesses(NanoClock clock) {
    this.clock = clock;
  }

  /**
   * Starts agents.
   *
   * @param command what runs {@code kvbench agent}, without options
   * @param directory where their logs go
   */
  static AgentProcesses start(
      List<String> command,
      String controller,
      Path certificates,
      int count,
      Path directory,
      NanoClock clock)
      throws IOException {
    AgentProcesses started = new AgentProcesses(clock);
    try {
      for (int number = 1; number <= count; number++) {
        List<String> own = new ArrayList<>(command);
        own.addAll(
            List.of(
                "--controller", controller, "--certs", certificates.toString(), "--with-parent"));
        Path log = directory.resolve("agent " + number + ".log");
        started.logs.add(log);
        started.processes.add(
            new ProcessBuilder(own).redirectErrorStream(true).redirectOutput(log.toFile()).start());
      }
      return started;
    } catch (IOException e) {
      started.close();
      throw new IOException("agents cannot be started: " + FileReason.of(e), e);
    }
  }

  /** Adds one that has been started. */
  void add(Process process, Path log) {
    processes.add(process);
    logs.add(log);
  }

  /** Returns what the first one said at its end that has ended, if one has. */
  @Override
  public Optional<String> ended() {
    for (int index = 0; index < processes.size(); index++) {
      if (!processes.get(index).isAlive()) {
        return Optional.of(
            "%s ended before it had joined: %s"
                .formatted(
                    logs.get(index).getFileName().toString().replace(".log", ""),
                    last(logs.get(index))));
      }
    }
    return Optional.empty();
  }

  @Override
  public Optional<String> missing() {
    return Optional.empty();
  }

  static String last(Path log) {
    try {
      List<String> lines = Files.readAllLines(log);
      return lines.isEmpty() ? "it said nothing" : lines.getLast();
    } catch (IOException e) {
      return "its log cannot be read";
    }
  }

  private static void endInput(Process process) {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // It has ended.
    }
  }

  /** Waits for their end, and ends those that take too long. */
  @Override
  public void close() {
    long deadline = clock.nanos() + PATIENCE.toNanos();
    boolean interrupted = false;
    processes.forEach(AgentProcesses::endInput);
    for (Process process : processes) {
      try {
        if (!process.waitFor(deadline - clock.nanos(), TimeUnit.NANOSECONDS)) {
          process.destroyForcibly();
        }
      } catch (InterruptedException e) {
        interrupted = true;
        process.destroyForcibly();
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
