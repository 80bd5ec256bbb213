package io.kvbench.core.measure;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Status;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One set of histograms and counts in ticks: for every type and status that was seen, and for lag.
 * For one thread at a time.
 */
final class HistogramSet {
  private final boolean paced;
  private final @Nullable TimePair[] pairs = new @Nullable TimePair[Slots.PAIRS];
  private final ClampedHistogram lag = new ClampedHistogram();

  /** The longest stall that ended in each tick. */
  private final TickCounter stalls = new TickCounter();

  HistogramSet(boolean paced) {
    this.paced = paced;
  }

  /** Records an entry of a slot: a pair of a type and a status, or lag. */
  void record(int slot, long doneNanos, long responseNanos, long serviceNanos, long count) {
    if (slot == Slots.LAG) {
      lag.record(responseNanos, count);
      return;
    }
    TimePair pair = pairs[slot];
    if (pair == null) {
      pair = new TimePair(paced);
      pairs[slot] = pair;
    }
    pair.record(responseNanos, serviceNanos, count);
    pair.ticks.add(doneNanos, doneNanos - serviceNanos, count);
  }

  /** Records for how long a client had no answer until that time. */
  void recordStall(long doneNanos, long nanos) {
    stalls.add(doneNanos, nanos, 1);
  }

  /** Moves out the counts in ticks. */
  Ticks drainTicks() {
    Map<OperationType, Map<Status, Ticks.TickRange>> rows = new EnumMap<>(OperationType.class);
    for (OperationType type : OperationType.values()) {
      Map<Status, Ticks.TickRange> statuses = new LinkedHashMap<>();
      for (int slot = 0; slot < Slots.STATUSES; slot++) {
        Status status = Slots.status(slot);
        TimePair pair = pairs[Slots.of(type, status)];
        Ticks.TickRange row = pair == null ? Ticks.TickRange.EMPTY : pair.ticks.drain();
        if (!row.isEmpty() && !type.isComposite()) {
          statuses.put(status, row);
        }
      }
      if (!statuses.isEmpty()) {
        rows.put(type, statuses);
      }
    }
    return Ticks.of(rows, stalls.drain());
  }

  /** Moves out all times as a snapshot. */
  Snapshot drain() {
    Map<OperationType, Map<Status, StatusSnapshot>> operations = new EnumMap<>(OperationType.class);
    for (OperationType type : OperationType.values()) {
      Map<Status, StatusSnapshot> statuses = new LinkedHashMap<>();
      for (int slot = 0; slot < Slots.STATUSES; slot++) {
        Status status = Slots.status(slot);
        TimePair pair = pairs[Slots.of(type, status)];
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
   * Response and service times of one status; one histogram for both if they are the same by
   * definition.
   */
  private static final class TimePair {
    private final TickCounter ticks = new TickCounter();
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
