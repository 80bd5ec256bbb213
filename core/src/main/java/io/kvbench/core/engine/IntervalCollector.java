package io.kvbench.core.engine;

import io.kvbench.core.measure.Interval;
import io.kvbench.core.measure.Snapshot;
import io.kvbench.core.operation.ErrorKind;
import java.time.Instant;
import java.util.DoubleSummaryStatistics;
import java.util.OptionalDouble;

/**
 * The collection of a phase's measurements, interval by interval, and their sum. For the
 * conductor's thread.
 */
final class IntervalCollector {
  /** Shorter intervals give no rate per second. */
  private static final double FULL_INTERVAL = 0.9;

  private final PhaseState phase;
  private final ClientPool pool;
  private final EngineLimits limits;
  private final IntervalListener listener;
  private final DoubleSummaryStatistics fullIntervals = new DoubleSummaryStatistics();
  private Instant startedAt = Instant.EPOCH;
  private Snapshot total = Snapshot.empty();
  private long start;
  private int clientsAtItsStart;
  private int poolAtItsStart;
  private long operationNanosBefore;
  private long noneFreeBefore;
  private long lastAnswer;
  private long lastError;

  IntervalCollector(
      PhaseState phase, ClientPool pool, EngineLimits limits, IntervalListener listener) {
    this.phase = phase;
    this.pool = pool;
    this.limits = limits;
    this.listener = listener;
  }

  /** Begins the first interval, at the start of the phase. */
  void begin(Instant instant, long now) {
    startedAt = instant;
    start = now;
    clientsAtItsStart = Math.min(pool.size(), phase.active());
    poolAtItsStart = pool.size();
    lastAnswer = now;
    lastError = now;
  }

  /** Returns the start of the phase. */
  Instant startedAt() {
    return startedAt;
  }

  /** Returns the start of the current interval. */
  long start() {
    return start;
  }

  /**
   * Intervals end on a grid that begins with the phase, so that a late collection does not shift
   * the following ones.
   */
  long nextGridPoint() {
    long length = limits.interval().toNanos();
    return phase.startNanos() + ((start - phase.startNanos()) / length + 1) * length;
  }

  /**
   * Ends the current interval and begins the next one.
   *
   * @param sendingEnd when sending ended or will end
   * @param unsent requests that were due and never sent
   */
  void collect(long now, long sendingEnd, long unsent) {
    // Before the snapshot: clients not counted here record nothing after it.
    int clientsLeft = phase.activeClients.get();
    Snapshot recorded = phase.recorder.collect();
    total = total.plus(recorded);
    noteAnswers(recorded, now);
    long wall = now - start;
    long operationNanos = pool.all().stream().mapToLong(client -> client.operationNanos(now)).sum();
    long noneFree = pool.noneFreeNanos(now);
    double full = limits.interval().toNanos() * FULL_INTERVAL;
    if (wall >= full && sendingEnd - start >= wall * FULL_INTERVAL) {
      fullIntervals.accept(recorded.okCount() * 1e9 / wall);
    }
    long phaseNanos = start - phase.startNanos();
    listener.ended(
        new Interval(
            startedAt.plusNanos(phaseNanos),
            phaseNanos,
            wall,
            clientsAtItsStart + pool.size() - poolAtItsStart,
            endedRequests(unsent),
            recorded,
            phase.recorder.ticks(),
            Math.max(0, (double) (operationNanos - operationNanosBefore) / Math.max(1, wall)),
            noneFree - noneFreeBefore));
    start = now;
    operationNanosBefore = operationNanos;
    noneFreeBefore = noneFree;
    clientsAtItsStart = Math.min(clientsLeft, phase.active());
    poolAtItsStart = pool.size();
  }

  private void noteAnswers(Snapshot recorded, long now) {
    boolean answers =
        recorded.operations().values().stream()
            .flatMap(statuses -> statuses.keySet().stream())
            .anyMatch(status -> !(status instanceof ErrorKind kind && kind.leavesDoubt()));
    // A wait for a lock that timed out does not mean that the store has failed.
    boolean errors =
        recorded.operations().keySet().stream()
            .flatMap(type -> type.parts().stream())
            .anyMatch(type -> !type.waits());
    if (answers) {
      lastAnswer = now;
      lastError = now;
    } else if (errors) {
      lastError = now;
    }
  }

  /** Returns the end of the last interval in which the store answered. */
  long lastAnswer() {
    return lastAnswer;
  }

  /** Returns that of the last errors that are not the store's; no earlier than the last answer. */
  long lastError() {
    return lastError;
  }

  /** Returns the sum of all intervals. */
  Snapshot total() {
    return total;
  }

  /** Returns the highest rate of a full interval. */
  OptionalDouble highestRate() {
    return full(fullIntervals.getMax());
  }

  /** Returns the lowest rate of a full interval. */
  OptionalDouble lowestRate() {
    return full(fullIntervals.getMin());
  }

  private OptionalDouble full(double okPerSecond) {
    return fullIntervals.getCount() == 0 ? OptionalDouble.empty() : OptionalDouble.of(okPerSecond);
  }

  long endedRequests(long unsent) {
    return unsent + pool.all().stream().mapToLong(ClientHandle::endedRequests).sum();
  }
}
