package io.kvbench.core.binding;

/** The connections that a system opens besides those that all clients share. */
public enum OwnConnections {
  /** One for each client. */
  PER_CLIENT,
  /** One for each lease. */
  PER_LEASE,
  /** One for each stream of watchers. */
  PER_STREAM,
  /** One for every hundred watchers of a stream. */
  PER_HUNDRED_WATCHERS,
  /** One for each watcher. */
  PER_WATCHER
}
