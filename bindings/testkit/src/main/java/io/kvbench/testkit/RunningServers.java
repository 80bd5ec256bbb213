package io.kvbench.testkit;

import java.io.IOException;
import java.util.List;

/** Real servers that a test can do harm to. */
public interface RunningServers extends AutoCloseable {

  /** Returns where they are, as {@code host:port}, the same after a restart. */
  List<String> endpoints();

  /** Ends them without a word to their clients. */
  void kill() throws IOException, InterruptedException;

  /** Starts those that were killed, with the files that they had, and returns when all listen. */
  void restart() throws IOException, InterruptedException;

  /** Stops them in their tracks; their sockets stay open. */
  void freeze() throws IOException, InterruptedException;

  /** Lets them go on. */
  void thaw() throws IOException, InterruptedException;

  /** Ends them for good. */
  @Override
  void close();
}
