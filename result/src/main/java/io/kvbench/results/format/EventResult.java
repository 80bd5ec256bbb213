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

  /** The source of measurements of the network between clients and servers. */
  public static final String CLIENTS_NETWORK = "network";

  /** The source of changes of the load by its schedule. */
  public static final String LOAD = "load";

  /** The source of changes of the load that were made by hand during the run. */
  public static final String OPERATOR = "operator";

  /** The kind of a change of the rate. */
  public static final String RATE = "RATE";

  /** The kind of a change of the number of clients that send. */
  public static final String CLIENTS = "CLIENTS";

  /** The kind of a change of the mix. */
  public static final String MIX = "MIX";

  /** The kind of a change of a network condition. */
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
