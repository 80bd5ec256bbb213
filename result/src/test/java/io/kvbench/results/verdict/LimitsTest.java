package io.kvbench.results.verdict;

import static io.kvbench.results.format.Measured.CLOSED;
import static io.kvbench.results.format.Measured.mostly;
import static io.kvbench.results.verdict.VerdictFixtures.EXTERNAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.measure.PoolUse;
import io.kvbench.core.measure.ScanCounts;
import io.kvbench.core.measure.Silences;
import io.kvbench.core.measure.Snapshot;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.results.format.AuditResult;
import io.kvbench.results.format.BusiestResult;
import io.kvbench.results.format.ClientCondition;
import io.kvbench.results.format.Measured;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult.ClusterResult;
import io.kvbench.results.format.RunResult.StoreCheck;
import io.kvbench.results.format.RunResult.Unreported;
import io.kvbench.results.format.RunStatus;
import io.kvbench.results.format.SchedulingResult;
import io.kvbench.results.format.SchedulingResult.BusyThread;
import io.kvbench.results.format.SlowestResult;
import io.kvbench.results.format.Verdict;
import io.kvbench.results.format.Verdict.Validity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Tests of every limit: it fails beyond its value, passes just within it, and its property changes
 * it.
 */
class LimitsTest {
  private static final long MILLI = 1_000_000L;
  private static final Snapshot READS = mostly(OperationType.READ, 1000, Outcome.OK, 0);

  private static final Settings DEFAULTS =
      Settings.resolve(new Assignments(), VerdictSettings.all(), new Problems());

  /** Ten seconds of two clients whose reads took a millisecond each. */
  private static final PhaseResult CALM = phase(READS);

  /** The same with a hundred requests offered per second. */
  private static final PhaseResult OPEN = open(100, READS);

  /** The same of a quicker store, whose reads took a tenth of that. */
  private static final PhaseResult FAST = phase(reads(MILLI / 10));

  private static final Pattern SHARE = Pattern.compile("([0-9.]+) %");

  /**
   * A limit.
   *
   * @param check the name in the reason
   * @param beyond a run that trips it, and no other limit
   * @param within one that just does not
   * @param wider a value of the property that lets {@code beyond} pass
   */
  record Limited(Setting<?> setting, String check, Evidence beyond, Evidence within, String wider) {

    /** A limit of what one phase may be like. */
    Limited(
        Setting<?> setting, String check, PhaseResult beyond, PhaseResult within, String wider) {
      this(setting, check, of(beyond, EXTERNAL), of(within, EXTERNAL), wider);
    }

    /** A limit of what the servers may be like. */
    Limited(
        Setting<?> setting,
        String check,
        ClusterResult beyond,
        ClusterResult within,
        String wider) {
      this(setting, check, of(CALM, beyond), of(CALM, within), wider);
    }

    private static Evidence of(PhaseResult phase, ClusterResult cluster) {
      return VerdictFixtures.evidence(
          RunStatus.COMPLETE, List.of(phase), VerdictFixtures.NO_STORE, cluster, false, 0);
    }

    private static Evidence overwritten(long inserts) {
      PhaseResult run = phase(mostly(OperationType.INSERT, 1000, Outcome.OK, 0));
      StoreCheck check =
          new StoreCheck(
              2000 - inserts,
              1000,
              2000,
              0,
              OptionalLong.of(inserts),
              Optional.of(new Unreported(1000, 0, 0)));
      return VerdictFixtures.evidence(
          RunStatus.COMPLETE, List.of(run), VerdictFixtures.counted(check), EXTERNAL, false, 0);
    }

    boolean isOfAPhase() {
      return beyond.cluster().equals(EXTERNAL) && beyond.store().storeCheck().isEmpty();
    }

    @Override
    public String toString() {
      return setting.name();
    }
  }

