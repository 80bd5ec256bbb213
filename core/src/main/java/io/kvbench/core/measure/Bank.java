package io.kvbench.core.measure;

import io.kvbench.core.operation.OperationType;
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
  private final boolean paced;
  private final AtomicReferenceArray<TimePair> pairs = new AtomicReferenceArray<>(Slots.PAIRS);
  private final ClampedHistogram lag = new ClampedHistogram();

  Bank(boolean paced) {
    this.paced = paced;
  }

  void record(
      OperationType type, Status status, long responseNanos, long serviceNanos, long count) {
    pair(Slots.of(type, status)).record(responseNanos, serviceNanos, count);
  }

  void recordLag(long nanos, long count) {
    lag.record(nanos, count);
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
    for (OperationType type : OperationType.values()) {
      Map<Status, StatusSnapshot> statuses = new LinkedHashMap<>();
      for (int slot = 0; slot < Slots.STATUSES; slot++) {
        Status status = Slots.status(slot);
        TimePair pair = pairs.getAcquire(Slots.of(type, status));
        if (pair != null && !pair.isEmpty()) {
          statuses.put(status, pair.drain());
        }
      }
      if (!statuses.isEmpty()) {
        operations.put(type, statuses);
      }
    }
    return new Snapshot(operations, lag.drain());
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

    void record(long responseNanos, long serviceNanos, long count) {
      response.record(responseNanos, count);
      if (service != response) {
        service.record(serviceNanos, count);
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
