package io.kvbench.core.setting;

import java.util.Locale;

/**
 * A property of a run that comparisons examine as a whole. A setting that decides such a fact is
 * not compared by itself, since two spellings of the same load are no difference.
 */
public enum Fact {
  /** The kinds of operations and their proportions. */
  MIX,
  /** Closed or open loop, and the rate. */
  LOAD_MODEL,
  /** The required freshness of reads, including a system's default. */
  CONSISTENCY,
  KEY_SIZE,
  VALUE_SIZE,
  /** The number of requests. */
  REQUESTS,
  CLIENTS,
  CONNECTIONS,
  /** The phases of the run. */
  PHASES,
  /** The number of servers. */
  NODES,
  /** The location and addresses of the servers. */
  PLACE,
  /** The faults injected into the servers. */
  FAULTS,
  /** The conditions imposed on the network between clients and servers. */
  NETWORK,
  /** The resource limits of the servers. */
  LIMITS,
  /** The version of the servers. */
  VERSION,
  /** Whether connections are encrypted: a switch that is not false, or a file for it. */
  TLS;

  /** Returns the name as in {@code plan.json}, such as {@code key size}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
