package io.kvbench.testkit.contract;

import io.kvbench.core.operation.Outcome;

/**
 * A system's answers to writes whose record is not in the expected state. {@link Outcome#OK} if it
 * does not detect that and applies the write anyway: an insert overwrites, an update creates, a
 * delete of a missing record succeeds.
 *
 * @param compareAndSetOfAbsent the answer if the record has been deleted since it was read; never
 *     OK
 */
public record WriteAnswers(
    Outcome insertOfPresent,
    Outcome updateOfAbsent,
    Outcome deleteOfAbsent,
    Outcome compareAndSetOfAbsent) {

  /** Every write detects it. */
  public static final WriteAnswers TELLING =
      new WriteAnswers(
          Outcome.ALREADY_EXISTS, Outcome.NOT_FOUND, Outcome.NOT_FOUND, Outcome.NOT_FOUND);
}
