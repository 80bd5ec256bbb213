package io.kvbench.core.result;

import io.kvbench.core.measure.Recovery;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Something that was done to a server on purpose, and how the phase came back. {@link
 * io.kvbench.core.measure.RecoveryRule} defines the figures.
 *
 * @param fault as it was planned, such as {@code kill:leader@10s}
 * @param action {@code KILL}, {@code PAUSE}, {@code RESUME} or {@code RESTART}
 * @param node the server's name
 * @param role its part in the cluster just before; {@code unknown} where it did not say
 * @param phaseNanos when it began, from the start of the phase
 * @param actionNanos how long it took until it was done
 * @param recovery by type of operation, composites left out
 */
public record FaultResult(
    String fault,
    String action,
    String node,
    String role,
    long phaseNanos,
    long actionNanos,
    List<RecoveryResult> recovery) {

  public FaultResult {
    recovery = recovery.stream().sorted(Comparator.comparing(RecoveryResult::operation)).toList();
  }

  /**
   * How one type of operation came back.
   *
   * @param okPerSecondBefore the rate of OK answers before
   * @param beforeNanos over how much time that is the mean
   * @param firstSuccessMillis until an operation was answered OK that was sent after the fault;
   *     absent if none was before the next fault or the end of the phase
   * @param recoveredMillis until the beginning of the first second with 95 % of that rate; absent
   *     likewise
   * @param silenceMillis the longest stretch without an OK answer until then
   * @param errors what failed until then
   */
  public record RecoveryResult(
      OperationType operation,
      double okPerSecondBefore,
      long beforeNanos,
      OptionalLong firstSuccessMillis,
      OptionalLong recoveredMillis,
      long silenceMillis,
      Map<ErrorKind, Long> errors) {
    private static final long MILLI = 1_000_000L;

    public RecoveryResult {
      errors = Map.copyOf(errors);
    }

    /** Returns the figures of a recovery. */
    public static RecoveryResult of(Recovery recovery) {
      return new RecoveryResult(
          recovery.type(),
          recovery.okPerSecondBefore(),
          recovery.beforeNanos(),
          millis(recovery.firstSuccessNanos()),
          millis(recovery.recoveredNanos()),
          Math.ceilDiv(recovery.silenceNanos(), MILLI),
          recovery.errors());
    }

    private static OptionalLong millis(OptionalLong nanos) {
      return nanos.isEmpty() ? nanos : OptionalLong.of(Math.ceilDiv(nanos.getAsLong(), MILLI));
    }
  }
}
