package io.kvbench.core.server;

import java.time.Instant;
import java.util.OptionalLong;

/**
 * An event on a server during the phases of a run.
 *
 * @param at the time by the server's clock; for an event from a metric, the time of the poll
 * @param node the server's name
 * @param text a description in one line
 * @param durationNanos the duration, if the server reports it
 */
public record ServerEvent(
    Instant at, String node, ServerEventKind kind, String text, OptionalLong durationNanos) {

  /** The shortest pause of a server's runtime that is reported. */
  public static final long LEAST_PAUSE_NANOS = 10_000_000;
}
