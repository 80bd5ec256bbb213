package io.kvbench.core.setting;

import java.util.Locale;

/** What a setting changes. Comparisons of runs treat a different value accordingly. */
public enum Affects {
  /** What the store is asked to do: runs that differ in it are not comparable. */
  LOAD,
  /** The servers: which they are, how they are configured, what happens to them. */
  SERVERS,
  /** How kvbench and the client library send the same load. */
  CLIENT,
  /** What is checked, recorded and shown; the load and the servers stay the same. */
  PRESENTATION;

  /** Returns the name as in {@code plan.json}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
