package io.kvbench.reports;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.plan.ClientStep;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.result.ClientCondition;
import io.kvbench.core.result.HostsResult;
import io.kvbench.core.result.IntervalResult;
import io.kvbench.core.result.OperationResult;
import io.kvbench.core.result.PhaseResult;
import io.kvbench.core.result.PhaseResult.ErrorMessage;
import io.kvbench.core.result.RunResult;
import io.kvbench.core.result.RunStatus;
import io.kvbench.core.result.ServerResult;
import io.kvbench.core.result.SloResult;
import io.kvbench.core.result.TimeResult;
import io.kvbench.core.result.Verdict;
import io.kvbench.core.result.Verdict.Reason;
import io.kvbench.core.result.Verdict.Validity;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.LongStream;

/** Results as runs leave them, the same in every test. */
public final class ResultFixtures {
  public static final Instant START = Instant.parse("2026-02-03T04:05:06.789Z");
  private static final long SECOND = 1_000_000_000L;
  private static final long MILLI = 1_000_000L;
  private static final TimeResult NONE = TimeResult.of(TimeHistogram.empty());

  private ResultFixtures() {}

  /** A million inserts without an error, as fast as 500 clients go. */
  public static RunResult writeMillion() {
    OperationResult inserts = ok(1_000_000, lognormal(1_000_000, 25 * MILLI, 0.28));
    long wall = 52_900 * MILLI;
    ClientTime time = time(500 * wall, 500 * wall / 1000 * 994, Map.of(), Map.of(), 0, 0);
    PhaseResult load =
        phase(
            PhaseName.LOAD,
            wall,
            OptionalDouble.empty(),
            Map.of(OperationType.INSERT, inserts),
            NONE,
            List.of(),
            time);
    return run("write1m", valid(), Optional.of(store(1_000_000, 0, 1_000_000, 0)), load);
  }

