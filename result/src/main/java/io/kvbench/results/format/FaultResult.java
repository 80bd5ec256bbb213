package io.kvbench.results.format;

import io.kvbench.core.measure.Recovery;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * A fault that was injected into a server or the network, and the recovery of the phase. {@link
 * io.kvbench.core.measure.RecoveryRule} defines the figures.
 *
 * @param fault as it was planned, such as {@code kill:leader@10s}
 * @param action {@code KILL}, {@code PAUSE}, {@code RESUME}, {@code RESTART}, {@code CUT}, {@code
 *     HEAL}, {@code RESET}, {@code ISOLATE} or {@code REJOIN}; {@code NETWORK} for a change of a
 *     network condition
 * @param node the server's name; for {@code NETWORK} the servers in words
 * @param role its part in the cluster just before; {@code unknown} where it did not say
 * @param phaseNanos when it began, from the start of the phase
 * @param actionNanos how long it took until it was done
 * @param longestClientStallMillis the longest time in which a single client had no answer, counted
 *     from the fault, that began before the next one; empty in results of earlier versions
 * @param noneFreeMillis for how long up to the next fault requests were due, no client was free and
 *     no more could be started: what the clients then saw of the store; empty if for no time, and
 *     in results of earlier versions
 * @param recovery by type of operation, composites left out
 */
public record FaultResult(
    String fault,
    String action,
    String node,
    String role,
    long phaseNanos,
    long actionNanos,
    OptionalLong longestClientStallMillis,
    OptionalLong noneFreeMillis,
    List<RecoveryResult> recovery) {

  public FaultResult {
    recovery = recovery.stream().sorted(Comparator.comparing(RecoveryResult::operation)).toList();
  }

  /**
   * The recovery of one type of operation.
   *
   * @param okPerSecondBefore the rate of OK answers before
   * @param beforeNanos over how much time that is the mean
   * @param firstErrorMillis until an operation failed; absent if none did until the recovery, and
   *     in results of earlier versions
   * @param firstSuccessMillis until an operation was answered OK that was sent after the fault,
   *     whatever was done in between; absent if none was before the end of the phase
   * @param recoveredMillis until the beginning of the first second with 95 % of that rate; absent
   *     likewise
   * @param silenceMillis the longest stretch without an OK answer that began before that and before
   *     the next fault
   * @param errors what failed until then, or the next fault
   */
  public record RecoveryResult(
      OperationType operation,
      double okPerSecondBefore,
      long beforeNanos,
      OptionalLong firstErrorMillis,
      OptionalLong firstSuccessMillis,
      OptionalLong recoveredMillis,
      long silenceMillis,
      Map<ErrorKind, Long> errors) {
    private static final long MILLI = 1_000_000L;

    public RecoveryResult {
      errors = Map.copyOf(errors);
    }

    public static RecoveryResult of(Recovery recovery) {
      return new RecoveryResult(
          recovery.type(),
          recovery.okPerSecondBefore(),
          recovery.beforeNanos(),
          millis(recovery.firstErrorNanos()),
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
