package io.kvbench.reports;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.measure.PoolUse;
import io.kvbench.core.measure.RangeCounts;
import io.kvbench.core.measure.ScanCounts;
import io.kvbench.core.measure.Silences;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.plan.ClientStep;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.results.format.AuditResult;
import io.kvbench.results.format.BusiestResult;
import io.kvbench.results.format.ClientCondition;
import io.kvbench.results.format.ClientCondition.Pause;
import io.kvbench.results.format.ClientSide;
import io.kvbench.results.format.ConnectionUse;
import io.kvbench.results.format.Incidents;
import io.kvbench.results.format.IntervalResult;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.PhaseLoad;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.PhaseResult.ErrorMessage;
import io.kvbench.results.format.PhaseSpan;
import io.kvbench.results.format.RateResult;
import io.kvbench.results.format.SchedulingResult;
import io.kvbench.results.format.SchedulingResult.BusyThread;
import io.kvbench.results.format.SlowestResult;
import io.kvbench.results.format.TimeResult;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Phases and their seconds for tests. */
public final class PhaseFixtures {
  public static final Instant START = Instant.parse("2026-02-03T04:05:06.789Z");
  private static final long SECOND = 1_000_000_000L;
  private static final long MILLI = 1_000_000L;

  private PhaseFixtures() {}

  static PhaseResult phase(
      PhaseName name,
      long wall,
      OptionalDouble offered,
      Map<OperationType, OperationResult> operations,
      TimeResult lag,
      List<ErrorMessage> messages,
      ClientTime time) {
    return phase(name, Optional.empty(), 500, wall, offered, operations, lag, messages, time);
  }

  static PhaseResult phase(
      PhaseName name,
      Optional<ClientStep> step,
      int clients,
      long wall,
      OptionalDouble offered,
      Map<OperationType, OperationResult> operations,
      TimeResult lag,
      List<ErrorMessage> messages,
      ClientTime time) {
    long ok = 0;
    long count = 0;
    for (Map.Entry<OperationType, OperationResult> entry : operations.entrySet()) {
      boolean simple = !entry.getKey().isComposite();
      ok += simple ? entry.getValue().okCount() : 0;
      count += simple ? entry.getValue().count() : 0;
    }
    double rate = ok * 1e9 / wall;
    return new PhaseResult(
        name,
        step,
        new PhaseSpan(START, wall, Optional.empty()),
        new PhaseLoad(
            clients,
            Math.min(8, clients),
            offered.isPresent() ? "open loop, 1,000 arrivals per second" : "closed loop"),
        new RateResult(
            count,
            offered,
            rate,
            OptionalDouble.of(rate * 1.125),
            OptionalDouble.of(rate * 0.625),
            (double) time.busyNanos() / wall),
        operations,
        lag,
        messages,
        new ClientSide(time, Optional.of(condition(wall))),
        new Incidents(Optional.empty(), Optional.empty(), Optional.empty()),
        Optional.of(
            new ScanCounts(
                1_000,
                50_000,
                49_900,
                4,
                3,
                100,
                Optional.of(new RangeCounts(10, 500, 9, 400, 390, 2)))),
        Optional.empty(),
        new ConnectionUse(
            Optional.of(new BusiestResult("3", 8, count / 7, 0.125, 1 / 7.0)),
            Optional.of(new BusiestResult("10.0.0.1:2379", 3, count / 2, 0.375, 0.5)),
            OptionalLong.empty()),
        Optional.empty(),
        Optional.empty(),
        Optional.of(audit(count)),
        pool(offered, clients));
  }

  /** An open loop that took more clients than it began with, and would have taken more. */
  private static Optional<PoolUse> pool(OptionalDouble offered, int clients) {
    return offered.isPresent()
        ? Optional.of(
            new PoolUse(
                clients + 112,
                clients + 112,
                1_330 * MILLI,
                1_402,
                clients + 1_440,
                Optional.empty(),
                OptionalInt.empty()))
        : Optional.empty();
  }

  private static AuditResult audit(long count) {
    return new AuditResult(
        Optional.of(new SlowestResult("7", 8, count / 9, 1_100_000, 1_000_000, 0.09)),
        Optional.of(new SlowestResult("3", 8, count / 9, 1_100_000, 1_000_000, 0.09)),
        Optional.of(new Silences.Summary(1, 30_000_000, 30_000_000, 0)),
        OptionalLong.of(0),
        OptionalLong.of(1));
  }

  /** Six tenths of two processors, and a few pauses. */
  private static ClientCondition condition(long wall) {
    return new ClientCondition(
        wall * 12 / 10,
        2,
        OptionalDouble.of(0.004),
        11,
        212 * MILLI,
        31 * MILLI,
        TimeFixtures.lognormal(2_000, 300_000L, 0.9),
        -3 * MILLI,
        0,
        0,
        Optional.of(
            new SchedulingResult(
                Optional.of(new BusyThread("client-nio-1", wall * 41 / 100)),
                OptionalLong.of(wall / 10),
                OptionalLong.of(wall / 200_000),
                OptionalLong.of(0),
                OptionalLong.of(0),
                OptionalLong.of(3_000))),
        Optional.of(List.of(new Pause(START.plusSeconds(1), 31 * MILLI))),
        OptionalLong.of(wall));
  }

  static List<ErrorMessage> messages() {
    return List.of(
        new ErrorMessage(
            OperationType.INSERT,
            ErrorKind.CONNECTION_LOST,
            "KeeperErrorCode = ConnectionLoss for /kvbench",
            48_000),
        new ErrorMessage(
            OperationType.INSERT,
            ErrorKind.SESSION_EXPIRED,
            "\u001B[31mexpired\u001B[0m\r\n\u0007 0x1000 \u202Edesrever",
            2_000),
        new ErrorMessage(
            OperationType.INSERT,
            ErrorKind.TIMEOUT,
            "no answer within 10 s; " + "x".repeat(150),
            3));
  }

  static ClientTime time(
      long total,
      long ok,
      Map<Outcome, Long> others,
      Map<ErrorKind, Long> errors,
      long reconnect,
      long wait) {
    long idle = total / 500;
    ClientTime parts =
        new ClientTime(total, ok, others, errors, reconnect, OptionalLong.of(0), wait, 0, idle, 0);
    return new ClientTime(
        total,
        ok,
        others,
        errors,
        reconnect,
        OptionalLong.of(0),
        wait,
        0,
        idle,
        total - parts.accountedNanos());
  }

  /** Returns a second of a phase. */
  public static IntervalResult interval(
      int index, Map<OperationType, OperationResult> operations, TimeResult lag) {
    return interval(index, Optional.empty(), operations, lag);
  }

  /** Returns a second of a step of the run. */
  public static IntervalResult interval(
      int index,
      Optional<ClientStep> step,
      Map<OperationType, OperationResult> operations,
      TimeResult lag) {
    return new IntervalResult(
        index,
        PhaseName.RUN,
        step,
        START.plusSeconds(index),
        index * SECOND + 1_500,
        SECOND + MILLI,
        500,
        OptionalDouble.of(500),
        operations,
        lag,
        480.25,
        0);
  }
}