  static final List<Limited> LIMITS =
      List.of(
          new Limited(
              VerdictSettings.SOME_ERRORS,
              "errors",
              phase(mostly(OperationType.READ, 999, ErrorKind.OTHER, 1)),
              CALM,
              "0.1%"),
          new Limited(
              VerdictSettings.OUTCOMES,
              "outcomes",
              phase(mostly(OperationType.INSERT, 999, Outcome.ALREADY_EXISTS, 1)),
              CALM,
              "0.1%"),
          new Limited(
              VerdictSettings.NOT_FOUND,
              "not found",
              phase(mostly(OperationType.READ, 9_890, Outcome.NOT_FOUND, 110)),
              phase(mostly(OperationType.READ, 9_900, Outcome.NOT_FOUND, 100)),
              "2%"),
          new Limited(
              VerdictSettings.SHORT_SCANS,
              "short scans",
              scanned(98_900, 10),
              scanned(99_000, 10),
              "2%"),
          new Limited(
              VerdictSettings.IMBALANCE,
              "imbalance",
              busiest("1", 151, false),
              busiest("1", 150, false),
              "60%"),
          new Limited(
              VerdictSettings.IMBALANCE,
              "imbalance",
              busiest("a:1", 151, true),
              busiest("a:1", 150, true),
              "60%"),
          new Limited(
              VerdictSettings.SHORTEST,
              "too short",
              lasting(10_000 * MILLI - 1),
              lasting(10_000 * MILLI),
              "9s"),
          new Limited(
              VerdictSettings.FEWEST,
              "too short",
              phase(mostly(OperationType.READ, 999, Outcome.OK, 0)),
              CALM,
              "900"),
          new Limited(
              VerdictSettings.FEWEST_EXPIRIES, "too short", expired(99), expired(100), "99"),
          new Limited(
              VerdictSettings.WARM_UP,
              "warm-up",
              VerdictFixtures.rates(CALM, starting(0.3)),
              VerdictFixtures.rates(CALM, starting(0.5)),
              "3%"),
          new Limited(
              VerdictSettings.DRIFT,
              "drift",
              VerdictFixtures.rates(CALM, rising(0.2)),
              VerdictFixtures.rates(CALM, rising(0.13)),
              "20%"),
          new Limited(
              VerdictSettings.MODES,
              "two rates",
              VerdictFixtures.rates(CALM, alternating(0.65)),
              VerdictFixtures.rates(CALM, alternating(0.75)),
              "50%"),
          new Limited(
              VerdictSettings.RESPONSE_WARM_UP,
              "warm-up",
              VerdictFixtures.responses(OPEN, starting(5)),
              VerdictFixtures.responses(OPEN, starting(3)),
              "20%"),
          new Limited(
              VerdictSettings.RESPONSE_DRIFT,
              "drift",
              VerdictFixtures.responses(OPEN, rising(1.5)),
              VerdictFixtures.responses(OPEN, rising(1)),
              "70%"),
          new Limited(
              VerdictSettings.RESPONSE_MODES,
              "two response times",
              VerdictFixtures.responses(OPEN, alternating(0.45)),
              VerdictFixtures.responses(OPEN, alternating(0.55)),
              "70%"),
          new Limited(WaitSettings.SLOWEST, "slowest client", slowest(3.1), slowest(2.9), "4"),
          new Limited(
              WaitSettings.TAIL_TIME,
              "tail time",
              phase(withOne(READS, 120 * MILLI)),
              phase(withOne(READS, 100 * MILLI)),
              "20%"),
          new Limited(
              WaitSettings.ARRIVALS, "arrivals", waiting(3_100_000), waiting(2_900_000), "4"),
          new Limited(WaitSettings.RECONNECTS, "reconnects", reconnected(2), reconnected(1), "2"),
          new Limited(
              VerdictSettings.RECORDS_PER_CLIENT,
              "key space",
              VerdictFixtures.records(new Evidence.Records(19, 9, false, 0), CALM),
              VerdictFixtures.records(new Evidence.Records(20, 9, false, 0), CALM),
              "9"),
          new Limited(
              VerdictSettings.OUTCOMES,
              "overwritten",
              Limited.overwritten(1),
              Limited.overwritten(0),
              "0.1%"),
          new Limited(
              VerdictSettings.OVER_RANGE,
              "over range",
              phase(longest(TimeHistogram.HIGHEST_NANOS + 1)),
              phase(longest(TimeHistogram.HIGHEST_NANOS)),
              "1"),
          new Limited(
              VerdictSettings.OK_TIME,
              "client time",
              timed(account(94, 6, 0)),
              timed(account(95, 5, 0)),
              "90%"),
          new Limited(
              VerdictSettings.CONCURRENCY,
              "concurrency",
              timed(account(89, 0, 11)),
              timed(account(90, 0, 10)),
              "0.8"),
          new Limited(
              VerdictSettings.LAG_P99,
              "lag",
              open(100, late(reads(30 * MILLI), 11 * MILLI)),
              open(100, late(reads(30 * MILLI), 9_900_000)),
              "12ms"),
          new Limited(
              VerdictSettings.NONE_FREE,
              "free clients",
              crowded(110 * MILLI),
              crowded(90 * MILLI),
              "1.2%"),
          new Limited(
              VerdictSettings.NOISE,
              "lag",
              open(100, late(510_000)),
              open(100, late(490_000)),
              "52%"),
          new Limited(
              VerdictSettings.FLOOR,
              "lag",
              open(100, late(reads(MILLI / 10), 310_000)),
              open(100, late(reads(MILLI / 10), 290_000)),
              "350us"),
          new Limited(
              VerdictSettings.CPU,
              "cpu",
              in(VerdictFixtures.processors(18_100 * MILLI, OptionalDouble.empty())),
              in(VerdictFixtures.processors(17_900 * MILLI, OptionalDouble.empty())),
              "95%"),
          new Limited(
              VerdictSettings.STEAL,
              "steal",
              in(VerdictFixtures.processors(0, OptionalDouble.of(0.021))),
              in(VerdictFixtures.processors(0, OptionalDouble.of(0.019))),
              "5%"),
          new Limited(
              VerdictSettings.BUSY_THREAD,
              "busy thread",
              in(VerdictFixtures.busy("nio-1", 8_510 * MILLI)),
              in(VerdictFixtures.busy("nio-1", 8_490 * MILLI)),
              "90%"),
          new Limited(
              VerdictSettings.RUN_DELAY,
              "run delay",
              in(VerdictFixtures.delayed(2_000 * 251_000L, 2_000)),
              in(VerdictFixtures.delayed(2_000 * 249_000L, 2_000)),
              "30%"),
          new Limited(
              VerdictSettings.OWN_TIME,
              "own time",
              in(VerdictFixtures.woken(3_000, 126_000)).withOwnTime(),
              in(VerdictFixtures.woken(3_000, 124_000)).withOwnTime(),
              "30%"),
          new Limited(
              VerdictSettings.THROTTLED,
              "throttled",
              in(VerdictFixtures.throttled(2, 101 * MILLI)),
              in(VerdictFixtures.throttled(2, 99 * MILLI)),
              "2%"),
          new Limited(
              VerdictSettings.GC_SHARE,
              "gc share",
              in(VerdictFixtures.pauses(201 * MILLI, 0)),
              in(VerdictFixtures.pauses(199 * MILLI, 0)),
              "3%"),
          new Limited(
              VerdictSettings.GC_LONGEST,
              "gc pause",
              in(VerdictFixtures.pauses(0, 51 * MILLI)),
              in(VerdictFixtures.pauses(0, 49 * MILLI)),
              "60ms"),
          new Limited(
              VerdictSettings.HICCUP_P99,
              "hiccup p99",
              VerdictFixtures.in(
                  VerdictFixtures.clock(0, VerdictFixtures.hiccups(310_000, MILLI)), FAST),
              VerdictFixtures.in(
                  VerdictFixtures.clock(0, VerdictFixtures.hiccups(290_000, MILLI)), FAST),
              "350us"),
          new Limited(
              VerdictSettings.HICCUP_LONGEST,
              "longest hiccup",
              in(VerdictFixtures.clock(0, VerdictFixtures.hiccups(200_000, 510 * MILLI))),
              in(VerdictFixtures.clock(0, VerdictFixtures.hiccups(200_000, 490 * MILLI))),
              "1s"),
          new Limited(
              VerdictSettings.AGENT_SKEW,
              "agent skew",
              VerdictFixtures.agents(CALM, 100_001),
              VerdictFixtures.agents(CALM, 100_000),
              "1s"),
          new Limited(
              VerdictSettings.CLOCK_STEP,
              "clock",
              in(VerdictFixtures.clock(-101 * MILLI, VerdictFixtures.hiccups(0, 0))),
              in(VerdictFixtures.clock(-99 * MILLI, VerdictFixtures.hiccups(0, 0))),
              "1s"),
          new Limited(
              VerdictSettings.PINNED_SHARE,
              "pinned share",
              in(VerdictFixtures.pinned(201 * MILLI, 0)),
              in(VerdictFixtures.pinned(199 * MILLI, 0)),
              "2%"),
          new Limited(
              VerdictSettings.PINNED_LONGEST,
              "pinned",
              in(VerdictFixtures.pinned(0, 51 * MILLI)),
              in(VerdictFixtures.pinned(0, 49 * MILLI)),
              "60ms"),
          new Limited(
              VerdictSettings.CONFLICTS,
              "conflicts",
              phase(mostly(OperationType.COMPARE_AND_SET, 490, Outcome.CONFLICT, 510)),
              phase(mostly(OperationType.COMPARE_AND_SET, 500, Outcome.CONFLICT, 500)),
              "60%"),
          new Limited(
              VerdictSettings.RECORDS_APART,
              "servers",
              VerdictFixtures.servers(OptionalLong.of(0), 10, 9, 10),
              VerdictFixtures.servers(OptionalLong.of(0), 10, 10, 10),
              "1"),
          new Limited(
              VerdictSettings.ELECTIONS,
              "elections",
              VerdictFixtures.servers(OptionalLong.of(1), 10),
              VerdictFixtures.servers(OptionalLong.of(0), 10),
              "1"),
          new Limited(
              VerdictSettings.WRITES_PER_SYNC,
              "durability",
              VerdictFixtures.synced(5_005, 5),
              VerdictFixtures.synced(5_000, 5),
              "1001"),
          new Limited(
              VerdictSettings.ROUND_TRIPS,
              "round trips",
              VerdictFixtures.away(2_201, 200, 1_000),
              VerdictFixtures.away(2_200, 200, 1_000),
              "3ms"),
          new Limited(VerdictSettings.OTHER_LOAD, "other load", beside(20.2), beside(19.8), "11%"));

