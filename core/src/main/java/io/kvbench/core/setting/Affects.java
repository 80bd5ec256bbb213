package io.kvbench.core.setting;

import java.util.Locale;

/** The effect of a setting, which determines how comparisons of runs treat a different value. */
public enum Affects {
  /** The load on the store: runs that differ in it are not comparable. */
  LOAD,
  /** The servers: their identity, their configuration, faults injected into them. */
  SERVERS,
  /** The way in which kvbench and the client library send the same load. */
  CLIENT,
  /** Checks, recordings and output; the load and the servers stay the same. */
  PRESENTATION;

  /** Returns the name as in {@code plan.json}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
