package io.kvbench.runner.cluster.local;

import io.kvbench.core.file.FileReason;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.LimitUse;
import io.kvbench.runner.cluster.Limits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The processes of a server on this machine: its own, and that of the server behind it. */
public abstract class ProcessNode implements LocalNode {
  private static final long END_SECONDS = 5;

  private final LocalServer server;
  private final Confinement confinement;
  private final ControlGroup group;

  /** Set at the end: nothing is started after it. */
  private boolean over;

  private volatile List<Process> processes = List.of();

  /** For subclasses, which start the processes. */
  protected ProcessNode(LocalServer server, Confinement confinement) {
    this.server = server;
    this.confinement = confinement;
    this.group = confinement.group(server.node().number());
  }

  /** Starts the node, which need not answer yet when this returns. */
  public final synchronized void start() throws IOException {
    processes = List.of();
    launch(process -> processes = Stream.concat(processes.stream(), Stream.of(process)).toList());
  }

  /**
   * Starts the processes, whose output is appended to the log.
   *
   * @param started receives each as soon as it runs, so that none is lost if a later one fails
   */
  protected abstract void launch(Consumer<Process> started) throws IOException;

  /** Stops a process gracefully; does not wait. */
  protected abstract void askToStop(Process process);

  /** Returns a builder of processes in the node's directory that write to its log. */
  protected final ProcessBuilder builder(List<String> command) {
    return new ProcessBuilder(command)
        .directory(server.directory().toFile())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(server.log().toFile()));
  }

  /** Returns a command that becomes the given one within the node's limits and network. */
  protected final List<String> confined(List<String> command) {
    return confinement.entering(server.node().number(), command);
  }

  @Override
  public final Limits limits() throws ClusterException {
    return group.limits();
  }

  @Override
  public final OptionalDouble probedCpus() {
    return group.probedCpus();
  }

  @Override
  public final LimitUse limitUse() {
    return group.use();
  }

  @Override
  public final long oomKills() {
    return group.oomKills();
  }

  @Override
  public final String name() {
    return server.node().name();
  }

  @Override
  public final String endpoint() {
    return server.node().endpoint();
  }

  @Override
  public final OptionalLong pid() {
    return processes.stream().mapToLong(Process::pid).findFirst();
  }

  @Override
  public final List<Long> pids() {
    return processes.stream().map(Process::pid).toList();
  }

  @Override
  public final Path logFile() {
    return server.log();
  }

  @Override
  public final Optional<Path> dataDirectory() {
    return Optional.of(server.store());
  }

  @Override
  public final OptionalLong diskBytes() {
    try {
      return OptionalLong.of(Directories.size(server.store()));
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }

  @Override
  public final String role() {
    return server.role().orElse("unknown");
  }

  @Override
  public final void kill() {
    processes.forEach(Process::destroyForcibly);
  }

  @Override
  public final boolean canRestart() {
    return true;
  }

  @Override
  public final void restart() throws ClusterException, InterruptedException {
    if (!awaitEnd(TimeUnit.SECONDS.toNanos(END_SECONDS))) {
      throw new ClusterException(name() + " is still running");
    }
    synchronized (this) {
      if (over) {
        throw new ClusterException("the servers are being stopped");
      }
      try {
        start();
      } catch (IOException e) {
        throw new ClusterException(name() + " was not restarted: " + FileReason.of(e), e);
      }
    }
  }

  @Override
  public final boolean canIsolate() {
    return !confinement.networks().isNone();
  }

  @Override
  public final void isolate() throws ClusterException, InterruptedException {
    confinement.networks().isolate(server.node().number());
  }

  @Override
  public final void rejoin() throws ClusterException, InterruptedException {
    confinement.networks().rejoin(server.node().number());
  }

  @Override
  public final boolean canSlowDisk() {
    return group.hasDisk();
  }

  @Override
  public final void limitDisk(OptionalLong bytesPerSecond) throws ClusterException {
    group.limitDisk(bytesPerSecond);
  }

  @Override
  public final boolean canFillDisk() {
    return confinement.volumes().has(server.node().number());
  }

  @Override
  public final void fillDisk() throws ClusterException {
    confinement.volumes().fill(server.node().number());
  }

  @Override
  public final void freeDisk() throws ClusterException {
    confinement.volumes().free(server.node().number());
  }

  @Override
  public final boolean isAlive() {
    return processes.stream().allMatch(Process::isAlive);
  }

  @Override
  public final boolean isServing() {
    return isAlive() && server.isServing();
  }

  @Override
  public final synchronized void askToStop() {
    over = true;
    processes.forEach(this::askToStop);
  }

  @Override
  public final boolean awaitEnd(long nanos) throws InterruptedException {
    long deadline = System.nanoTime() + nanos;
    for (Process process : processes) {
      if (!process.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public final List<ProcessMark> processes() {
    return processes.stream().flatMap(process -> ProcessMark.of(process.pid()).stream()).toList();
  }

  /** Returns the running processes. */
  protected final List<Process> running() {
    return processes;
  }
}
