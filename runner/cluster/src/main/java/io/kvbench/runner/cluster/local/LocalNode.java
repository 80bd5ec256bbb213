package io.kvbench.runner.cluster.local;

import io.kvbench.runner.cluster.ClusterNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A server on this machine that kvbench has started. */
public interface LocalNode extends ClusterNode {
  @Override
  void kill();

  /** Returns where its log is, or will be. */
  Path logFile();

  /** Returns whether all of its processes are alive. */
  boolean isAlive();

  /** Returns whether it answers as a member of a working cluster. */
  boolean isServing();

  /** Asks it to end and to leave its files; does not wait. */
  void askToStop();

  /** Waits for its end; returns whether it came. */
  boolean awaitEnd(long nanos) throws InterruptedException;

  /** Returns how to find its processes again. */
  List<ProcessMark> processes();

  @Override
  default Optional<Path> log() {
    return Optional.of(logFile());
  }

  /** Returns what of the log is worth a place in a message. */
  default String logExcerpt() {
    return LogExcerpt.of(logFile());
  }

  /** Returns whether the server says that somebody else has one of its ports. */
  default boolean lostItsPort() {
    String text = LogExcerpt.text(logFile());
    return text.contains("java.net.BindException")
        || text.toLowerCase(Locale.ROOT).contains("address already in use");
  }
}
