package io.kvbench.testkit;

import java.nio.file.Path;

/** A start of servers. */
@FunctionalInterface
public interface ServerStart {

  /**
   * Starts servers and returns when they listen.
   *
   * @param directory an empty one for all their files
   */
  RunningServers start(Path directory) throws Exception;
}
