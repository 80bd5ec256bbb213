package io.kvbench.core.result;

import java.time.Instant;
import java.util.Optional;

/**
 * Something that happened while a phase ran and may explain its figures.
 *
 * @param source the source: {@link #FAULT} for what kvbench did to the servers, {@link #CLUSTER}
 *     for what it saw of them
 * @param kind what happened, in capitals: {@code KILL}, {@code PAUSE}, {@code RESUME}, {@code
 *     RESTART}, {@link #NOT_DONE}, {@link #LEADER}; more may be added
 * @param node the server's name, where it happened to one
 * @param message a description
 * @param phaseNanos when, from the start of the phase
 * @param at when, on the wall clock
 */
public record EventResult(
    String source,
    String kind,
    Optional<String> node,
    String message,
    long phaseNanos,
    Instant at) {

  /** The source of injected faults. */
  public static final String FAULT = "fault";

  /** The source of events observed by querying the servers. */
  public static final String CLUSTER = "cluster";

  /** The kind of a planned fault that was not injected. */
  public static final String NOT_DONE = "NOT_DONE";

  /** The kind of a server seen to lead after the one before it was killed or paused. */
  public static final String LEADER = "LEADER";

  /** Returns whether it is an injected fault that was carried out. */
  public boolean wasInjected() {
    return source.equals(FAULT) && !kind.equals(NOT_DONE);
  }
}
