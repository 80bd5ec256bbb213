package io.kvbench.testkit;

import io.kvbench.core.operation.Outcome;

/**
 * How a system answers writes whose record is not as they want it. {@link Outcome#OK} where it
 * cannot tell and does the write all the same: an insert overwrites, an update creates, a delete of
 * nothing is done.
 *
 * @param compareAndSetOfAbsent the answer where the record has been deleted since it was read;
 *     never OK
 */
public record WriteAnswers(
    Outcome insertOfPresent,
    Outcome updateOfAbsent,
    Outcome deleteOfAbsent,
    Outcome compareAndSetOfAbsent) {

  /** Every write tells. */
  public static final WriteAnswers TELLING =
      new WriteAnswers(
          Outcome.ALREADY_EXISTS, Outcome.NOT_FOUND, Outcome.NOT_FOUND, Outcome.NOT_FOUND);
}
