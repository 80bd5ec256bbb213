package io.kvbench.core.measure;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * One set of histograms: for every type and status that was seen, and for lag. Writers add to it
 * from many threads; the collector drains it when no writer is inside.
 */
final class Bank {
  private static final OperationType[] TYPES = OperationType.values();
  private static final Outcome[] OUTCOMES = Outcome.values();
  private static final ErrorKind[] ERRORS = ErrorKind.values();
  private static final int STATUSES = OUTCOMES.length + ERRORS.length;

  private final boolean paced;
  private final AtomicReferenceArray<TimePair> pairs =
      new AtomicReferenceArray<>(TYPES.length * STATUSES);
  private final ClampedHistogram lag = new ClampedHistogram();

  Bank(boolean paced) {
    this.paced = paced;
  }

  void record(OperationType type, Status status, long responseNanos, long serviceNanos) {
    pair(type.ordinal() * STATUSES + index(status)).record(responseNanos, serviceNanos);
  }

  void recordLag(long nanos) {
    lag.record(nanos);
  }

  private TimePair pair(int index) {
    TimePair pair = pairs.getAcquire(index);
    if (pair != null) {
      return pair;
    }
    TimePair created = new TimePair(paced);
    TimePair other = pairs.compareAndExchange(index, null, created);
    return other == null ? created : other;
  }

  Snapshot drain() {
    Map<OperationType, Map<Status, StatusSnapshot>> operations = new EnumMap<>(OperationType.class);
    for (OperationType type : TYPES) {
      Map<Status, StatusSnapshot> statuses = new LinkedHashMap<>();
      for (int status = 0; status < STATUSES; status++) {
        TimePair pair = pairs.getAcquire(type.ordinal() * STATUSES + status);
        if (pair != null && !pair.isEmpty()) {
          statuses.put(status(status), pair.drain());
        }
      }
      if (!statuses.isEmpty()) {
        operations.put(type, statuses);
      }
    }
    return new Snapshot(operations, lag.drain());
  }

  private static int index(Status status) {
    return switch (status) {
      case Outcome outcome -> outcome.ordinal();
      case ErrorKind error -> OUTCOMES.length + error.ordinal();
    };
  }

  private static Status status(int index) {
    return index < OUTCOMES.length ? OUTCOMES[index] : ERRORS[index - OUTCOMES.length];
  }

  /**
   * Response and service times of one status; one histogram for both where they are the same by
   * definition.
   */
  private static final class TimePair {
    private final ClampedHistogram response = new ClampedHistogram();
    private final ClampedHistogram service;

    TimePair(boolean paced) {
      service = paced ? new ClampedHistogram() : response;
    }

    void record(long responseNanos, long serviceNanos) {
      response.record(responseNanos);
      if (service != response) {
        service.record(serviceNanos);
      }
    }

    boolean isEmpty() {
      return response.isEmpty();
    }

    StatusSnapshot drain() {
      TimeHistogram responses = response.drain();
      return new StatusSnapshot(responses, service == response ? responses : service.drain());
    }
  }
}