  @ParameterizedTest
  @FieldSource("LIMITS")
  void isTrippedAndNamesItsProperty(Limited limit) {
    Verdict verdict = VerdictFixtures.judge(limit.beyond);

    assertThat(verdict.validity())
        .isEqualTo(limit.check.equals("achieved rate") ? Validity.INVALID : Validity.SUSPECT);
    assertThat(verdict.reasons())
        .singleElement()
        .satisfies(
            reason -> {
              assertThat(reason.check()).isEqualTo(limit.check);
              assertThat(reason.observed().startsWith("run phase: ")).isEqualTo(limit.isOfAPhase());
              assertThat(reason.limit()).endsWith(", " + limit.setting.name());
            });
  }

  @ParameterizedTest
  @FieldSource("LIMITS")
  void isNotTrippedByJustLess(Limited limit) {
    assertThat(VerdictFixtures.judge(limit.within).reasons()).isEmpty();
  }

  @ParameterizedTest
  @FieldSource("LIMITS")
  void isMovedByItsProperty(Limited limit) {
    String wider = limit.setting.name() + "=" + limit.wider;

    assertThat(VerdictFixtures.judge(limit.beyond, wider).reasons()).isEmpty();
  }

  @Test
  void theLimitOfErrorsThatMakeARunInvalidCanBeMoved() {
    PhaseResult failing = phase(mostly(OperationType.READ, 989, ErrorKind.OTHER, 11));

    assertThat(VerdictFixtures.judge(List.of(failing)).validity()).isEqualTo(Validity.INVALID);
    assertThat(VerdictFixtures.judge(List.of(failing), "verdict.errors=2%").validity())
        .isEqualTo(Validity.SUSPECT);
  }

