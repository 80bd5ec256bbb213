package io.kvbench.core.operation;

/**
 * The status of an operation: an answer of the store ({@link Outcome}), or an error ({@link
 * ErrorKind}). Counts and times are separate for every status, so that a fast rejection never
 * improves the figures of successes.
 */
public sealed interface Status permits Outcome, ErrorKind {

  /** Returns the name used in files and reports. */
  String name();
}
