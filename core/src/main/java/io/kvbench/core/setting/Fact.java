package io.kvbench.core.setting;

import java.util.Locale;

/**
 * What comparisons of runs look at as a whole. A setting that decides such a fact is not compared
 * by itself, as two spellings of the same load are no difference.
 */
public enum Fact {
  /** Which operations there are, and in what proportion. */
  MIX,
  /** Closed or open loop, and the rate. */
  LOAD_MODEL,
  /** How fresh reads have to be; also what a system takes for its default. */
  CONSISTENCY,
  KEY_SIZE,
  VALUE_SIZE,
  /** How many requests there are. */
  REQUESTS,
  CLIENTS,
  CONNECTIONS,
  /** Which phases there are. */
  PHASES,
  /** How many servers there are. */
  NODES,
  /** Where the servers run, and at which addresses. */
  PLACE,
  /** What is done to the servers on purpose. */
  FAULTS,
  /** What the network between clients and servers is like on purpose. */
  NETWORK,
  /** How much of its machine a server may use. */
  LIMITS,
  /** Which version of the servers it is. */
  VERSION,
  /** Whether connections are encrypted: a switch that is not false, or a file for it. */
  TLS;

  /** Returns the name as in {@code plan.json}, such as {@code key size}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