  @Test
  void whatIsSmallAgainstTheTimesThatWereMeasuredHasNotMadeThem() {
    PhaseResult slow =
        phase(
            Measured.snapshot(
                Map.of(
                    OperationType.READ,
                    Map.of(Outcome.OK, Measured.times(Measured.filled(1000, 200 * MILLI))))));
    PhaseResult small = VerdictFixtures.in(VerdictFixtures.pauses(0, 99 * MILLI), slow);
    PhaseResult large = VerdictFixtures.in(VerdictFixtures.pauses(0, 101 * MILLI), slow);

    assertThat(VerdictFixtures.judge(List.of(small)).reasons()).isEmpty();
    assertThat(VerdictFixtures.judge(List.of(large)).reasons())
        .singleElement()
        .satisfies(
            reason ->
                assertThat(reason.limit())
                    .startsWith("at most 100")
                    .endsWith("50 % of the lowest p99 service time, verdict.noise"));
    assertThat(VerdictFixtures.judge(List.of(large), "verdict.noise=60%").reasons()).isEmpty();
    assertThat(VerdictFixtures.judge(List.of(small), "verdict.noise=0").reasons())
        .singleElement()
        .satisfies(reason -> assertThat(reason.limit()).endsWith("verdict.gc.longest"));
  }

  /** 10 s of the phase on two processors. */
  @Test
  void whereProcessorsWereTheLimitSoManyLoadMachinesWouldDo() {
    ClientCondition full = VerdictFixtures.processors(20_000 * MILLI, OptionalDouble.empty());
    PhaseResult closed = VerdictFixtures.in(full, CALM, 10_000 * MILLI);
    PhaseResult open = VerdictFixtures.in(full, open(300, READS), 10_000 * MILLI);

    assertThat(AgentAdvice.of(closed, full, 1, DEFAULTS))
        .isEqualTo("; 2 load machines like it would be enough (agents)");
    assertThat(AgentAdvice.of(closed, full, 4, DEFAULTS))
        .isEqualTo("; 5 load machines like these would be enough (agents)");
    assertThat(AgentAdvice.of(open, full, 1, DEFAULTS))
        .as("a third of the rate was reached")
        .isEqualTo("; 4 load machines like it would be enough (agents)");
    assertThat(
            AgentAdvice.of(
                closed,
                VerdictFixtures.processors(17_900 * MILLI, OptionalDouble.empty()),
                1,
                DEFAULTS))
        .isEmpty();
    assertThat(VerdictFixtures.judge(List.of(closed)).reasons())
        .anySatisfy(
            reason ->
                assertThat(reason.observed())
                    .isEqualTo(
                        "run phase: kvbench used 100 % of its 2 processors; 2 load machines like it"
                            + " would be enough (agents)"));
  }