  /** A thousand arrivals a second, and a store that stood still for two seconds. */
  public static RunResult openLoopWithLag() {
    TimeResult service = lognormal(100_000, 1_400_000L, 0.4);
    TimeResult response = stalled(100_000, 1_400_000L, 0.4);
    OperationResult inserts =
        new OperationResult(
            100_000, Map.of(Outcome.OK, 100_000L), Map.of(), response, service, Map.of());
    long wall = 100_200 * MILLI;
    TimeResult lag = stalled(100_000, 70_000L, 0.3);
    ClientTime time = time(500 * wall, 160 * SECOND, Map.of(), Map.of(), 0, 49_700 * SECOND);
    PhaseResult phase =
        phase(
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
                    "lag",
                    "run phase: one request in a hundred was sent 1.33 s late or more",
                    "at most 10 ms, verdict.lag.p99"),
                new Reason(
                    "cpu",
                    "run phase: kvbench used 93 % of its 2 processors",
                    "at most 90 %, verdict.cpu")));
    RunResult whole =
        run("write1m-1000ops", verdict, Optional.of(store(101_000, 1_000, 101_000, 0)), phase);
    return with(
        whole,
        List.of(
            new SloResult(
                "INSERT.response.p99<20ms",
                "INSERT.response.p99 is 1.33 s, not below 20 ms",
                false),
            new SloResult("errors<0.1%", "errors are 0 %, below 0.1 %", true)));
  }

  /** ZooKeeper as the old tables never showed it: nearly all client time goes to failures. */
  public static RunResult halfFailing() {
    long wall = 60 * SECOND;
    Map<ErrorKind, Long> errors =
        Map.of(
            ErrorKind.CONNECTION_LOST,
            48_000L,
            ErrorKind.SESSION_EXPIRED,
            2_000L,
            ErrorKind.TIMEOUT,
            3L);
    OperationResult inserts =
        new OperationResult(
            100_015,
            Map.of(Outcome.OK, 50_000L, Outcome.ALREADY_EXISTS, 12L),
            errors,
            lognormal(50_000, 42_700_000L, 0.5),
            lognormal(50_000, 42_700_000L, 0.5),
            Map.of(
                "CONNECTION_LOST", both(lognormal(48_000, 400 * MILLI, 0.6)),
                "SESSION_EXPIRED", both(lognormal(2_000, 900 * MILLI, 0.3)),
                "TIMEOUT", both(lognormal(3, 10 * SECOND, 0.01)),
                "ALREADY_EXISTS", both(lognormal(12, 20 * MILLI, 0.2))));
    OperationResult reads =
        new OperationResult(
            7,
            Map.of(Outcome.NOT_FOUND, 7L),
            Map.of(),
            NONE,
            NONE,
            Map.of("NOT_FOUND", both(lognormal(7, MILLI, 0.1))));
    ClientTime time =
        time(
            500 * wall,
            2_310 * SECOND,
            Map.of(Outcome.ALREADY_EXISTS, SECOND, Outcome.NOT_FOUND, SECOND / 100),
            Map.of(
                ErrorKind.CONNECTION_LOST,
                22_000 * SECOND,
                ErrorKind.SESSION_EXPIRED,
                2_000 * SECOND,
                ErrorKind.TIMEOUT,
                30 * SECOND),
            3_500 * SECOND,
            0);
    PhaseResult phase =
        phase(
            PhaseName.RUN,
            wall,
            OptionalDouble.empty(),
            Map.of(OperationType.INSERT, inserts, OperationType.READ, reads),
            NONE,
            messages(),
            time);
    Verdict verdict =
        new Verdict(
            Validity.INVALID,
            List.of(
                new Reason(
                    "errors",
                    "run phase: 49.99 % of the operations failed",
                    "at most 1 %, verdict.errors"),
                new Reason(
                    Verdict.CLIENT_TIME,
                    "run phase: only 7.74 % of the clients' busy time is in operations answered OK",
                    "at least 95 %, verdict.oktime"),
                new Reason(
                    Verdict.STORE,
                    "49,000 keys found, 50,000 acknowledged",
                    "the same number, give or take 3 writes whose answers leave it open")));
    return run("write1m", verdict, Optional.of(store(49_000, 0, 50_000, 3)), phase);
  }

  /** Interrupted before anything came back. */
  public static RunResult interruptedEarly() {
    PhaseResult phase =
        phase(
            PhaseName.RUN,
            300 * MILLI,
            OptionalDouble.empty(),
            Map.of(),
            NONE,
            List.of(),
            time(150 * SECOND, 0, Map.of(), Map.of(), 149 * SECOND, 0));
    RunResult whole =
        run("workloada", new Verdict(Validity.INVALID, List.of()), Optional.empty(), phase);
    return with(
        whole,
        RunStatus.PARTIAL,
        Optional.of("interrupted with Ctrl-C after 0.3 s of the phase run"));
  }

  /** The memory binding: most answers take less than a microsecond. */
  public static RunResult memory() {
    long wall = 2 * SECOND;
    PhaseResult load =
        phase(
            PhaseName.LOAD,
            SECOND,
            OptionalDouble.empty(),
            Map.of(OperationType.INSERT, ok(1_000, fast(1_000))),
            NONE,
            List.of(),
            time(500 * SECOND, 10 * SECOND, Map.of(), Map.of(), 0, 0));
    PhaseResult run =
        phase(
            PhaseName.RUN,
            wall,
            OptionalDouble.empty(),
            Map.of(
                OperationType.READ, ok(95_000, fast(95_000)),
                OperationType.UPDATE, ok(5_000, fast(5_000)),
                OperationType.READ_MODIFY_WRITE, ok(5_000, fast(5_000))),
            NONE,
            List.of(),
            time(500 * wall, 500 * wall / 4, Map.of(), Map.of(), 0, 0));
    Verdict verdict =
        new Verdict(
            Validity.SUSPECT,
            List.of(new Reason("system", "memory: no basis for figures about a store", "")));
    RunResult whole = run("workloadf", verdict, Optional.empty(), load, run);
    return new RunResult(
        whole.schema(),
        whole.status(),
        whole.statusReason(),
        whole.workload(),
        whole.startedAt(),
        whole.seed(),
        new RunResult.SystemResult("memory", "0.1.0", "kvbench", Optional.empty()),
        RunResult.ClusterResult.of("none", 0, "none: a map inside kvbench", List.of()),
        whole.environment(),
        whole.verdict(),
        whole.slos(),
        whole.client(),
        whole.clientTime(),
        whole.storeCheck(),
        whole.hosts(),
        whole.phases());
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
      others.put(kind.name(), both(lognormal(2, MILLI, 0.1)));
    }
    others.put("NOT_FOUND", both(lognormal(3, MILLI, 0.1)));
    others.put("ALREADY_EXISTS", both(lognormal(3, MILLI, 0.1)));
    others.put("CONFLICT", both(lognormal(3, MILLI, 0.1)));
    TimeResult ok = lognormal(3, MILLI, 0.1);
    OperationResult each =
        new OperationResult(
            3L * outcomes.size() + 2L * errors.size(), outcomes, errors, ok, ok, others);
    Map<OperationType, OperationResult> operations = new EnumMap<>(OperationType.class);
    for (OperationType type : OperationType.values()) {
      operations.put(type, each);
    }
    Map<ErrorKind, Long> errorNanos = new EnumMap<>(errors);
    ClientTime time =
        time(SECOND, MILLI, Map.of(Outcome.NOT_FOUND, MILLI), errorNanos, MILLI, MILLI);
    PhaseResult phase =
        phase(
                PhaseName.RUN,
                Optional.of(new ClientStep(2, 2)),
                500,
                SECOND,
                OptionalDouble.of(33.5),
                operations,
                lognormal(5, MILLI, 1),
                messages(),
                time)
            .with(FaultFixtures.faults(), FaultFixtures.events());
    RunResult whole = run("everything", valid(), Optional.of(store(3, 2, 1, 4)), phase);
    return with(
        with(
            with(
                with(whole, threeNodes(OptionalLong.of(2))),
                HostUseFixtures.of(phase.name(), phase.step())),
            RunStatus.FAILED,
            Optional.of("the store went away")),
        List.of(new SloResult("errors<1", "errors are 144, not below 1", false)));
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
                    "the same number everywhere some seconds after the run, verdict.recordsapart"),
                new Reason(
                    "elections",
                    "the servers elected another leader once during the run",
                    "the same leader all the time, verdict.elections")));
    RunResult whole = writeMillion();
    PhaseResult load = whole.phases().getFirst();
    return with(
        with(run("write1m", verdict, whole.storeCheck(), load), threeNodes(OptionalLong.of(1))),
        HostUseFixtures.of(load.name(), load.step()));
  }

  /** A million inserts on an etcd in a container. */
  public static RunResult containers() {
    RunResult whole = writeMillion();
    return with(whole, HostUseFixtures.containers(whole.phases().getFirst().name()));
  }

  private static RunResult.ClusterResult threeNodes(OptionalLong elections) {
    ServerResult leader =
        new ServerResult(
            "127.0.0.1:2181",
            Optional.of("zookeeper-1"),
            Optional.of("3.9.5"),
            true,
            OptionalLong.of(1_000_000),
            OptionalLong.of(1_395_864_371),
            OptionalLong.of(1),
            OptionalLong.of(2),
            Map.of("mode", "leader"),
            Optional.empty());
    ServerResult follower =
        new ServerResult(
            "127.0.0.1:2182",
            Optional.of("zookeeper-2"),
            Optional.of("3.9.5"),
            false,
            OptionalLong.of(999_990),
            OptionalLong.of(1_395_864_300),
            OptionalLong.of(1),
            OptionalLong.of(2),
            Map.of("mode", "follower"),
            Optional.empty());
    ServerResult gone =
        new ServerResult(
            "127.0.0.1:2183",
            Optional.of("zookeeper-3"),
            Optional.empty(),
            false,
            OptionalLong.empty(),
            OptionalLong.of(1_395_000_000),
            OptionalLong.of(1),
            OptionalLong.empty(),
            Map.of(),
            Optional.of("refuses connections: nothing listens there"));
    return new RunResult.ClusterResult(
        "embedded",
        3,
        "embedded ZooKeeper 3.9.5, 3 nodes, this machine",
        List.of("127.0.0.1:2181", "127.0.0.1:2182", "127.0.0.1:2183"),
        Optional.of(List.of(leader, follower, gone)),
        elections,
        Optional.of(EventFixtures.some()));
  }

  /** Eight steps of inserts; the store is busy from the fifth on and overloaded in the last. */
  public static RunResult clientSteps() {
    int[] clients = {1, 10, 50, 100, 300, 500, 700, 1000};
    long[] okPerSecond = {980, 6_400, 13_100, 16_300, 18_900, 18_700, 18_200, 15_500};
    PhaseResult[] steps = new PhaseResult[clients.length];
    for (int index = 0; index < steps.length; index++) {
      long median = clients[index] * SECOND / okPerSecond[index];
      steps[index] =
          step(
              new ClientStep(index + 1, steps.length),
              clients[index],
              125_000 * SECOND / okPerSecond[index],
              ok(125_000, lognormal(125_000, median, 0.28)),
              List.of());
    }
    OperationResult failing =
        new OperationResult(
            125_000,
            Map.of(Outcome.OK, 124_997L),
            Map.of(ErrorKind.TIMEOUT, 3L),
            lognormal(124_997, 61 * MILLI, 0.4),
            lognormal(124_997, 61 * MILLI, 0.4),
            Map.of("TIMEOUT", both(lognormal(3, 10 * SECOND, 0.01))));
    PhaseResult last = steps[steps.length - 1];
    steps[steps.length - 1] =
        step(
            last.step().orElseThrow(),
            last.clients(),
            last.wallNanos(),
            failing,
            messages().subList(2, 3));
    Verdict verdict =
        new Verdict(
            Validity.SUSPECT,
            List.of(new Reason("errors", "run phase: 3 operations failed", "none")));
    return run("write1m-clientsteps", verdict, Optional.of(store(999_998, 0, 999_997, 3)), steps);
  }

  /** The first two steps of eight, before somebody had seen enough. */
  public static RunResult interruptedSteps() {
    RunResult whole = clientSteps();
    PhaseResult[] two = whole.phases().subList(0, 2).toArray(PhaseResult[]::new);
    Verdict verdict = new Verdict(Validity.SUSPECT, List.of(new Reason("status", "", "")));
    return with(
        run(whole.workload(), verdict, Optional.empty(), two),
        RunStatus.PARTIAL,
        Optional.of("interrupted in the run phase, step 2 of 8"));
  }

  private static PhaseResult step(
      ClientStep step,
      int clients,
      long wall,
      OperationResult inserts,
      List<ErrorMessage> messages) {
    return phase(
        PhaseName.RUN,
        Optional.of(step),
        clients,
        wall,
        OptionalDouble.empty(),
        Map.of(OperationType.INSERT, inserts),
        NONE,
        messages,
        time(clients * wall, clients * wall / 100 * 98, Map.of(), Map.of(), 0, 0));
  }

  /** A good run after a load that failed in part. */
  public static RunResult failedLoad() {
    PhaseResult failing = halfFailing().phases().getFirst();
    PhaseResult load =
        new PhaseResult(
            PhaseName.LOAD,
            Optional.empty(),
            START,
            failing.wallNanos(),
            failing.clients(),
            failing.connections(),
            failing.loadModel(),
            failing.requests(),
            failing.offeredPerSecond(),
            failing.throughputPerSecond(),
            failing.maxThroughputPerSecond(),
            failing.minThroughputPerSecond(),
            failing.meanConcurrency(),
            failing.operations(),
            failing.lag(),
            failing.errorMessages(),
            failing.clientTime(),
            failing.condition(),
            failing.faults(),
            failing.events());
    return run("workloada", valid(), Optional.empty(), load, memory().phases().getLast());
  }

  /** Every text in it comes from somebody who means harm to a terminal. */
  public static RunResult hostile() {
    RunResult whole = halfFailing();
    String evil = "\u001B[31m\u001B]0;title\u0007\r\n\t\u202E";
    return new RunResult(
        whole.schema(),
        RunStatus.FAILED,
        Optional.of(evil + "reason"),
        evil + "workload",
        whole.startedAt(),
        whole.seed(),
        new RunResult.SystemResult(
            evil + "system", evil, evil, Optional.of(List.of("note" + evil))),
        new RunResult.ClusterResult(
            "external",
            1,
            evil,
            List.of(evil),
            Optional.of(evilServers(evil)),
            OptionalLong.of(1),
            Optional.of(EventFixtures.evil(evil))),
        new RunResult.EnvironmentResult(evil, evil, evil, 1, 1),
        new Verdict(Validity.SUSPECT, List.of(new Reason(evil, evil, evil))),
        Optional.of(List.of(new SloResult(evil, evil + "slo", false))),
        whole.client(),
        whole.clientTime(),
        whole.storeCheck(),
        Optional.of(HostUseFixtures.named(evil)),
        whole.phases());
  }

  private static List<ServerResult> evilServers(String evil) {
    ServerResult server =
        new ServerResult(
            evil + "endpoint".repeat(40),
            Optional.of(evil),
            Optional.of(evil + "version".repeat(40)),
            false,
            OptionalLong.of(999_999_999_999L),
            OptionalLong.of(999_999_999_999L),
            OptionalLong.empty(),
            OptionalLong.empty(),
            Map.of("mode", evil + "mode".repeat(40)),
            Optional.of(evil + "problem".repeat(40)));
    return List.of(server, server);
  }

  /** One second of a phase. */
  public static IntervalResult interval(
      int index, Map<OperationType, OperationResult> operations, TimeResult lag) {
    return interval(index, Optional.empty(), operations, lag);
  }

  /** One second of a step of the run. */
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
        operations,
        lag);
  }

  public static OperationResult ok(long count, TimeResult times) {
    return new OperationResult(count, Map.of(Outcome.OK, count), Map.of(), times, times, Map.of());
  }

  public static OperationResult.Times both(TimeResult times) {
    return new OperationResult.Times(times, times);
  }

  public static TimeResult none() {
    return NONE;
  }

  /** Returns times with this median whose logarithm is normally distributed. */
  public static TimeResult lognormal(int count, long medianNanos, double sigma) {
    return TimeResult.of(TimeHistogram.ofNanos(times(count, medianNanos, sigma)));
  }

  /** The same, and three in a hundred waited for a store that stood still. */
  private static TimeResult stalled(int count, long medianNanos, double sigma) {
    long[] nanos = times(count, medianNanos, sigma);
    for (int index = 0; index < count * 3 / 100; index++) {
      nanos[index] += index * (2 * SECOND) / (count * 3 / 100);
    }
    return TimeResult.of(TimeHistogram.ofNanos(nanos));
  }

  private static TimeResult fast(int count) {
    Random random = new Random(7);
    long[] nanos =
        LongStream.range(0, count)
            .map(index -> index % 1_000 == 999 ? random.nextInt(40_000) : random.nextInt(1_400))
            .toArray();
    return TimeResult.of(TimeHistogram.ofNanos(nanos));
  }

  private static long[] times(int count, long medianNanos, double sigma) {
    Random random = new Random(42);
    return LongStream.range(0, count)
        .map(index -> (long) (medianNanos * StrictMath.exp(sigma * random.nextGaussian())))
        .toArray();
  }

  private static List<ErrorMessage> messages() {
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

  private static ClientTime time(
      long total,
      long ok,
      Map<Outcome, Long> others,
      Map<ErrorKind, Long> errors,
      long reconnect,
      long wait) {
    long idle = total / 500;
    ClientTime parts = new ClientTime(total, ok, others, errors, reconnect, wait, 0, idle, 0);
    return new ClientTime(
        total, ok, others, errors, reconnect, wait, 0, idle, total - parts.accountedNanos());
  }

  private static PhaseResult phase(
      PhaseName name,
      long wall,
      OptionalDouble offered,
      Map<OperationType, OperationResult> operations,
      TimeResult lag,
      List<ErrorMessage> messages,
      ClientTime time) {
    return phase(name, Optional.empty(), 500, wall, offered, operations, lag, messages, time);
  }

  private static PhaseResult phase(
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
        START,
        wall,
        clients,
        Math.min(8, clients),
        offered.isPresent() ? "open loop, 1,000 arrivals per second" : "closed loop",
        count,
        offered,
        rate,
        OptionalDouble.of(rate * 1.125),
        OptionalDouble.of(rate * 0.625),
        (double) time.busyNanos() / wall,
        operations,
        lag,
        messages,
        time,
        Optional.of(condition(wall)),
        Optional.empty(),
        Optional.empty());
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
        lognormal(2_000, 300_000L, 0.9),
        -3 * MILLI,
        0,
        0);
  }

  private static Verdict valid() {
    return new Verdict(Validity.VALID, List.of());
  }

  private static RunResult.StoreCheck store(
      long found, long before, long acknowledged, long uncertain) {
    return new RunResult.StoreCheck(found, before, acknowledged, uncertain);
  }

  private static RunResult run(
      String workload,
      Verdict verdict,
      Optional<RunResult.StoreCheck> store,
      PhaseResult... phases) {
    return new RunResult(
        RunResult.SCHEMA,
        RunStatus.COMPLETE,
        Optional.empty(),
        workload,
        START,
        1,
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
        new RunResult.ClientResult(38 * SECOND, 38_000, 327_155_712, 212 * MILLI, Optional.empty()),
        phases[phases.length - 1].clientTime(),
        store,
        Optional.empty(),
        List.of(phases));
  }

  private static RunResult with(RunResult whole, List<SloResult> slos) {
    return new RunResult(
        whole.schema(),
        whole.status(),
        whole.statusReason(),
        whole.workload(),
        whole.startedAt(),
        whole.seed(),
        whole.system(),
        whole.cluster(),
        whole.environment(),
        whole.verdict(),
        Optional.of(slos),
        whole.client(),
        whole.clientTime(),
        whole.storeCheck(),
        whole.hosts(),
        whole.phases());
  }

  private static RunResult with(RunResult whole, RunStatus status, Optional<String> reason) {
    return new RunResult(
        whole.schema(),
        status,
        reason,
        whole.workload(),
        whole.startedAt(),
        whole.seed(),
        whole.system(),
        whole.cluster(),
        whole.environment(),
        whole.verdict(),
        whole.slos(),
        whole.client(),
        whole.clientTime(),
        whole.storeCheck(),
        whole.hosts(),
        whole.phases());
  }

  static RunResult with(RunResult whole, HostsResult hosts) {
    return new RunResult(
        whole.schema(),
        whole.status(),
        whole.statusReason(),
        whole.workload(),
        whole.startedAt(),
        whole.seed(),
        whole.system(),
        whole.cluster(),
        whole.environment(),
        whole.verdict(),
        whole.slos(),
        whole.client(),
        whole.clientTime(),
        whole.storeCheck(),
        Optional.of(hosts),
        whole.phases());
  }

  private static RunResult with(RunResult whole, RunResult.ClusterResult cluster) {
    return new RunResult(
        whole.schema(),
        whole.status(),
        whole.statusReason(),
        whole.workload(),
        whole.startedAt(),
        whole.seed(),
        whole.system(),
        cluster,
        whole.environment(),
        whole.verdict(),
        whole.slos(),
        whole.client(),
        whole.clientTime(),
        whole.storeCheck(),
        whole.hosts(),
        whole.phases());
  }
}
