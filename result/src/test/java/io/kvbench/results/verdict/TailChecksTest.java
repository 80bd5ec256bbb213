package io.kvbench.results.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.Silences;
import io.kvbench.core.measure.Snapshot;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.results.format.AuditResult;
import io.kvbench.results.format.Measured;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.SlowestResult;
import io.kvbench.results.format.Verdict.Reason;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of waits that percentiles of a closed loop hide. */
class TailChecksTest {
  private static final long MILLI = 1_000_000L;

  /** The store that was observed: 3 of 10 connections answer each request after 4 s. */
  @Test
  void aFewStarvedClientsAreFound() {
    long[] times =
        LongStream.concat(
                LongStream.generate(() -> MILLI).limit(70_000),
                LongStream.generate(() -> 4_000 * MILLI).limit(9))
            .toArray();
    PhaseResult starved =
        phase(Measured.CLOSED, times)
            .with(
                copy ->
                    copy.audit =
                        Optional.of(
                            new AuditResult(
                                Optional.of(
                                    new SlowestResult("4", 10, 3, 4_000 * MILLI, MILLI, 0.999)),
                                Optional.of(
                                    new SlowestResult("4", 10, 3, 4_000 * MILLI, MILLI, 0.999)),
                                Optional.empty(),
                                OptionalLong.empty(),
                                OptionalLong.empty())));

    assertThat(reasons(starved))
        .extracting(Reason::check)
        .containsExactly("slowest connection", "tail time");
    assertThat(reasons(starved))
        .extracting(Reason::observed)
        .containsExactly(
            "run phase: connection 4 had a mean service time of 4 s, the median connection one of"
                + " 1 ms: its 3 requests cost its clients 99.9 % of their time more",
            "run phase: 33.97 % of the time in operations was spent in 9 operations beyond the"
                + " highest percentile that has enough samples");
    assertThat(
            reasons(
                starved.with(
                    copy ->
                        copy.audit =
                            Optional.of(
                                new AuditResult(
                                    starved.audit().orElseThrow().slowestClient(),
                                    Optional.empty(),
                                    Optional.empty(),
                                    OptionalLong.empty(),
                                    OptionalLong.empty())))))
        .extracting(Reason::check)
        .containsExactly("slowest client", "tail time");
  }

  @ParameterizedTest
  @ValueSource(ints = {1_000, 10_000, 200_000})
  void randomServiceTimesHaveNoSuchTail(int count) {
    Random random = new Random(count);
    long[] exponential = new long[count];
    long[] logarithmic = new long[count];
    for (int index = 0; index < count; index++) {
      exponential[index] = (long) (-Math.log(1 - random.nextDouble()) * 5 * MILLI);
      logarithmic[index] = (long) (Math.exp(0.7 * random.nextGaussian()) * 5 * MILLI);
    }

    assertThat(reasons(phase(Measured.CLOSED, exponential))).isEmpty();
    assertThat(reasons(phase(Measured.CLOSED, logarithmic))).isEmpty();
  }

  /** It counts every arrival, so its percentiles say what arrivals met. */
  @Test
  void anOpenLoopIsNotChecked() {
    long[] times =
        LongStream.concat(
                LongStream.generate(() -> MILLI).limit(20_000),
                LongStream.generate(() -> 4_000 * MILLI).limit(9))
            .toArray();

    assertThat(reasons(phase(Measured.open(2_000), times)))
        .extracting(Reason::check)
        .doesNotContain("tail time");
  }

  @Test
  void periodicStopsAreFound() {
    PhaseResult stopping =
        audited(new Silences.Summary(10, 3_000 * MILLI, 310 * MILLI, 290 * MILLI));

    assertThat(reasons(stopping))
        .singleElement()
        .satisfies(
            reason -> {
              assertThat(reason.check()).isEqualTo("arrivals");
              assertThat(reason.observed())
                  .isEqualTo(
                      "run phase: 10 gaps of 20 ms or more without any answer, 3 s in all, the"
                          + " longest 310 ms: an arrival at any moment would have waited 290 ms"
                          + " at the p99; the p99 response time of this closed loop is 1 ms");
              assertThat(reason.limit())
                  .isEqualTo("at most 3 times the p99 response time, verdict.arrivals");
            });
  }

  /** A single client whose operations take 50 ms has gaps between all answers. */
  @Test
  void gapsAreNoReasonWhereOperationsTakeAsLong() {
    PhaseResult slow =
        phase(Measured.CLOSED, Measured.filled(1_000, 50 * MILLI))
            .with(
                copy ->
                    copy.audit =
                        Optional.of(
                            new AuditResult(
                                Optional.empty(),
                                Optional.empty(),
                                Optional.of(
                                    new Silences.Summary(
                                        200, 10_000 * MILLI, 50 * MILLI, 49 * MILLI)),
                                OptionalLong.empty(),
                                OptionalLong.empty())));

    assertThat(reasons(slow)).isEmpty();
  }

  /** The wait for a lock depends on its owner. */
  @Test
  void waitsForOtherClientsAreNotJudged() {
    Snapshot locks =
        Measured.snapshot(
            Map.of(
                OperationType.LOCK,
                Map.of(
                    Outcome.OK,
                    Measured.times(
                        LongStream.concat(
                                LongStream.generate(() -> MILLI).limit(1_000),
                                LongStream.of(4_000 * MILLI))
                            .toArray()))));

    assertThat(
            reasons(
                Measured.result(PhaseName.RUN, Measured.CLOSED, Measured.phase(locks))
                    .with(
                        copy ->
                            copy.audit =
                                Optional.of(
                                    new AuditResult(
                                        Optional.of(
                                            new SlowestResult(
                                                "4", 10, 3, 4_000 * MILLI, MILLI, 0.999)),
                                        Optional.empty(),
                                        Optional.empty(),
                                        OptionalLong.empty(),
                                        OptionalLong.empty())))))
        .isEmpty();
  }

  private static PhaseResult audited(Silences.Summary silences) {
    return phase(Measured.CLOSED, Measured.filled(1_000, MILLI))
        .with(
            copy ->
                copy.audit =
                    Optional.of(
                        new AuditResult(
                            Optional.empty(),
                            Optional.empty(),
                            Optional.of(silences),
                            OptionalLong.empty(),
                            OptionalLong.empty())));
  }

  private static PhaseResult phase(LoadModel model, long... nanos) {
    return Measured.result(
        PhaseName.RUN,
        model,
        Measured.phase(
            Measured.snapshot(
                Map.of(OperationType.READ, Map.of(Outcome.OK, Measured.times(nanos))))));
  }

  private static List<Reason> reasons(PhaseResult phase) {
    return VerdictFixtures.judge(List.of(phase)).reasons();
  }
}
