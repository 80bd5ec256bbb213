package io.kvbench.testkit;

import java.io.IOException;
import java.util.List;

/** Real servers that a test can harm. */
public interface RunningServers extends AutoCloseable {

  /** Returns their addresses, as {@code host:port}, the same after a restart. */
  List<String> endpoints();

  /** Kills them without notifying their clients. */
  void kill() throws IOException, InterruptedException;

  /** Starts those that were killed, with their files, and returns when all listen. */
  void restart() throws IOException, InterruptedException;

  /** Suspends them; their sockets stay open. */
  void freeze() throws IOException, InterruptedException;

  /** Resumes them. */
  void thaw() throws IOException, InterruptedException;

  /** Ends them permanently. */
  @Override
  void close();
}
