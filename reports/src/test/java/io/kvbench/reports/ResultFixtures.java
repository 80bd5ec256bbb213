package io.kvbench.reports;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.plan.ClientStep;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.results.format.ClientUse;
import io.kvbench.results.format.Incidents;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunOrigin;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.results.format.ServerConditions;
import io.kvbench.results.format.SloResult;
import io.kvbench.results.format.StoreFindings;
import io.kvbench.results.format.TimeResult;
import io.kvbench.results.format.Verdict;
import io.kvbench.results.format.Verdict.Reason;
import io.kvbench.results.format.Verdict.Validity;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Results of complete runs for tests. */
public final class ResultFixtures {
  private static final long SECOND = 1_000_000_000L;
  private static final long MILLI = 1_000_000L;

  private ResultFixtures() {}

  /** A million inserts without an error, as fast as 500 clients go. */
  public static RunResult writeMillion() {
    OperationResult inserts =
        TimeFixtures.ok(1_000_000, TimeFixtures.lognormal(1_000_000, 25 * MILLI, 0.28));
    long wall = 52_900 * MILLI;
    ClientTime time =
        PhaseFixtures.time(500 * wall, 500 * wall / 1000 * 994, Map.of(), Map.of(), 0, 0);
    PhaseResult load =
        PhaseFixtures.phase(
            PhaseName.LOAD,
            wall,
            OptionalDouble.empty(),
            Map.of(OperationType.INSERT, inserts),
            TimeFixtures.none(),
            List.of(),
            time);
    return run("write1m", valid(), Optional.of(store(1_000_000, 0, 1_000_000, 0)), load);
  }

  /** A thousand arrivals a second, and a store that stood still for two seconds. */
  public static RunResult openLoopWithLag() {
    TimeResult service = TimeFixtures.lognormal(100_000, 1_400_000L, 0.4);
    TimeResult response = TimeFixtures.stalled(100_000, 1_400_000L, 0.4);
    OperationResult inserts =
        new OperationResult(
            100_000, Map.of(Outcome.OK, 100_000L), Map.of(), response, service, Map.of());
    long wall = 100_200 * MILLI;
    TimeResult lag = TimeFixtures.stalled(100_000, 70_000L, 0.3);
    ClientTime time =
        PhaseFixtures.time(500 * wall, 160 * SECOND, Map.of(), Map.of(), 0, 49_700 * SECOND);
    PhaseResult phase =
        PhaseFixtures.phase(
            PhaseName.RUN,
            wall,
            OptionalDouble.of(1000),
            Map.of(OperationType.INSERT, inserts),
            lag,
            List.of(),
            time);
    Verdict verdict =
        new Verdict(
            Validity.SUSPECT,
            List.of(
                new Reason(
                    "lag", "run phase: p99 lag was 1.33 s", "at most 10 ms, verdict.lag.p99"),
                new Reason(
                    "cpu",
                    "run phase: kvbench used 93 % of its 2 processors",
                    "at most 90 %, verdict.cpu")),
            Optional.empty());
    RunResult whole =
        run("write1m-1000ops", verdict, Optional.of(store(101_000, 1_000, 101_000, 0)), phase);
    return new ChangedResult(whole)
        .slos(
            new SloResult(
                "INSERT.response.p99<20ms",
                "INSERT.response.p99 is 1.33 s, expected below 20 ms",
                false,
                Optional.empty()),
            new SloResult("errors<0.1%", "errors are 0 %, below 0.1 %", true, Optional.empty()))
        .result();
  }

