package io.kvbench.runner.cluster;

import io.kvbench.core.host.HostSample;
import java.io.Closeable;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
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

  /** Returns the directory on this machine that its data is in, or will be. */
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

  /** Ends it at once, as a crash would; for servers that kvbench started. */
  void kill();

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
    Signals.send("STOP", this);
  }

  /**
   * Lets it go on after {@link #pause}.
   *
   * @throws ClusterException if that did not work; the message says why
   */
  default void resume() throws ClusterException, InterruptedException {
    Signals.send("CONT", this);
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
}
