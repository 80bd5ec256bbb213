package io.kvbench.reports;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.measure.CoordinationCounts;
import io.kvbench.core.measure.DeliveryCounts;
import io.kvbench.core.measure.PhaseEnd;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.measure.ScanCounts;
import io.kvbench.core.measure.Snapshot;
import io.kvbench.core.measure.StatusSnapshot;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.results.directory.StoredInterval;
import io.kvbench.results.directory.StoredRun;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Runs of ten seconds with locks, retried transactions, expiring leases and watchers. */
public final class CoordinationFixtures {
  private static final long SECOND = 1_000_000_000L;
  private static final long MILLI = 1_000_000L;
  private static final int CLIENTS = 4;

  private CoordinationFixtures() {}

  /** Returns so many locks, held for a fifth of the time, with hand-overs of so long. */
  public static RunResult locks(int locks, long handoverMillis, CoordinationCounts counts) {
    Map<OperationType, Map<Status, StatusSnapshot>> operations = new EnumMap<>(OperationType.class);
    operations.put(OperationType.LOCK, ok(locks, 10 * MILLI));
    operations.put(OperationType.FENCED_UPDATE, ok(locks, 2 * MILLI));
    operations.put(OperationType.UNLOCK, ok(locks, 1 * MILLI));
    operations.put(OperationType.CRITICAL_SECTION, ok(locks, 20 * MILLI));
    operations.put(OperationType.LOCK_HANDOVER, ok(locks / 2, handoverMillis * MILLI));
    ClientTime time =
        new ClientTime(
            CLIENTS * 10 * SECOND,
            30 * SECOND,
            Map.of(),
            Map.of(),
            0,
            OptionalLong.of(0),
            0,
            0,
            OptionalLong.of(8 * SECOND),
            0,
            2 * SECOND);
    return run("locks", locks, operations, time, counts);
  }

  /** Returns so many leaders, one after the other. */
  public static RunResult elections(int elections) {
    Map<OperationType, Map<Status, StatusSnapshot>> operations = new EnumMap<>(OperationType.class);
    operations.put(OperationType.ELECT, ok(elections, 10 * MILLI));
    operations.put(OperationType.LEADERSHIP, ok(elections, 20 * MILLI));
    return run("elections", elections, operations, busy(), counts(0, 0));
  }

  /** Returns transactions that were retried, for which clients needed most of their time. */
  public static RunResult retried(int transactions) {
    Map<OperationType, Map<Status, StatusSnapshot>> operations = new EnumMap<>(OperationType.class);
    operations.put(OperationType.READ, ok(4 * transactions, MILLI));
    operations.put(
        OperationType.TRANSACTION,
        Map.of(Outcome.OK, each(transactions, MILLI), Outcome.CONFLICT, each(transactions, MILLI)));
    operations.put(OperationType.STM, ok(transactions, 6 * MILLI));
    operations.put(
        OperationType.STM_ATTEMPT,
        Map.of(
            Outcome.OK,
            each(transactions, 3 * MILLI),
            Outcome.CONFLICT,
            each(transactions, 3 * MILLI)));
    ClientTime time =
        new ClientTime(
            CLIENTS * 10 * SECOND,
            10 * SECOND,
            Map.of(Outcome.CONFLICT, 30 * SECOND),
            Map.of(),
            0,
            OptionalLong.of(0),
            0,
            0,
            0,
            0);
    return run("stm", transactions, operations, time, CoordinationCounts.none());
  }

  /** Returns leases that ended so late. */
  public static RunResult expired(int leases, long lateMillis) {
    Map<OperationType, Map<Status, StatusSnapshot>> operations = new EnumMap<>(OperationType.class);
    operations.put(OperationType.LEASE_GRANT, ok(leases, MILLI));
    operations.put(OperationType.LEASE_ATTACH, ok(leases, MILLI));
    operations.put(OperationType.LEASE_AWAIT, ok(leases, 2 * SECOND));
    operations.put(OperationType.LEASE_LIFETIME, ok(leases, 2 * SECOND));
    operations.put(OperationType.LEASE_EXPIRY, ok(leases, lateMillis * MILLI));
    return run("lease-expiry", leases, operations, busy(), CoordinationCounts.none());
  }

  /** Returns writes that were delivered to ten watchers each, some of them in vain. */
  public static RunResult watched(int writes, long lost, long duplicated) {
    Map<OperationType, Map<Status, StatusSnapshot>> operations = new EnumMap<>(OperationType.class);
    operations.put(OperationType.WATCHED_UPDATE, ok(writes, MILLI));
    operations.put(OperationType.WATCH_CREATE, ok(100, 50 * MILLI));
    operations.put(OperationType.WATCH_DELIVERY, ok(10 * writes - (int) lost, 3 * MILLI));
    return watched(writes, lost, duplicated, operations);
  }