  /** The memory binding: most answers take less than a microsecond. */
  public static RunResult memory() {
    long wall = 2 * SECOND;
    PhaseResult load =
        PhaseFixtures.phase(
            PhaseName.LOAD,
            SECOND,
            OptionalDouble.empty(),
            Map.of(OperationType.INSERT, TimeFixtures.ok(1_000, TimeFixtures.fast(1_000))),
            TimeFixtures.none(),
            List.of(),
            PhaseFixtures.time(500 * SECOND, 10 * SECOND, Map.of(), Map.of(), 0, 0));
    PhaseResult run =
        PhaseFixtures.phase(
            PhaseName.RUN,
            wall,
            OptionalDouble.empty(),
            Map.of(
                OperationType.READ, TimeFixtures.ok(95_000, TimeFixtures.fast(95_000)),
                OperationType.UPDATE, TimeFixtures.ok(5_000, TimeFixtures.fast(5_000)),
                OperationType.READ_MODIFY_WRITE, TimeFixtures.ok(5_000, TimeFixtures.fast(5_000))),
            TimeFixtures.none(),
            List.of(),
            PhaseFixtures.time(500 * wall, 500 * wall / 4, Map.of(), Map.of(), 0, 0));
    Verdict verdict =
        new Verdict(
            Validity.SUSPECT,
            List.of(new Reason("system", "memory: no basis for figures about a store", "")),
            Optional.empty());
    RunResult whole = run("workloadf", verdict, Optional.empty(), load, run);
    return new ChangedResult(whole)
        .system(new RunResult.SystemResult("memory", "0.1.0", "kvbench", Optional.empty()))
        .cluster(RunResult.ClusterResult.of("none", 0, "none: a map inside kvbench", List.of()))
        .result();
  }

