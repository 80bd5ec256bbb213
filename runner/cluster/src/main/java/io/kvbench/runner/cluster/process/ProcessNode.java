package io.kvbench.runner.cluster.process;

import io.kvbench.core.file.FileReason;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.local.Detached;
import io.kvbench.runner.cluster.local.Directories;
import io.kvbench.runner.cluster.local.LocalNode;
import io.kvbench.runner.cluster.local.ProcessMark;
import io.kvbench.runner.cluster.local.Watchdog;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A node: the server's process, and those that belong to it. */
final class ProcessNode implements LocalNode {

  /**
   * Waits for leave to begin, which comes when the watchdog knows of it, and becomes the server.
   */
  private static final String WAIT_AND_BEGIN = "read -r word && exec \"$@\" </dev/null";

  private static final long END_SECONDS = 5;

  private final ServerProgram program;
  private final ProcessPlan plan;
  private final int nodes;
  private List<List<String>> commands = List.of();
  private @Nullable Watchdog watchdog;

  /** Set when the end has come: nothing is started after it. */
  private boolean over;

  private volatile List<Process> processes = List.of();

  ProcessNode(ServerProgram program, ProcessPlan plan, int nodes) {
    this.program = program;
    this.plan = plan;
    this.nodes = nodes;
  }

  /** Starts the node; it does not answer yet when this returns. */
  synchronized void start(List<List<String>> commands, Watchdog watchdog) throws IOException {
    this.commands = List.copyOf(commands);
    this.watchdog = watchdog;
    processes = List.of();
    for (List<String> command : commands) {
      Process process = builder(command).start();
      List<Process> all = new ArrayList<>(processes);
      all.add(process);
      processes = List.copyOf(all);
      watchdog.watch(process.pid());
      begin(process);
    }
  }

  private ProcessBuilder builder(List<String> command) {
    List<String> waiting = new ArrayList<>(List.of("sh", "-c", WAIT_AND_BEGIN, plan.name()));
    waiting.addAll(command);
    ProcessBuilder builder =
        new ProcessBuilder(Detached.command(waiting))
            .directory(plan.directory().toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(plan.log().toFile()));
    // The user's own variables would say how the server is to be configured.
    builder
        .environment()
        .keySet()
        .removeIf(name -> program.variables().stream().anyMatch(name::startsWith));
    return builder;
  }

  private static void begin(Process process) throws IOException {
    try (OutputStream leave = process.getOutputStream()) {
      leave.write("begin\n".getBytes(StandardCharsets.US_ASCII));
    }
  }

  @Override
  public String name() {
    return plan.name();
  }

  @Override
  public String endpoint() {
    return plan.endpoint();
  }

  @Override
  public OptionalLong pid() {
    return processes.stream().mapToLong(Process::pid).findFirst();
  }

  @Override
  public List<Long> pids() {
    return processes.stream().map(Process::pid).toList();
  }

  @Override
  public Path logFile() {
    return plan.log();
  }

  @Override
  public Optional<Path> dataDirectory() {
    return Optional.of(plan.store());
  }

  @Override
  public OptionalLong diskBytes() {
    try {
      return OptionalLong.of(Directories.size(plan.store()));
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }

  @Override
  public String role() {
    return program.role(plan, nodes).orElse("unknown");
  }

  @Override
  public void kill() {
    processes.forEach(Process::destroyForcibly);
  }

  @Override
  public boolean canRestart() {
    return true;
  }

  @Override
  public void restart() throws ClusterException, InterruptedException {
    if (!awaitEnd(TimeUnit.SECONDS.toNanos(END_SECONDS))) {
      throw new ClusterException(name() + " is still running");
    }
    synchronized (this) {
      Watchdog watching = watchdog;
      if (over || watching == null) {
        throw new ClusterException("the servers are being stopped");
      }
      try {
        start(commands, watching);
      } catch (IOException e) {
        throw new ClusterException(name() + " was not started again: " + FileReason.of(e), e);
      }
    }
  }

  @Override
  public boolean isAlive() {
    return processes.stream().allMatch(Process::isAlive);
  }

  @Override
  public boolean isServing() {
    return isAlive() && program.isServing(plan, nodes);
  }

  @Override
  public synchronized void askToStop() {
    over = true;
    processes.forEach(Process::destroy);
  }

  @Override
  public boolean awaitEnd(long nanos) throws InterruptedException {
    long deadline = System.nanoTime() + nanos;
    for (Process process : processes) {
      if (!process.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public List<ProcessMark> processes() {
    return processes.stream().flatMap(process -> ProcessMark.of(process.pid()).stream()).toList();
  }
}
