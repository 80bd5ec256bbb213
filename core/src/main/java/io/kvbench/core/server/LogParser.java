package io.kvbench.core.server;

import java.util.Optional;

/**
 * Finds events in the log of one system's servers. Texts of events are made of the parser's own
 * words and of numbers: what a log quotes of requests does not belong into results.
 */
public interface LogParser {

  /** Returns the event that a line tells of, if it tells of one. */
  Optional<ServerEvent> event(String node, String line);
}