  /** Every operation, outcome and error kind there is, each seen at least once. */
  public static RunResult everything() {
    Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);
    Map<ErrorKind, Long> errors = new EnumMap<>(ErrorKind.class);
    Map<String, OperationResult.Times> others = new HashMap<>();
    for (Outcome outcome : Outcome.values()) {
      outcomes.put(outcome, 3L);
    }
    for (ErrorKind kind : ErrorKind.values()) {
      errors.put(kind, 2L);
      others.put(kind.name(), TimeFixtures.both(TimeFixtures.lognormal(2, MILLI, 0.1)));
    }
    others.put("NOT_FOUND", TimeFixtures.both(TimeFixtures.lognormal(3, MILLI, 0.1)));
    others.put("ALREADY_EXISTS", TimeFixtures.both(TimeFixtures.lognormal(3, MILLI, 0.1)));
    others.put("CONFLICT", TimeFixtures.both(TimeFixtures.lognormal(3, MILLI, 0.1)));
    TimeResult ok = TimeFixtures.lognormal(3, MILLI, 0.1);
    OperationResult each =
        new OperationResult(
            3L * outcomes.size() + 2L * errors.size(), outcomes, errors, ok, ok, others);
    Map<OperationType, OperationResult> operations = new EnumMap<>(OperationType.class);
    for (OperationType type : OperationType.values()) {
      operations.put(type, each);
    }
    Map<ErrorKind, Long> errorNanos = new EnumMap<>(errors);
    ClientTime time =
        PhaseFixtures.time(
            SECOND, MILLI, Map.of(Outcome.NOT_FOUND, MILLI), errorNanos, MILLI, MILLI);
    PhaseResult bare =
        PhaseFixtures.phase(
            PhaseName.RUN,
            Optional.of(new ClientStep(2, 2)),
            500,
            SECOND,
            OptionalDouble.of(33.5),
            operations,
            TimeFixtures.lognormal(5, MILLI, 1),
            PhaseFixtures.messages(),
            time);
    PhaseResult phase =
        bare.with(
            copy ->
                copy.incidents =
                    new Incidents(
                        Optional.of(FaultFixtures.faults()),
                        Optional.of(FaultFixtures.events()),
                        Optional.of(FaultFixtures.windows(bare))));
    RunResult.StoreCheck store =
        new RunResult.StoreCheck(
            3, 2, 1, 4, OptionalLong.of(1), Optional.of(new RunResult.Unreported(1, 2, 0)));
    RunResult whole = run("everything", valid(), Optional.of(store), phase);
    return new ChangedResult(whole)
        .unchecked(new RunResult.StoreUnchecked("no answer within 5 s", false))
        .keys(
            new RunResult.KeyCheck(
                9,
                8,
                1,
                2,
                List.of("user1", "user2"),
                1,
                1,
                OptionalLong.of(1),
                Optional.of("TIMEOUT: no answer within 5 s"),
                Optional.of(new RunResult.ValueCheckResult(7, 1, List.of("user7"), 1)),
                OptionalLong.of(3),
                OptionalLong.of(1),
                OptionalLong.of(12)))
        .keysUnchecked(new RunResult.StoreUnchecked("storecheck.timeout is 0", true))
        .values(new RunResult.ValuesRead(9, 90, 100, 110, 1, 100, 110))
        .versions(new RunResult.VersionCheck(9, 1, Optional.of("user1 at version 7")))
        .cluster(ServerFixtures.threeNodes(OptionalLong.of(2)))
        .hosts(HostUseFixtures.of(phase.name(), phase.step()))
        .status(RunStatus.FAILED, "the store went away")
        .slos(
            new SloResult("errors<1", "errors are 144, expected below 1", false, Optional.empty()))
        .processShared()
        .result();
  }

  /** A million inserts on three servers, of which one has not caught up and one is gone. */
  public static RunResult threeServers() {
    Verdict verdict =
        new Verdict(
            Validity.SUSPECT,
            List.of(
                new Reason(
                    "servers",
                    "127.0.0.1:2182 has 999,990 records, 127.0.0.1:2181 has 1,000,000",
                    "the same number on every server a few seconds after the run,"
                        + " verdict.recordsapart"),
                new Reason(
                    "elections",
                    "the leader changed once during the run",
                    "the same leader throughout the run, verdict.elections")),
            Optional.empty());
    RunResult whole = writeMillion();
    PhaseResult load = whole.phases().getFirst();
    return new ChangedResult(whole)
        .verdict(verdict)
        .cluster(ServerFixtures.threeNodes(OptionalLong.of(1)))
        .hosts(HostUseFixtures.of(load.name(), load.step()))
        .result();
  }

  /** A million inserts on an etcd in a container. */
  public static RunResult containers() {
    RunResult whole = writeMillion();
    return new ChangedResult(whole)
        .hosts(HostUseFixtures.containers(whole.phases().getFirst().name()))
        .result();
  }

  static Verdict valid() {
    return new Verdict(Validity.VALID, List.of(), Optional.empty());
  }

  static RunResult.StoreCheck store(long found, long before, long acknowledged, long uncertain) {
    return new RunResult.StoreCheck(
        found, before, acknowledged, uncertain, OptionalLong.empty(), Optional.empty());
  }

  static RunResult run(
      String workload,
      Verdict verdict,
      Optional<RunResult.StoreCheck> store,
      PhaseResult... phases) {
    return new RunResult(
        RunResult.SCHEMA,
        RunStatus.COMPLETE,
        Optional.empty(),
        new RunOrigin(workload, PhaseFixtures.START, 1),
        new RunResult.SystemResult(
            "zookeeper", "3.9.5", "org.apache.zookeeper:zookeeper:3.9.5", Optional.empty()),
        RunResult.ClusterResult.of(
            "embedded",
            1,
            "embedded ZooKeeper 3.9.5, 1 node, this machine",
            List.of("127.0.0.1:2181")),
        new RunResult.EnvironmentResult("0.1.0", "25.0.1", "Linux 6.1.0", 2, 8_328_000_000L),
        verdict,
        Optional.empty(),
        new ClientUse(
            new RunResult.ClientResult(
                38 * SECOND, 38_000, 327_155_712, 212 * MILLI, Optional.empty()),
            phases[phases.length - 1].client().clientTime()),
        new StoreFindings(
            store,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty()),
        Optional.empty(),
        new ServerConditions(Optional.empty(), Optional.empty(), Optional.empty()),
        Optional.empty(),
        Optional.empty(),
        List.of(phases));
  }
}