  /** All of two processors in 0.9 s, with half of the host's time stolen. */
  @Test
  void sharesOfAShortPhaseAreJudgedBeyondAStepOfTheProcessorTime() {
    ClientCondition busy = VerdictFixtures.processors(1_800 * MILLI, OptionalDouble.of(0.5));
    ClientCondition roughly = VerdictFixtures.processors(20 * MILLI, OptionalDouble.of(0.5));
    ClientCondition fair = VerdictFixtures.processors(1_620 * MILLI, OptionalDouble.of(0.03));

    assertThat(checks(VerdictFixtures.in(busy, CALM, 900 * MILLI)))
        .containsExactly("too short", "cpu", "steal");
    assertThat(checks(VerdictFixtures.in(fair, CALM, 900 * MILLI))).containsExactly("too short");
    assertThat(checks(VerdictFixtures.in(roughly, CALM, 10 * MILLI))).containsExactly("too short");
  }

  /** A thousand operations that were answered on the threads that sent them. */
  @Test
  void waitsForAProcessorAreNotThoseOfOperationsThatWokeUpNoThread() {
    assertThat(checks(in(VerdictFixtures.delayed(1_000 * MILLI, 499)))).isEmpty();
    assertThat(checks(in(VerdictFixtures.delayed(1_000 * MILLI, 500))))
        .containsExactly("run delay");
  }

  /** The store that was observed: of 310 us, 184 us passed on the wire. */
  @Test
  void timeOfKvbenchsOwnIsPartOfAShortServiceTime() {
    PhaseResult quick = phase(reads(310_000));

    assertThat(
            VerdictFixtures.judge(
                    List.of(
                        VerdictFixtures.in(VerdictFixtures.woken(3_000, 55_000), quick)
                            .withOwnTime()))
                .reasons())
        .singleElement()
        .satisfies(
            reason ->
                assertThat(reason.observed())
                    .isEqualTo(
                        "run phase: about 110 µs of the lowest p50 service time, 310 µs, are"
                            + " kvbench's own: waking threads, reading and writing"));
  }

  /** A tenth of the wake-ups is late: the median is the store's, the tail is not. */
  @Test
  void lateWakeUpsArePartOfTheTailOfServiceTimes() {
    PhaseResult steady = phase(reads(900_000));

    assertThat(ownTimes(steady, 40_000, 100_000)).isEmpty();
    assertThat(ownTimes(steady, 40_000, 200_000))
        .singleElement()
        .satisfies(
            reason -> {
              assertThat(reason.observed())
                  .contains("about 230 µs of the lowest p99 service time, 900 µs, are kvbench's");
              assertThat(reason.limit())
                  .isEqualTo("at most 25 % of the lowest p99 service time, verdict.owntime");
            });
    assertThat(ownTimes(phase(reads(200_000)), 40_000, 200_000))
        .as("the median comes first")
        .singleElement()
        .satisfies(reason -> assertThat(reason.observed()).contains("of the lowest p50"));
  }

  private static List<Verdict.Reason> ownTimes(PhaseResult phase, long wakeNanos, long lateNanos) {
    return VerdictFixtures.judge(
            List.of(
                VerdictFixtures.in(VerdictFixtures.wokenLate(3_000, wakeNanos, lateNanos), phase)
                    .withOwnTime()))
        .reasons()
        .stream()
        .filter(reason -> reason.check().equals("own time"))
        .toList();
  }

  /** Where event loops are always busy, answers wait for no thread. */
  @Test
  void operationsThatWakeNoThreadHaveNoTimeOfKvbenchsOwn() {
    assertThat(checks(in(VerdictFixtures.woken(100, 2 * MILLI)).withOwnTime())).isEmpty();
  }

  /** Deliveries before the acknowledgement, and owners that die without a request. */
  @Test
  void waitsForAProcessorAreNotJudgedByWhatTakesNoTime() {
    ClientCondition delayed = VerdictFixtures.delayed(1_000 * 200_000L, 1_000);
    for (OperationType type : List.of(OperationType.WATCH_LAG, OperationType.ABANDON_LOCK)) {
      Snapshot atOnce =
          Measured.snapshot(
              Map.of(type, Map.of(Outcome.OK, Measured.times(Measured.filled(1000, 0)))));
      assertThat(checks(VerdictFixtures.in(delayed, phase(READS.plus(atOnce))))).isEmpty();
    }
  }

