package io.kvbench.core.server;

import java.time.Instant;
import java.util.OptionalLong;

/**
 * Something that a server did, or that befell it, while phases ran.
 *
 * @param at when, by the server's clock; for what was seen in a metric, when it was seen
 * @param node the server's name
 * @param text the same in words, in one line
 * @param durationNanos how long it took, where the server tells
 */
public record ServerEvent(
    Instant at, String node, ServerEventKind kind, String text, OptionalLong durationNanos) {

  /** Pauses of a server's runtime shorter than this are not reported. */
  public static final long LEAST_PAUSE_NANOS = 10_000_000;
}
