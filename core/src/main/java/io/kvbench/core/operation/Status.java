package io.kvbench.core.operation;

/**
 * How an operation ended: the store answered ({@link Outcome}) or it did not do what was asked
 * ({@link ErrorKind}). Counts and times are kept apart for every status, so that a fast refusal
 * never improves the figures of a success.
 */
public sealed interface Status permits Outcome, ErrorKind {

  /** Returns the name used in files and reports. */
  String name();
}