  @Test
  void otherRequestsBesideExpiringLeasesAreCountedAsEver() {
    Snapshot reads = mostly(OperationType.READ, 400, Outcome.OK, 0);
    Snapshot leases = mostly(OperationType.LEASE_LIFETIME, 400, Outcome.OK, 0);

    assertThat(
            checks(Measured.result(PhaseName.RUN, CLOSED, Measured.phase(reads.plus(leases), 800))))
        .containsExactly("too short");
  }

  /** Counters and widely watched records are few on purpose. */
  @Test
  void recordsAreSharedWhereThatIsWhatIsMeasured() {
    Evidence.Records few = new Evidence.Records(1, 9, false, 0);
    Snapshot reads = mostly(OperationType.READ, 1000, Outcome.OK, 0);
    for (OperationType type :
        List.of(OperationType.STM, OperationType.WATCHED_UPDATE, OperationType.WATCH_CATCH_UP)) {
      Snapshot each = mostly(type, 1000, Outcome.OK, 0);
      PhaseResult all = phase(type.isComposite() ? reads.plus(each) : each);
      PhaseResult some = phase(reads.plus(mostly(type, 10, Outcome.OK, 0)));

      assertThat(VerdictFixtures.judge(VerdictFixtures.records(few, all)).reasons())
          .extracting(Verdict.Reason::check)
          .as("%s of %d requests", type, all.rates().requests())
          .doesNotContain("key space");
      assertThat(VerdictFixtures.judge(VerdictFixtures.records(few, some)).reasons())
          .extracting(Verdict.Reason::check)
          .contains("key space");
    }
  }

  private static List<String> checks(PhaseResult phase) {
    return VerdictFixtures.judge(List.of(phase)).reasons().stream()
        .map(Verdict.Reason::check)
        .toList();
  }

  @Test
  void theBusiestThreadIsNamedAsItIs() {
    ClientCondition busy = VerdictFixtures.busy("loop 100%s", 9_000 * MILLI);

    assertThat(VerdictFixtures.judge(List.of(in(busy))).reasons())
        .singleElement()
        .satisfies(
            reason ->
                assertThat(reason.observed())
                    .isEqualTo("run phase: the thread 'loop 100%s' used 90 % of a processor"));
  }

  @Test
  void noLimitIsForgottenHere() {
    Set<String> tested = new TreeSet<>();
    LIMITS.forEach(limit -> tested.add(limit.setting.name()));
    tested.addAll(
        List.of(
            "verdict.errors",
            "verdict.achieved",
            "verdict.workingset",
            "exit.on",
            "slo",
            "slo.abort",
            "slo.grace"));

    assertThat(VerdictSettings.all())
        .extracting(Setting::name)
        .containsExactlyInAnyOrderElementsOf(tested);
  }

  @Test
  void missingConcurrencySaysWhereTheTimeWent() {
    assertThat(VerdictFixtures.judge(List.of(timed(account(25, 0, 75)))).reasons())
        .singleElement()
        .satisfies(
            reason ->
                assertThat(reason.observed())
                    .endsWith(
                        "with 2 clients, busy 25 % of the time; the rest: kvbench overhead 75 %"));
  }

  /**
   * Two clients with 1000 requests, so 998 thoughts of a nanosecond: each may be done one before
   * the other, and not ten.
   */
  @Test
  void clientsThatThinkAreIdleForOneThoughtAtMost() {
    assertThat(VerdictFixtures.judge(List.of(timed(thinking(2)))).reasons()).isEmpty();
    assertThat(VerdictFixtures.judge(List.of(timed(thinking(12)))).reasons())
        .singleElement()
        .satisfies(
            reason ->
                assertThat(reason.observed())
                    .endsWith("busy 50 % of the time excluding think time; the rest: idle 50 %"));
  }

  /** A scan of ten records gets less if it starts at one of the last nine. */
  @Test
  void shortScansAtTheEndOfTheKeySpaceAreExpected() {
    assertThat(VerdictFixtures.judge(List.of(scanned(50_000, 9))).reasons()).isEmpty();
    assertThat(VerdictFixtures.judge(List.of(scanned(50_000, 10))).reasons())
        .singleElement()
        .satisfies(
            reason ->
                assertThat(reason.observed())
                    .isEqualTo(
                        "run phase: scans returned 50,000 of the 100,000 records requested; 77"
                            + " scans were short, starting from more keys than the end of the"
                            + " key space explains"));
  }

  /** Each insert and each delete may have moved the end. */
  @Test
  void insertsMoveTheEndOfTheKeySpace() {
    PhaseResult inserting = phase(mostly(OperationType.INSERT, 1000, Outcome.OK, 0));

    assertThat(VerdictFixtures.judge(List.of(scanned(inserting, 50_000, 1_009))).reasons())
        .isEmpty();
    assertThat(VerdictFixtures.judge(List.of(scanned(inserting, 50_000, 1_010))).reasons())
        .hasSize(1);
  }

