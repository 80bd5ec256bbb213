package io.kvbench.core.measure;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;

/**
 * The indexes of statuses, and of types with statuses, in plain arrays: maps are too slow for the
 * hot path. The order is valid in one process only and is never written anywhere.
 */
@SuppressWarnings("EnumOrdinal")
public final class Slots {
  private static final Outcome[] OUTCOMES = Outcome.values();
  private static final ErrorKind[] ERRORS = ErrorKind.values();

  /** The number of statuses. */
  static final int STATUSES = OUTCOMES.length + ERRORS.length;

  /** The number of pairs of a type and a status. */
  static final int PAIRS = OperationType.values().length * STATUSES;

  /** The slot of lag, which has neither type nor status. */
  static final int LAG = PAIRS;

  /** The slot of {@link Outcome#OK}. */
  public static final int OK = Outcome.OK.ordinal();

  /** Pairs in which a client waits for the store, and not for other clients. */
  private static final boolean[] ASKED = new boolean[PAIRS + 1];

  private static final boolean[] UNANSWERED = new boolean[PAIRS + 1];

  static {
    for (OperationType type : OperationType.values()) {
      for (int status = 0; status < STATUSES; status++) {
        int slot = type.ordinal() * STATUSES + status;
        ASKED[slot] = !type.isComposite() && !type.waits() && status(status) != ErrorKind.UNSENT;
        UNANSWERED[slot] = status >= OUTCOMES.length;
      }
    }
  }

  private Slots() {}

  /** Returns whether a pair is a single operation that only the store keeps waiting. */
  static boolean isAsked(int slot) {
    return ASKED[slot];
  }

  /** Returns whether the status of a pair is an error. */
  static boolean isUnanswered(int slot) {
    return UNANSWERED[slot];
  }

  /** Returns the slot of a status. */
  public static int of(Status status) {
    // Not a switch over patterns, which costs more than all other parts of recording.
    return status instanceof Outcome outcome
        ? outcome.ordinal()
        : OUTCOMES.length + ((ErrorKind) status).ordinal();
  }

  static int of(OperationType type, Status status) {
    return type.ordinal() * STATUSES + of(status);
  }

  /**
   * Returns the status of a name.
   *
   * @throws IllegalArgumentException if it is unknown
   */
  public static Status status(String name) {
    for (int slot = 0; slot < STATUSES; slot++) {
      if (status(slot).name().equals(name)) {
        return status(slot);
      }
    }
    throw new IllegalArgumentException("no status \"" + name + "\" is known here");
  }

  /** Returns the status of a slot. */
  public static Status status(int slot) {
    return slot < OUTCOMES.length ? OUTCOMES[slot] : ERRORS[slot - OUTCOMES.length];
  }
}
