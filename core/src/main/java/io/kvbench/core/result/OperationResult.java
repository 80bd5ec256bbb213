package io.kvbench.core.result;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Outcome;
import java.util.Map;

/**
 * What was measured for one type of operation.
 *
 * @param count all that ended, however they ended
 * @param outcomes how many got which answer
 * @param errors how many failed, by kind
 * @param response times from intended start to answer, of those answered OK
 * @param service times from sending to answer, of those answered OK
 * @param otherTimes the same two for every other status that was seen, by the status's name
 */
public record OperationResult(
    long count,
    Map<Outcome, Long> outcomes,
    Map<ErrorKind, Long> errors,
    TimeResult response,
    TimeResult service,
    Map<String, Times> otherTimes) {

  public OperationResult {
    outcomes = Map.copyOf(outcomes);
    errors = Map.copyOf(errors);
    otherTimes = Map.copyOf(otherTimes);
  }

  /** Response and service times of one status. */
  public record Times(TimeResult response, TimeResult service) {}

  /** Returns how many were answered OK. */
  public long okCount() {
    return outcomes.getOrDefault(Outcome.OK, 0L);
  }

  /** Returns how many failed. */
  public long errorCount() {
    return errors.values().stream().mapToLong(Long::longValue).sum();
  }
}
