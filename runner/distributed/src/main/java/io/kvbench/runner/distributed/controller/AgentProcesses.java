package io.kvbench.runner.distributed.controller;

import io.kvbench.core.file.FileReason;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.runner.distributed.StartedAgents;
import java.io.IOException;
import java.nio.file.DirectoryStream;
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

  /** The time in which a disconnected agent may exit and print its error. */
  private static final Duration LAST_WORDS = Duration.ofSeconds(1);

  private static final String LOGS = "agent-*.log";

  private final List<Agent> agents = new ArrayList<>();
  private final NanoClock clock;

  /**
   * An agent process.
   *
   * @param title what to call it in a sentence
   */
  private record Agent(String title, Process process, Path log) {}

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
        own.addAll(List.of("--controller", controller, "--certs", certificates.toString()));
        own.addAll(List.of("--index", Integer.toString(number - 1), "--with-parent"));
        Path log = log(directory, number);
        started.add(
            "agent " + number,
            new ProcessBuilder(own).redirectErrorStream(true).redirectOutput(log.toFile()).start(),
            log);
      }
      return started;
    } catch (IOException e) {
      started.close();
      throw new IOException("agents cannot be started: " + FileReason.of(e), e);
    }
  }

  /** Returns where the log of an agent goes, counted from 1. */
  static Path log(Path directory, int number) {
    return directory.resolve(LOGS.replace("*", Integer.toString(number)));
  }

  /** Returns the logs that agents have left. */
  static List<Path> logs(Path directory) throws IOException {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, LOGS)) {
      List<Path> logs = new ArrayList<>();
      all.forEach(logs::add);
      return logs;
    }
  }

  /** Adds one that has been started. */
  void add(String title, Process process, Path log) {
    agents.add(new Agent(title, process, log));
  }

  /** Returns the last output of the first agent that has exited, if any. */
  @Override
  public Optional<String> ended() {
    return agents.stream()
        .filter(agent -> !agent.process().isAlive())
        .findFirst()
        .map(
            agent ->
                "%s ended before it had joined: %s".formatted(agent.title(), last(agent.log())));
  }

  @Override
  public String fate(long pid) {
    Optional<Agent> here =
        agents.stream().filter(agent -> agent.process().pid() == pid).findFirst();
    // Over SSH the process id is another machine's, so the first ended process is used.
    return here.or(() -> agents.stream().filter(agent -> !agent.process().isAlive()).findFirst())
        .filter(agent -> hasEnded(agent.process()))
        .map(
            agent ->
                "it ended with exit code %d: %s"
                    .formatted(agent.process().exitValue(), last(agent.log())))
        .orElse("it still runs, so it could not send in time, as on an overloaded machine");
  }

  private static boolean hasEnded(Process process) {
    try {
      return process.waitFor(LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return !process.isAlive();
    }
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
    List<Process> processes = agents.stream().map(Agent::process).toList();
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
