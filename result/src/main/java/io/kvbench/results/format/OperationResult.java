package io.kvbench.results.format;

import io.kvbench.core.measure.Snapshot;
import io.kvbench.core.measure.StatusSnapshot;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The measurements of one type of operation.
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

  public static OperationResult of(Map<Status, StatusSnapshot> statuses) {
    Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);
    Map<ErrorKind, Long> errors = new EnumMap<>(ErrorKind.class);
    Map<String, Times> otherTimes = new LinkedHashMap<>();
    Times ok = Times.of(new StatusSnapshot(TimeHistogram.empty(), TimeHistogram.empty()));
    for (Map.Entry<Status, StatusSnapshot> entry : statuses.entrySet()) {
      long count = entry.getValue().count();
      switch (entry.getKey()) {
        case Outcome outcome -> outcomes.put(outcome, count);
        case ErrorKind kind -> errors.put(kind, count);
      }
      Times times = Times.of(entry.getValue());
      if (entry.getKey() == Outcome.OK) {
        ok = times;
      } else {
        otherTimes.put(entry.getKey().name(), times);
      }
    }
    long count = statuses.values().stream().mapToLong(StatusSnapshot::count).sum();
    return new OperationResult(count, outcomes, errors, ok.response(), ok.service(), otherTimes);
  }

  public static Map<OperationType, OperationResult> of(Snapshot snapshot) {
    Map<OperationType, OperationResult> results = new EnumMap<>(OperationType.class);
    snapshot.operations().forEach((type, statuses) -> results.put(type, of(statuses)));
    return results;
  }

  public record Times(TimeResult response, TimeResult service) {

    static Times of(StatusSnapshot times) {
      TimeResult response = TimeResult.of(times.response());
      return new Times(
          response,
          times.service() == times.response() ? response : TimeResult.of(times.service()));
    }
  }

  public long okCount() {
    return outcomes.getOrDefault(Outcome.OK, 0L);
  }

  /** Returns how many failed so that they may have been applied all the same. */
  public long doubtfulCount() {
    return errors.entrySet().stream()
        .filter(entry -> entry.getKey().leavesDoubt())
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  public long errorCount() {
    return errors.values().stream().mapToLong(Long::longValue).sum();
  }
}