  @Test
  void aFewRequestsAreSpreadByChance() {
    PhaseResult few = phase(mostly(OperationType.READ, 999, Outcome.OK, 0));
    BusiestResult all = new BusiestResult("1", 10, 999, 0.1, 1);

    assertThat(
            checks(
                VerdictFixtures.answered(
                    few, Optional.empty(), Optional.of(all), Optional.empty())))
        .containsExactly("too short");
  }

  private static PhaseResult scanned(long returned, int shortStarts) {
    return scanned(CALM, returned, shortStarts);
  }

  /** Returns a phase whose scans asked for ten records each. */
  private static PhaseResult scanned(PhaseResult phase, long returned, int shortStarts) {
    ScanCounts scans = new ScanCounts(10_000, 100_000, returned, 77, shortStarts, 10);
    return VerdictFixtures.answered(phase, Optional.of(scans), Optional.empty(), Optional.empty());
  }

  /** Returns a phase of 1000 requests with this many on one of ten connections or servers. */
  private static PhaseResult busiest(String name, long requests, boolean server) {
    Optional<BusiestResult> busiest =
        Optional.of(new BusiestResult(name, 10, requests, 0.1, requests / 1e3));
    return VerdictFixtures.answered(
        CALM,
        Optional.empty(),
        server ? Optional.empty() : busiest,
        server ? busiest : Optional.empty());
  }

  private static ClientTime thinking(long idle) {
    return new ClientTime(
        1008 + idle, 10, Map.of(), Map.of(), 0, OptionalLong.of(0), 0, 998, idle, 0);
  }

  /** Returns leases of which each takes three operations. */
  private static PhaseResult expired(int leases) {
    Snapshot recorded = Snapshot.empty();
    for (OperationType type :
        List.of(
            OperationType.LEASE_GRANT,
            OperationType.LEASE_ATTACH,
            OperationType.LEASE_AWAIT,
            OperationType.LEASE_LIFETIME,
            OperationType.LEASE_EXPIRY)) {
      recorded = recorded.plus(mostly(type, leases, Outcome.OK, 0));
    }
    return Measured.result(PhaseName.RUN, CLOSED, Measured.phase(recorded, leases));
  }

  private static PhaseResult phase(Snapshot recorded) {
    return Measured.result(PhaseName.RUN, CLOSED, Measured.phase(recorded));
  }

  private static PhaseResult timed(ClientTime time) {
    return Measured.result(PhaseName.RUN, CLOSED, Measured.phase(READS, time));
  }

  private static ClientTime account(long ok, long errors, long harness) {
    return new ClientTime(
        100,
        ok,
        Map.of(),
        Map.of(ErrorKind.OTHER, errors),
        0,
        OptionalLong.of(0),
        0,
        0,
        0,
        harness);
  }

  private static Snapshot longest(long nanos) {
    return withOne(reads(TimeHistogram.HIGHEST_NANOS), nanos);
  }

  private static Snapshot withOne(Snapshot others, long nanos) {
    return others.plus(
        Measured.snapshot(Map.of(OperationType.READ, Map.of(Outcome.OK, Measured.times(nanos)))));
  }

  private static PhaseResult slowest(double timesTypical) {
    return CALM.with(
        copy ->
            copy.audit =
                Optional.of(
                    new AuditResult(
                        Optional.of(
                            new SlowestResult(
                                "1", 2, 10, Math.round(MILLI * timesTypical), MILLI, 0.9)),
                        Optional.empty(),
                        Optional.empty(),
                        OptionalLong.empty(),
                        OptionalLong.empty())));
  }

  private static PhaseResult reconnected(long times) {
    return CALM.with(
        copy -> copy.audit = copy.audit.map(each -> each.with(OptionalLong.of(times))));
  }

  private static PhaseResult waiting(long p99Nanos) {
    Silences.Summary silences = new Silences.Summary(9, 900 * MILLI, MILLI, p99Nanos);
    return CALM.with(copy -> copy.audit = copy.audit.map(each -> each.with(silences)));
  }

  private static PhaseResult lasting(long nanos) {
    return VerdictFixtures.in(VerdictFixtures.processors(0, OptionalDouble.empty()), CALM, nanos);
  }

  /** Returns 30 seconds of which the first has this share of the rate. */
  private static List<Double> starting(double share) {
    return seconds(second -> second == 0 ? share : 1);
  }

  private static List<Double> rising(double by) {
    return seconds(second -> 1 + by * second / 30);
  }

