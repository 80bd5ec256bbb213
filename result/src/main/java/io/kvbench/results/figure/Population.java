package io.kvbench.results.figure;

/** The operations, requests, servers or process that a figure is computed from. */
public enum Population {
  /** Operations answered OK: the primary ones, or those of one type. */
  OPERATIONS,
  /** Requests of a schedule, answered or not. */
  REQUESTS,
  /** Servers and their hosts, all of which have to be known. */
  SERVERS,
  /** The process of kvbench. */
  KVBENCH
}