  /** Returns the same, all delivered, to watchers that are set again after each event. */
  public static RunResult rearmed(int writes) {
    Map<OperationType, Map<Status, StatusSnapshot>> operations = new EnumMap<>(OperationType.class);
    operations.put(OperationType.WATCHED_UPDATE, ok(writes, MILLI));
    operations.put(OperationType.WATCH_DELIVERY, ok(10 * writes, 3 * MILLI));
    operations.put(OperationType.WATCH_REARM, ok(10 * writes, MILLI));
    return watched(writes, 0, 0, operations);
  }

  private static RunResult watched(
      int writes,
      long lost,
      long duplicated,
      Map<OperationType, Map<Status, StatusSnapshot>> operations) {
    DeliveryCounts deliveries =
        new DeliveryCounts(
            10L * writes,
            10L * writes - lost,
            lost,
            duplicated,
            0,
            0,
            0,
            0,
            OptionalLong.of(lost + duplicated),
            Optional.of("a write at a watcher"));
    return run(
        "watch-delivery",
        writes,
        operations,
        busy(),
        CoordinationCounts.none().with(Optional.of(deliveries)));
  }

  /** Returns overlaps while owners were paused, and otherwise nothing. */
  public static CoordinationCounts paused(long overlaps) {
    return counts(0, overlaps);
  }

  public static CoordinationCounts counts(long overlaps, long pausedOverlaps) {
    return new CoordinationCounts(
        overlaps,
        pausedOverlaps,
        0,
        0,
        0,
        OptionalLong.of(150),
        0,
        0,
        Optional.empty(),
        Optional.empty());
  }

  public static StoredRun stored(RunResult result) {
    return stored(result, List.of());
  }

  public static StoredRun stored(RunResult result, List<StoredInterval> intervals) {
    String system = result.system().name();
    return new StoredRun(
        Path.of(system), result, new RunBuilder(system).plan(), intervals, List.of(), Map.of());
  }

  /** Returns an interval of the phase in which this was answered OK. */
  public static StoredInterval interval(
      int index, long startMillis, long millis, Map<OperationType, Long> ok) {
    long single =
        ok.entrySet().stream()
            .filter(entry -> !entry.getKey().isComposite())
            .mapToLong(Map.Entry::getValue)
            .sum();
    return new StoredInterval(
        index,
        PhaseName.RUN.toString(),
        OptionalInt.empty(),
        PhaseFixtures.START.plusMillis(startMillis),
        millis * MILLI,
        CLIENTS,
        OptionalDouble.empty(),
        single,
        single,
        0,
        Map.of(),
        ok,
        OptionalDouble.empty());
  }

  private static ClientTime busy() {
    return new ClientTime(
        CLIENTS * 10 * SECOND,
        CLIENTS * 10 * SECOND,
        Map.of(),
        Map.of(),
        0,
        OptionalLong.of(0),
        0,
        0,
        0,
        0);
  }

  private static RunResult run(
      String workload,
      long requests,
      Map<OperationType, Map<Status, StatusSnapshot>> operations,
      ClientTime time,
      CoordinationCounts counts) {
    PhaseMeasurement measured =
        new PhaseMeasurement(
            PhaseFixtures.START,
            10 * SECOND,
            Optional.empty(),
            PhaseEnd.PLANNED,
            requests,
            new Snapshot(operations, TimeHistogram.empty()),
            OptionalDouble.of(1_000),
            OptionalDouble.of(800),
            List.of(),
            time,
            0,
            new ScanCounts(0, 0, 0, 0, 0, 0),
            counts,
            List.of());
    PhasePlan plan =
        new PhasePlan(
            PhaseName.RUN, CLIENTS, new LoadModel.ClosedLoop(), requests, Optional.empty(), false);
    PhaseResult phase =
        PhaseResult.of(plan, 2, 0, measured, Optional.empty())
            .with(copy -> copy.connectionUse = copy.connectionUse.with(CLIENTS));
    return new ChangedResult(new RunBuilder("store").result())
        .workload(workload)
        .clientTime(time)
        .phases(List.of(phase))
        .result();
  }

  private static Map<Status, StatusSnapshot> ok(int count, long nanos) {
    return Map.of(Outcome.OK, each(count, nanos));
  }

  private static StatusSnapshot each(int count, long nanos) {
    long[] times = new long[count];
    Arrays.fill(times, nanos);
    TimeHistogram histogram = TimeHistogram.ofNanos(times);
    return new StatusSnapshot(histogram, histogram);
  }
}
