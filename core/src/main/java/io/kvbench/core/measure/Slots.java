package io.kvbench.core.measure;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;

/**
 * Places of statuses, and of types with statuses, in plain arrays: the hot path has no time for
 * maps. The order lives in one process only and is never written anywhere.
 */
@SuppressWarnings("EnumOrdinal")
final class Slots {
  private static final Outcome[] OUTCOMES = Outcome.values();
  private static final ErrorKind[] ERRORS = ErrorKind.values();

  /** The number of statuses. */
  static final int STATUSES = OUTCOMES.length + ERRORS.length;

  /** The number of pairs of a type and a status. */
  static final int PAIRS = OperationType.values().length * STATUSES;

  private Slots() {}

  static int of(Status status) {
    return switch (status) {
      case Outcome outcome -> outcome.ordinal();
      case ErrorKind error -> OUTCOMES.length + error.ordinal();
    };
  }

  static int of(OperationType type, Status status) {
    return type.ordinal() * STATUSES + of(status);
  }

  static Status status(int slot) {
    return slot < OUTCOMES.length ? OUTCOMES[slot] : ERRORS[slot - OUTCOMES.length];
  }
}
