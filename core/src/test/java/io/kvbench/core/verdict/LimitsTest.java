package io.kvbench.core.verdict;

import static io.kvbench.core.result.Measured.CLOSED;
import static io.kvbench.core.result.Measured.mostly;
import static io.kvbench.core.verdict.Judging.EXTERNAL;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.measure.Snapshot;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.result.ClientCondition;
import io.kvbench.core.result.Measured;
import io.kvbench.core.result.PhaseResult;
import io.kvbench.core.result.RunResult.ClusterResult;
import io.kvbench.core.result.RunStatus;
import io.kvbench.core.result.Verdict;
import io.kvbench.core.result.Verdict.Validity;
import io.kvbench.core.setting.Setting;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Every limit: what trips it, what just does not, and that its property moves it. */
class LimitsTest {
  private static final long MILLI = 1_000_000L;
  private static final Snapshot READS = mostly(OperationType.READ, 1000, Outcome.OK, 0);

  /** Ten seconds of two clients whose reads took a millisecond each. */
  private static final PhaseResult CALM = phase(READS);

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
      return new Evidence(RunStatus.COMPLETE, List.of(phase), Optional.empty(), cluster, false, 0);
    }

    boolean isOfAPhase() {
      return beyond.cluster().equals(EXTERNAL);
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
              open(100, late(11 * MILLI)),
              open(100, late(9_900_000)),
              "20ms"),
          new Limited(
              VerdictSettings.CPU,
              "cpu",
              in(Judging.processors(18_100 * MILLI, OptionalDouble.empty())),
              in(Judging.processors(17_900 * MILLI, OptionalDouble.empty())),
              "95%"),
          new Limited(
              VerdictSettings.STEAL,
              "steal",
              in(Judging.processors(0, OptionalDouble.of(0.021))),
              in(Judging.processors(0, OptionalDouble.of(0.019))),
              "5%"),
          new Limited(
              VerdictSettings.GC_SHARE,
              "gc share",
              in(Judging.pauses(201 * MILLI, 0)),
              in(Judging.pauses(199 * MILLI, 0)),
              "3%"),
          new Limited(
              VerdictSettings.GC_LONGEST,
              "gc pause",
              in(Judging.pauses(0, 51 * MILLI)),
              in(Judging.pauses(0, 49 * MILLI)),
              "60ms"),
          new Limited(
              VerdictSettings.HICCUP_P99,
              "hiccup p99",
              in(Judging.clock(0, Judging.hiccups(11 * MILLI, 12 * MILLI))),
              in(Judging.clock(0, Judging.hiccups(9_900_000, 20 * MILLI))),
              "20ms"),
          new Limited(
              VerdictSettings.HICCUP_LONGEST,
              "longest hiccup",
              in(Judging.clock(0, Judging.hiccups(MILLI, 510 * MILLI))),
              in(Judging.clock(0, Judging.hiccups(MILLI, 490 * MILLI))),
              "1s"),
          new Limited(
              VerdictSettings.CLOCK_STEP,
              "clock",
              in(Judging.clock(-101 * MILLI, Judging.hiccups(0, 0))),
              in(Judging.clock(-99 * MILLI, Judging.hiccups(0, 0))),
              "1s"),
          new Limited(
              VerdictSettings.PINNED_SHARE,
              "pinned share",
              in(Judging.pinned(201 * MILLI, 0)),
              in(Judging.pinned(199 * MILLI, 0)),
              "2%"),
          new Limited(
              VerdictSettings.PINNED_LONGEST,
              "pinned",
              in(Judging.pinned(0, 51 * MILLI)),
              in(Judging.pinned(0, 49 * MILLI)),
              "60ms"),
          new Limited(
              VerdictSettings.CONFLICTS,
              "conflicts",
              phase(mostly(OperationType.COMPARE_AND_SET, 49, Outcome.CONFLICT, 51)),
              phase(mostly(OperationType.COMPARE_AND_SET, 50, Outcome.CONFLICT, 50)),
              "60%"),
          new Limited(
              VerdictSettings.RECORDS_APART,
              "servers",
              Judging.servers(OptionalLong.of(0), 10, 9, 10),
              Judging.servers(OptionalLong.of(0), 10, 10, 10),
              "1"),
          new Limited(
              VerdictSettings.ELECTIONS,
              "elections",
              Judging.servers(OptionalLong.of(1), 10),
              Judging.servers(OptionalLong.of(0), 10),
              "1"));

  @ParameterizedTest
  @FieldSource("LIMITS")
  void isTrippedAndNamesItsProperty(Limited limit) {
    Verdict verdict = Judging.judge(limit.beyond);

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
    assertThat(Judging.judge(limit.within).reasons()).isEmpty();
  }

  @ParameterizedTest
  @FieldSource("LIMITS")
  void isMovedByItsProperty(Limited limit) {
    String wider = limit.setting.name() + "=" + limit.wider;

    assertThat(Judging.judge(limit.beyond, wider).reasons()).isEmpty();
  }

  @Test
  void theLimitOfErrorsThatMakeARunInvalidCanBeMoved() {
    PhaseResult failing = phase(mostly(OperationType.READ, 989, ErrorKind.OTHER, 11));

    assertThat(Judging.judge(List.of(failing)).validity()).isEqualTo(Validity.INVALID);
    assertThat(Judging.judge(List.of(failing), "verdict.errors=2%").validity())
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
    PhaseResult small = Judging.in(Judging.pauses(0, 99 * MILLI), slow);
    PhaseResult large = Judging.in(Judging.pauses(0, 101 * MILLI), slow);

    assertThat(Judging.judge(List.of(small)).reasons()).isEmpty();
    assertThat(Judging.judge(List.of(large)).reasons())
        .singleElement()
        .satisfies(
            reason ->
                assertThat(reason.limit())
                    .startsWith("at most 100")
                    .endsWith("50 % of the least p99 service time, verdict.noise"));
    assertThat(Judging.judge(List.of(large), "verdict.noise=60%").reasons()).isEmpty();
    assertThat(Judging.judge(List.of(small), "verdict.noise=0").reasons())
        .singleElement()
        .satisfies(reason -> assertThat(reason.limit()).endsWith("verdict.gc.longest"));
  }

  @Test
  void sharesOfProcessorTimeAreNotJudgedWhereTheyAreKnownTooRoughly() {
    ClientCondition busy = Judging.processors(18_100 * MILLI, OptionalDouble.of(0.5));

    assertThat(Judging.judge(List.of(Judging.in(busy, CALM, 999 * MILLI))).reasons()).isEmpty();
    assertThat(Judging.judge(List.of(Judging.in(busy, CALM, 1000 * MILLI))).reasons()).hasSize(2);
  }

  @Test
  void noLimitIsForgottenHere() {
    Set<String> tested = new TreeSet<>();
    LIMITS.forEach(limit -> tested.add(limit.setting.name()));
    tested.addAll(List.of("verdict.errors", "verdict.achieved", "verdict.noise", "exit.on", "slo"));

    assertThat(VerdictSettings.all())
        .extracting(Setting::name)
        .containsExactlyInAnyOrderElementsOf(tested);
  }

  @Test
  void missingConcurrencySaysWhereTheTimeWent() {
    assertThat(Judging.judge(List.of(timed(account(25, 0, 75)))).reasons())
        .singleElement()
        .satisfies(
            reason ->
                assertThat(reason.observed())
                    .endsWith(
                        "of 2 clients, who were at it for 25 % of their time; the rest of it: kvbench itself 75 %"));
  }

  /**
   * Two clients with 1000 requests, so 998 thoughts of a nanosecond: each may be done one before
   * the other, and not ten.
   */
  @Test
  void clientsThatThinkAreIdleForOneThoughtAtMost() {
    assertThat(Judging.judge(List.of(timed(thinking(2)))).reasons()).isEmpty();
    assertThat(Judging.judge(List.of(timed(thinking(12)))).reasons())
        .singleElement()
        .satisfies(
            reason ->
                assertThat(reason.observed())
                    .endsWith(
                        "at it for 50 % of their time without thinking; the rest of it: idle 50 %"));
  }

  private static ClientTime thinking(long idle) {
    return new ClientTime(1008 + idle, 10, Map.of(), Map.of(), 0, 0, 998, idle, 0);
  }

  private static PhaseResult phase(Snapshot recorded) {
    return Measured.result(PhaseName.RUN, CLOSED, Measured.phase(recorded));
  }

  private static PhaseResult timed(ClientTime time) {
    return Measured.result(PhaseName.RUN, CLOSED, Measured.phase(READS, time));
  }

  private static ClientTime account(long ok, long errors, long harness) {
    return new ClientTime(100, ok, Map.of(), Map.of(ErrorKind.OTHER, errors), 0, 0, 0, 0, harness);
  }

  private static Snapshot longest(long nanos) {
    return Measured.snapshot(
        Map.of(OperationType.READ, Map.of(Outcome.OK, Measured.times(MILLI, nanos))));
  }

  private static PhaseResult in(ClientCondition condition) {
    return Judging.in(condition, CALM);
  }

  private static TimeHistogram late(long nanos) {
    return TimeHistogram.ofNanos(Measured.filled(50, nanos));
  }

  /** Returns a phase that sent 1000 requests in 10 seconds. */
  private static PhaseResult open(double offered, TimeHistogram lag) {
    return Measured.result(
        PhaseName.RUN,
        Measured.open(offered),
        Measured.phase(new Snapshot(READS.operations(), lag)));
  }
}
