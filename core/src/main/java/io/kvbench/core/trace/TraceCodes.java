package io.kvbench.core.trace;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.RangeContent;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Status;
import java.io.IOException;
import java.util.List;

/**
 * The numbers that represent names in a trace: indexes in these lists, counted from 0. A list may
 * be extended at its end and never change otherwise.
 */
final class TraceCodes {
  static final String UNKNOWN =
      "it has a kind of operation or answer that this kvbench does not know; use a later version of"
          + " kvbench";

  static final List<OperationType> TYPES =
      List.of(
          OperationType.INSERT,
          OperationType.READ,
          OperationType.UPDATE,
          OperationType.COMPARE_AND_SET,
          OperationType.DELETE,
          OperationType.SCAN,
          OperationType.RANGE,
          OperationType.TRANSACTION,
          OperationType.READ_TRANSACTION);

  static final List<Status> ANSWERS =
      List.of(
          Outcome.OK,
          Outcome.NOT_FOUND,
          Outcome.ALREADY_EXISTS,
          Outcome.CONFLICT,
          ErrorKind.TIMEOUT,
          ErrorKind.CONNECTION_LOST,
          ErrorKind.SESSION_EXPIRED,
          ErrorKind.UNAVAILABLE,
          ErrorKind.THROTTLED,
          ErrorKind.UNAUTHORIZED,
          ErrorKind.TOO_LARGE,
          ErrorKind.INVALID,
          ErrorKind.OTHER);

  static final List<ReadConsistency> CONSISTENCIES =
      List.of(ReadConsistency.DEFAULT, ReadConsistency.LINEARIZABLE, ReadConsistency.STALE);

  static final List<RangeContent> CONTENTS =
      List.of(RangeContent.RECORDS, RangeContent.KEYS, RangeContent.COUNT);

  private TraceCodes() {}

  /**
   * Returns the number of a value.
   *
   * @throws IllegalArgumentException if it has none
   */
  static <E> int code(List<E> codes, E value) {
    int code = codes.indexOf(value);
    if (code < 0) {
      throw new IllegalArgumentException(value + " has no place in a trace");
    }
    return code;
  }

  /**
   * Returns the value of a number.
   *
   * @throws IOException if no value has it
   */
  static <E> E value(List<E> codes, long code) throws IOException {
    if (code < 0 || code >= codes.size()) {
      throw new IOException(UNKNOWN);
    }
    return codes.get((int) code);
  }
}
