package io.kvbench.runner.cluster;

import io.kvbench.results.host.HostSample;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** One server of a cluster. */
public interface ClusterNode {

  /** Returns a unique name, valid as a file name. */
  String name();

  /** Returns the endpoint for clients. */
  String endpoint();

  /** Returns the id of its process on this machine; the first if there are several. */
  OptionalLong pid();

  /** Returns the ids of all of its processes on this machine. */
  default List<Long> pids() {
    return pid().stream().boxed().toList();
  }

  /** Returns its log file on this machine. */
  Optional<Path> log();

  /** Returns the directory of its data, existing or not, on its machine. */
  default Optional<Path> dataDirectory() {
    return Optional.empty();
  }

  /** Returns whether its runner provides samples, since its processes are not visible here. */
  default boolean isSampled() {
    return false;
  }

  /**
   * Returns the ids of its processes that this machine can see although its runner samples it, such
   * as those in containers; empty if it cannot see all of them.
   */
  default List<Long> visiblePids() {
    return List.of();
  }

  /**
   * Begins to provide samples, about once a second.
   *
   * @param reader called from one thread at a time; the only process in its samples has this node's
   *     name, and its disks and interfaces are the server's own
   * @return ends the samples when closed
   */
  default Closeable sample(Consumer<HostSample> reader) {
    throw new UnsupportedOperationException(name() + " is not sampled");
  }

  /**
   * Returns the limits in force for it, as reported by its kernel or the engine of its container.
   *
   * @throws ClusterException if they cannot be read
   */
  default Limits limits() throws ClusterException {
    return Limits.NONE;
  }

  /**
   * Returns how many processors a busy program got within its limits before it was started; empty
   * if not probed.
   */
  default OptionalDouble probedCpus() {
    return OptionalDouble.empty();
  }

  /** Returns its use of its limits so far. May take a second or two. */
  default LimitUse limitUse() {
    return LimitUse.UNKNOWN;
  }

  /** Returns how often the kernel killed one of its processes because of its memory limit. */
  default long oomKills() {
    return 0;
  }

  /** Returns the bytes that its data currently takes on this machine's disk, if known. */
  OptionalLong diskBytes();

  /**
   * Queries the server's role in the cluster: {@code standalone}, {@code leader}, {@code follower},
   * or {@code unknown} if it does not report it. Takes a second or two at most.
   */
  String role();

  /** Returns whether it is known to have ended; for servers that kvbench started. */
  default boolean hasEnded() {
    return pid().isPresent()
        && ProcessHandle.of(pid().getAsLong()).map(process -> !process.isAlive()).orElse(true);
  }

  /**
   * Kills it, as a crash would; for servers that kvbench started.
   *
   * @throws ClusterException if that fails; the message says why
   */
  void kill() throws ClusterException, InterruptedException;

  /** Returns whether it can be paused and resumed. */
  default boolean canPause() {
    return pid().isPresent();
  }

  /**
   * Pauses it, like a machine that hangs: it answers nothing and keeps its connections.
   *
   * @throws ClusterException if that fails; the message says why
   */
  default void pause() throws ClusterException, InterruptedException {
    signal("STOP");
  }

  /**
   * Resumes it after {@link #pause}.
   *
   * @throws ClusterException if that fails; the message says why
   */
  default void resume() throws ClusterException, InterruptedException {
    signal("CONT");
  }

  /** Returns whether it can be restarted after {@link #kill}. */
  default boolean canRestart() {
    return false;
  }

  /**
   * Restarts it with the files that it had when it was killed. It need not answer yet when this
   * returns.
   *
   * @throws ClusterException if that fails; the message says why
   */
  default void restart() throws ClusterException, InterruptedException {
    throw new ClusterException(name() + " cannot be restarted");
  }

  /** Returns whether it can be isolated from the other servers. */
  default boolean canIsolate() {
    return false;
  }

  /**
   * Isolates it from the other servers in both directions; clients still reach it.
   *
   * @throws ClusterException if that fails; the message says why
   */
  default void isolate() throws ClusterException, InterruptedException {
    throw new ClusterException(name() + " cannot be isolated");
  }

  /**
   * Reconnects it to the other servers after {@link #isolate}.
   *
   * @throws ClusterException if that fails; the message says why
   */
  default void rejoin() throws ClusterException, InterruptedException {
    throw new ClusterException(name() + " cannot be isolated");
  }

  /** Returns whether its disk limit can be changed. */
  default boolean canSlowDisk() {
    return false;
  }

  /**
   * Changes the limit of its disk reads and writes.
   *
   * @param bytesPerSecond empty for the limit that it was started with, if any
   * @throws ClusterException if that fails; the message says why
   */
  default void limitDisk(OptionalLong bytesPerSecond) throws ClusterException {
    throw new ClusterException("the disk of " + name() + " cannot be limited");
  }

  /** Returns whether its data is on a separate file system that kvbench created. */
  default boolean canFillDisk() {
    return false;
  }

  /**
   * Fills that file system.
   *
   * @throws ClusterException if that fails; the message says why
   */
  default void fillDisk() throws ClusterException {
    throw new ClusterException(name() + " has no file system of its own");
  }

  /**
   * Frees that file system again.
   *
   * @throws ClusterException if that fails; the message says why
   */
  default void freeDisk() throws ClusterException {
    throw new ClusterException(name() + " has no file system of its own");
  }

  /** Sends a signal to its processes, with the standard Unix command, and waits. */
  private void signal(String signal) throws ClusterException, InterruptedException {
    if (pids().isEmpty()) {
      throw new ClusterException(name() + " is not a process on this machine");
    }
    List<String> command = new ArrayList<>(List.of("kill", "-" + signal));
    pids().forEach(pid -> command.add(Long.toString(pid)));
    try {
      Process kill =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!kill.waitFor(5, TimeUnit.SECONDS) || kill.exitValue() != 0) {
        throw new ClusterException("signal " + signal + " did not reach " + name());
      }
    } catch (IOException e) {
      throw new ClusterException("there is no command kill to send signal " + signal + " with", e);
    }
  }
}