  private static List<Double> alternating(double low) {
    return seconds(second -> second % 3 == 0 ? low : 1);
  }

  private static List<Double> seconds(IntToDoubleFunction rate) {
    return IntStream.range(0, 30).mapToDouble(rate).map(share -> 1000 * share).boxed().toList();
  }

  private static PhaseResult in(ClientCondition condition) {
    return VerdictFixtures.in(condition, CALM);
  }

  /** Returns a run on a machine of two processors with this load from other processes. */
  private static Evidence beside(double otherCpuPercent) {
    PhaseResult phase = in(VerdictFixtures.processors(0, OptionalDouble.empty()));
    return VerdictFixtures.hosts(
        SampledHosts.local(phase, otherCpuPercent), VerdictFixtures.NO_RECORDS, phase);
  }

  private static Snapshot late(long nanos) {
    return late(READS, nanos);
  }

  private static Snapshot late(Snapshot recorded, long nanos) {
    return new Snapshot(recorded.operations(), TimeHistogram.ofNanos(Measured.filled(50, nanos)));
  }

  private static Snapshot reads(long nanos) {
    return Measured.snapshot(
        Map.of(
            OperationType.READ, Map.of(Outcome.OK, Measured.times(Measured.filled(1000, nanos)))));
  }

  /** Returns one that had no free client for so long. */
  private static PhaseResult crowded(long nanos) {
    return Measured.result(
        PhaseName.RUN,
        Measured.open(100),
        Measured.phase(
            READS, new PoolUse(50, 50, nanos, 40, 90, Optional.empty(), OptionalInt.empty())));
  }

  /**
   * The share is that of the window of the meter, be it shorter or longer than the phase: half of a
   * window is neither all of a shorter phase nor nothing of a longer one.
   */
  @Test
  void sharesAreThoseOfTheWindowThatIsMetered() {
    Random random = new Random(40);
    for (int round = 0; round < 500; round++) {
      long window = (long) (MILLI * Math.pow(10_000, random.nextDouble()));
      long wall = (long) (window * (0.1 + 2 * random.nextDouble()));
      double gc = random.nextDouble();
      double busy = random.nextDouble();
      double throttled = random.nextDouble();
      ClientCondition condition =
          new ClientCondition(
              0,
              2,
              OptionalDouble.empty(),
              1,
              (long) (gc * window),
              0,
              VerdictFixtures.hiccups(0, 0),
              0,
              0,
              0,
              Optional.of(
                  new SchedulingResult(
                      Optional.of(new BusyThread("loop", (long) (busy * window))),
                      OptionalLong.empty(),
                      OptionalLong.empty(),
                      OptionalLong.of(1),
                      OptionalLong.of((long) (throttled * window)),
                      OptionalLong.empty())),
              Optional.empty(),
              OptionalLong.of(window));

      List<Verdict.Reason> reasons =
          VerdictFixtures.judge(List.of(VerdictFixtures.in(condition, CALM, wall))).reasons();

      // Short windows are in doubt by a step of the processor time.
      double doubt = window < 1_000 * MILLI ? 10.0 * MILLI / window : 0;
      judged(reasons, "gc share", gc, 0.02 + doubt);
      judged(reasons, "busy thread", busy, 0.85 + doubt);
      judged(reasons, "throttled", throttled, 0.01 + doubt);
    }
  }

  private static void judged(
      List<Verdict.Reason> reasons, String check, double share, double most) {
    Optional<Verdict.Reason> found =
        reasons.stream().filter(reason -> reason.check().equals(check)).findFirst();
    assertThat(found.isPresent()).as("%s of %s", check, share).isEqualTo(share > most);
    found.ifPresent(
        reason ->
            assertThat(
                    SHARE
                        .matcher(reason.observed())
                        .results()
                        .mapToDouble(each -> Double.parseDouble(each.group(1)))
                        .max()
                        .orElseThrow())
                .isCloseTo(100 * share, within(1.0)));
  }

  @Test
  void whatWouldHaveBeenEnoughIsSaid() {
    assertThat(VerdictFixtures.judge(List.of(crowded(6_900 * MILLI))).reasons())
        .filteredOn(reason -> reason.check().equals("free clients"))
        .singleElement()
        .satisfies(
            reason -> {
              assertThat(reason.observed())
                  .contains("no client was free for 6.9 s, which delayed 40 requests")
                  .contains(
                      "90 clients would have been enough, there were 50 (clients, clients.max)");
              assertThat(reason.limit()).endsWith("verdict.nonefree");
            });
  }

  /** Returns a phase that sent 1000 requests in 10 seconds. */
  private static PhaseResult open(double offered, Snapshot recorded) {
    return Measured.result(PhaseName.RUN, Measured.open(offered), Measured.phase(recorded));
  }
}
