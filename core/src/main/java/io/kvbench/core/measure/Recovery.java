package io.kvbench.core.measure;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The recovery of one type of operation after a disturbance; {@link RecoveryRule} has the
 * definitions. Times are counted from the moment in which the disturbance began, and are up to a
 * tick too long, never too short.
 *
 * @param okPerSecondBefore the rate of OK answers to return to
 * @param beforeNanos the time over which that rate is the mean; 0 if there was none
 * @param firstErrorNanos until an operation failed; empty if none did until the rate was back
 * @param firstSuccessNanos until an operation was answered OK that was sent after the disturbance
 * @param recoveredNanos until the rate was back
 * @param silenceNanos the longest stretch without an OK answer that began before that and before
 *     the next disturbance
 * @param errors the errors until then, or until the next disturbance, by kind
 */
public record Recovery(
    OperationType type,
    double okPerSecondBefore,
    long beforeNanos,
    OptionalLong firstErrorNanos,
    OptionalLong firstSuccessNanos,
    OptionalLong recoveredNanos,
    long silenceNanos,
    Map<ErrorKind, Long> errors) {
  public Recovery {
    errors = Map.copyOf(errors);
  }

  /** Returns the same recovery with a rate that returned after this time. */
  Recovery recoveredAfter(long nanos) {
    return new Recovery(
        type,
        okPerSecondBefore,
        beforeNanos,
        firstErrorNanos,
        firstSuccessNanos,
        OptionalLong.of(nanos),
        silenceNanos,
        errors);
  }
}
