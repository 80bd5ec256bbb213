package io.kvbench.results.format;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.measure.CoordinationCounts;
import io.kvbench.core.measure.Drain;
import io.kvbench.core.measure.ErrorMessages;
import io.kvbench.core.measure.PhaseEnd;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.measure.PoolUse;
import io.kvbench.core.measure.ScanCounts;
import io.kvbench.core.measure.Snapshot;
import io.kvbench.core.measure.StatusSnapshot;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import io.kvbench.core.plan.ConstantRate;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Short factories of made-up measurements. */
public final class Measured {
  public static final Instant BEGIN = Instant.parse("2026-11-21T10:00:00Z");
  public static final long SECOND = 1_000_000_000L;
  public static final LoadModel CLOSED = new LoadModel.ClosedLoop();

  private Measured() {}

  /** Returns so many operations that took a millisecond each. */
  public static StatusSnapshot each(int count) {
    return times(filled(count, 1_000_000));
  }

  /** Returns operations of a closed loop that took so long. */
  public static StatusSnapshot times(long... nanos) {
    TimeHistogram histogram = TimeHistogram.ofNanos(nanos);
    return new StatusSnapshot(histogram, histogram);
  }

  public static long[] filled(int count, long nanos) {
    long[] times = new long[count];
    Arrays.fill(times, nanos);
    return times;
  }

  public static Snapshot snapshot(Map<OperationType, Map<Status, StatusSnapshot>> operations) {
    return new Snapshot(operations, TimeHistogram.empty());
  }

  /** Returns 10 seconds of a phase with these operations, all client time in those answered OK. */
  public static PhaseMeasurement phase(Snapshot recorded) {
    return phase(recorded, time(20 * SECOND, 0));
  }

  /** Returns the same of so many requests, some of which have several operations. */
  public static PhaseMeasurement phase(Snapshot recorded, long requests) {
    return phase(recorded, requests, time(20 * SECOND, 0));
  }

  public static PhaseMeasurement phase(Snapshot recorded, ClientTime clientTime) {
    return phase(recorded, recorded.count(), clientTime);
  }

  /** Returns the same of an open loop that took these clients. */
  public static PhaseMeasurement phase(Snapshot recorded, PoolUse pool) {
    return phase(recorded, recorded.count(), time(20 * SECOND, 0), Optional.of(pool));
  }

  private static PhaseMeasurement phase(Snapshot recorded, long requests, ClientTime clientTime) {
    return phase(recorded, requests, clientTime, Optional.empty());
  }

  private static PhaseMeasurement phase(
      Snapshot recorded, long requests, ClientTime clientTime, Optional<PoolUse> pool) {
    return new PhaseMeasurement(
        BEGIN,
        10 * SECOND,
        Optional.empty(),
        PhaseEnd.PLANNED,
        requests,
        recorded,
        OptionalDouble.of(12),
        OptionalDouble.of(8),
        List.of(
            new ErrorMessages.Counted(OperationType.READ, ErrorKind.TIMEOUT, "no answer", 3),
            new ErrorMessages.Counted(OperationType.READ, ErrorKind.OTHER, "odd", 1)),
        clientTime,
        0,
        new ScanCounts(0, 0, 0, 0, 0, 0),
        CoordinationCounts.none(),
        List.of(),
        pool);
  }

  /** Returns the same with a drain, whose time is the end of the phase's. */
  public static PhaseMeasurement drained(PhaseMeasurement phase, Drain drain) {
    return new PhaseMeasurement(
        phase.startedAt(),
        phase.wallNanos(),
        Optional.of(drain),
        phase.end(),
        phase.requests(),
        phase.recorded(),
        phase.maxOkPerSecond(),
        phase.minOkPerSecond(),
        phase.errorMessages(),
        phase.clientTime(),
        phase.repeatedCompletions(),
        phase.scans(),
        phase.ownership(),
        phase.clients(),
        phase.pool());
  }

  /** Returns an account of these two parts. */
  public static ClientTime time(long okNanos, long reconnectNanos) {
    return new ClientTime(
        okNanos + reconnectNanos,
        okNanos,
        Map.of(),
        Map.of(),
        reconnectNanos,
        OptionalLong.of(0),
        0,
        0,
        0,
        0);
  }

  public static PhaseResult result(PhaseName name, LoadModel model, PhaseMeasurement measured) {
    return PhaseResult.of(
        new PhasePlan(name, 2, model, 1000, Optional.empty(), false),
        1,
        0,
        measured,
        Optional.empty());
  }

  public static LoadModel open(double perSecond) {
    return new LoadModel.OpenLoop(new ConstantRate(perSecond));
  }

  /** Returns a mix of one type that was answered OK so often, and otherwise so often. */
  public static Snapshot mostly(OperationType type, int ok, Status other, int others) {
    return others == 0
        ? snapshot(Map.of(type, Map.of(Outcome.OK, each(ok))))
        : ok == 0
            ? snapshot(Map.of(type, Map.of(other, each(others))))
            : snapshot(Map.of(type, Map.of(Outcome.OK, each(ok), other, each(others))));
  }
}
