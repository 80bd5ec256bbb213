package io.kvbench.core.server;

import java.util.Optional;

/**
 * A parser of events in the logs of one system's servers. Event texts consist of the parser's own
 * words and numbers: data of requests that a log quotes must not get into results.
 */
public interface LogParser {

  /** Returns the event that a line reports, if any. */
  Optional<ServerEvent> event(String node, String line);
}
