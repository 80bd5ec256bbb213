package io.kvbench.runner.cluster.local;

import io.kvbench.runner.cluster.ClusterNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A server that kvbench has started on this machine. */
public interface LocalNode extends ClusterNode {
  @Override
  void kill();

  /** Returns the path of its log, existing or not. */
  Path logFile();

  /** Returns whether all of its processes are alive. */
  boolean isAlive();

  /** Returns whether it answers as a member of a working cluster. */
  boolean isServing();

  /** Stops it gracefully and keeps its files; does not wait. */
  void askToStop();

  /** Waits for its end; returns whether it ended. */
  boolean awaitEnd(long nanos) throws InterruptedException;

  /** Returns the marks of its processes. */
  List<ProcessMark> processes();

  @Override
  default Optional<Path> log() {
    return Optional.of(logFile());
  }

  /** Returns the excerpt of the log for messages. */
  default String logExcerpt() {
    return LogExcerpt.of(logFile());
  }

  /** Returns whether the server reports that another program has one of its ports. */
  default boolean lostItsPort() {
    String text = LogExcerpt.text(logFile());
    return text.contains("java.net.BindException")
        || text.toLowerCase(Locale.ROOT).contains("address already in use");
  }
}
