package io.kvbench.runner.cluster.process;

import io.kvbench.runner.cluster.local.Directories;
import io.kvbench.runner.cluster.local.LocalNode;
import io.kvbench.runner.cluster.local.ProcessMark;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** A node: the server's process, and those that belong to it. */
final class ProcessNode implements LocalNode {

  /**
   * Waits for leave to begin, which comes when the watchdog knows of it, and becomes the server.
   */
  private static final String WAIT_AND_BEGIN = "read -r word && exec \"$@\" </dev/null";

  private final ServerProgram program;
  private final ProcessPlan plan;
  private final int nodes;
  private final List<Process> processes = new ArrayList<>();

  ProcessNode(ServerProgram program, ProcessPlan plan, int nodes) {
    this.program = program;
    this.plan = plan;
    this.nodes = nodes;
  }

  /** Starts the node; it does not answer yet when this returns. */
  void start(List<List<String>> commands, Watchdog watchdog) throws IOException {
    for (List<String> command : commands) {
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
      Process process = builder.start();
      processes.add(process);
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
  public boolean isAlive() {
    return processes.stream().allMatch(Process::isAlive);
  }

  @Override
  public boolean isServing() {
    return isAlive() && program.isServing(plan, nodes);
  }

  @Override
  public void askToStop() {
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
