package io.kvbench.results.format;

import java.time.Instant;
import java.util.Optional;

/**
 * An event during a phase that may explain its figures.
 *
 * @param source the source: {@link #FAULT} for what kvbench did to the servers and to the network,
 *     {@link #CLUSTER} for what it saw of the servers, {@link #CLIENTS_NETWORK} for what it
 *     measured between clients and servers, {@link #LOAD} for changes of the load that its schedule
 *     had, {@link #OPERATOR} for those made by hand during the run
 * @param kind what happened, in capitals: {@code KILL}, {@code PAUSE}, {@code RESUME}, {@code
 *     RESTART}, {@code CUT}, {@code HEAL}, {@code RESET}, {@code ISOLATE}, {@code REJOIN}, {@code
 *     SLOWDISK}, {@code FASTDISK}, {@code FULLDISK}, {@code FREEDISK}, {@code SKEWCLOCK}, {@code
 *     SETCLOCK}, {@link #NETWORK}, {@link #NOT_DONE}, {@link #LEADER}, {@link #MEASURED}, {@link
 *     #RATE}, {@link #CLIENTS}, {@link #MIX}; more may be added
 * @param node the server's name, where it happened to one
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

  public static final String FAULT = "fault";
  public static final String CLUSTER = "cluster";
  public static final String CLIENTS_NETWORK = "network";
  public static final String LOAD = "load";
  public static final String OPERATOR = "operator";
  public static final String RATE = "RATE";
  public static final String CLIENTS = "CLIENTS";
  public static final String MIX = "MIX";
  public static final String NETWORK = "NETWORK";

  /** The kind of a measurement after such a change. */
  public static final String MEASURED = "MEASURED";

  /** The kind of a planned fault that was not injected. */
  public static final String NOT_DONE = "NOT_DONE";

  /** The kind of a server seen to lead after the one before it was killed or paused. */
  public static final String LEADER = "LEADER";

  /** Returns whether it is a change of the load, planned or not. */
  public boolean changedLoad() {
    return source.equals(LOAD) || source.equals(OPERATOR);
  }

  /** Returns whether it is an injected fault that was carried out. */
  public boolean wasInjected() {
    return source.equals(FAULT) && !kind.equals(NOT_DONE);
  }
}
