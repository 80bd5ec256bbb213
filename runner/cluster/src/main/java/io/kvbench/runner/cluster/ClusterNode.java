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

  /** Returns a name that tells it from the others, fit for a file name. */
  String name();

  /** Returns where clients connect to. */
  String endpoint();

  /** Returns its process on this machine; the first where there are several. */
  OptionalLong pid();

  /** Returns all of its processes on this machine. */
  default List<Long> pids() {
    return pid().stream().boxed().toList();
  }

  /** Returns its log file on this machine. */
  Optional<Path> log();

  /** Returns the directory that its data is in, or will be, on the machine that it runs on. */
  default Optional<Path> dataDirectory() {
    return Optional.empty();
  }

  /** Returns whether whoever runs it tells what it uses, as its processes cannot be looked at. */
  default boolean isSampled() {
    return false;
  }

  /**
   * Begins to tell what it uses, about once a second.
   *
   * @param reader called from one thread at a time; the only process in its samples has this node's
   *     name, and its disks and interfaces are the server's own
   * @return what ends it
   */
  default Closeable sample(Consumer<HostSample> reader) {
    throw new UnsupportedOperationException(name() + " is not sampled");
  }

  /**
   * Returns the limits in force for it, as its kernel or the engine of its container reports them.
   *
   * @throws ClusterException if they cannot be read
   */
  default Limits limits() throws ClusterException {
    return Limits.NONE;
  }

  /**
   * Returns how many processors a busy program got within its limits before it was started; empty
   * where that was not tried.
   */
  default OptionalDouble probedCpus() {
    return OptionalDouble.empty();
  }

  /** Returns what it made of its limits so far. May take a second or two. */
  default LimitUse limitUse() {
    return LimitUse.UNKNOWN;
  }

  /** Returns how often the kernel killed one of its processes because of its memory limit. */
  default long oomKills() {
    return 0;
  }

  /** Returns the bytes that its data takes on this machine's disk now, where that can be known. */
  OptionalLong diskBytes();

  /**
   * Asks the server for its part in the cluster: {@code standalone}, {@code leader}, {@code
   * follower}, or {@code unknown} if it does not say. Waits for a second or two at most.
   */
  String role();

  /** Returns whether it is known to have ended; for servers that kvbench started. */
  default boolean hasEnded() {
    return pid().isPresent()
        && ProcessHandle.of(pid().getAsLong()).map(process -> !process.isAlive()).orElse(true);
  }

  /**
   * Ends it at once, as a crash would; for servers that kvbench started.
   *
   * @throws ClusterException if that did not work; the message says why
   */
  void kill() throws ClusterException, InterruptedException;

  /** Returns whether it can be paused and let go on. */
  default boolean canPause() {
    return pid().isPresent();
  }

  /**
   * Stops it in its tracks, as a machine that hangs: it answers nothing and keeps its connections.
   *
   * @throws ClusterException if that did not work; the message says why
   */
  default void pause() throws ClusterException, InterruptedException {
    signal("STOP");
  }

  /**
   * Lets it go on after {@link #pause}.
   *
   * @throws ClusterException if that did not work; the message says why
   */
  default void resume() throws ClusterException, InterruptedException {
    signal("CONT");
  }

  /** Returns whether it can be started again after {@link #kill}. */
  default boolean canRestart() {
    return false;
  }

  /**
   * Starts it again with the files that it had when it was killed. It does not answer yet when this
   * returns.
   *
   * @throws ClusterException if that did not work; the message says why
   */
  default void restart() throws ClusterException, InterruptedException {
    throw new ClusterException(name() + " cannot be restarted");
  }

  /** Returns whether it can be cut from the other servers. */
  default boolean canIsolate() {
    return false;
  }

  /**
   * Cuts it from the other servers in both directions; clients still reach it.
   *
   * @throws ClusterException if that did not work; the message says why
   */
  default void isolate() throws ClusterException, InterruptedException {
    throw new ClusterException(name() + " cannot be isolated");
  }

  /**
   * Connects it to the other servers again after {@link #isolate}.
   *
   * @throws ClusterException if that did not work; the message says why
   */
  default void rejoin() throws ClusterException, InterruptedException {
    throw new ClusterException(name() + " cannot be isolated");
  }

  /** Returns whether the limit of its disk can be changed. */
  default boolean canSlowDisk() {
    return false;
  }

  /**
   * Changes the limit of what it reads from and writes to its disk.
   *
   * @param bytesPerSecond empty for the limit that it was started with, if any
   * @throws ClusterException if that did not work; the message says why
   */
  default void limitDisk(OptionalLong bytesPerSecond) throws ClusterException {
    throw new ClusterException("the disk of " + name() + " cannot be limited");
  }

  /** Returns whether its data is on a file system that kvbench made for it alone. */
  default boolean canFillDisk() {
    return false;
  }

  /**
   * Fills that file system.
   *
   * @throws ClusterException if that did not work; the message says why
   */
  default void fillDisk() throws ClusterException {
    throw new ClusterException(name() + " has no file system of its own");
  }

  /**
   * Removes again what filled it.
   *
   * @throws ClusterException if that did not work; the message says why
   */
  default void freeDisk() throws ClusterException {
    throw new ClusterException(name() + " has no file system of its own");
  }

  /** Sends a signal to its processes, with the command that every Unix has for it, and waits. */
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
