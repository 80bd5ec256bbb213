package io.kvbench.core.operation;

/**
 * How an operation ended: with an answer of the store ({@link Outcome}), or with an error ({@link
 * ErrorKind}). Counts and times are separate for every status, so that a fast rejection never
 * improves the figures of successes.
 */
public sealed interface Status permits Outcome, ErrorKind {

  /** Returns the name used in files and reports. */
  String name();
}
