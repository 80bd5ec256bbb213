package io.kvbench.core.operation;

/** The target of a watcher. */
public sealed interface WatchTarget {

  /** One record. */
  record Single(Key key) implements WatchTarget {}

  /** All records of the workload. */
  record All() implements WatchTarget {}

  /** The members of a group, as they join and leave. */
  record Group(Key key) implements WatchTarget {}
}
