package io.kvbench.runner.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.measure.CoordinationCounts;
import io.kvbench.core.measure.Drain;
import io.kvbench.core.measure.Interval;
import io.kvbench.core.measure.PhaseEnd;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.measure.ScanCounts;
import io.kvbench.core.measure.Silences;
import io.kvbench.core.measure.Snapshot;
import io.kvbench.core.measure.StatusSnapshot;
import io.kvbench.core.measure.Ticks;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.plan.ConstantRate;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.plan.PoissonArrivals;
import io.kvbench.core.plan.SineRate;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.verdict.Evidence.PhaseRates;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RunRatesTest {
  private static final long MILLI = 1_000_000L;
  private static final PhasePlan CLOSED = plan(new LoadModel.ClosedLoop());
  private final RunRates rates = new RunRates();

  @Test
  void fullSecondsOfSendingHaveARate() {
    rates.add(CLOSED, interval(0, 1000, 2));
    rates.add(CLOSED, interval(1000, 1050, 3));
    rates.add(CLOSED, interval(2050, 500, 1));
    rates.add(CLOSED, interval(2550, 1000, 1));
    rates.end(result(CLOSED, 3550, 1200));

    assertThat(rates.list()).extracting(PhaseRates::phase).containsExactly(PhaseName.RUN);
    assertThat(rates.list().getFirst().okPerSecond()).containsExactly(2.0, 3 / 1.05);
  }

  @Test
  void theNextPhaseBeginsAnew() {
    rates.add(CLOSED, interval(0, 1000, 2));
    rates.end(result(CLOSED, 1000, 0));
    rates.add(CLOSED, interval(0, 1000, 5));
    rates.end(result(CLOSED, 1000, 0));

    assertThat(rates.list())
        .extracting(PhaseRates::okPerSecond)
        .containsExactly(List.of(2.0), List.of(5.0));
  }

  /** There the schedule makes the rate, and the store the response times. */
  @Test
  void anOpenLoopHasMedianResponseTimes() {
    PhasePlan open = plan(new LoadModel.OpenLoop(new ConstantRate(10)));
    rates.add(open, interval(0, 1000, 20));
    rates.add(open, interval(1000, 1000, 30));
    rates.end(result(open, 2000, 0));

    assertThat(rates.list().getFirst().okPerSecond()).isEmpty();
    assertThat(rates.list().getFirst().p50Nanos().get(OperationType.READ))
        .usingComparatorForType(
            (one, other) -> Math.abs(one - other) < MILLI / 10.0 ? 0 : 1, Double.class)
        .containsExactly(20.0 * MILLI, 30.0 * MILLI);
  }

  @Test
  void aTypeWithTooFewOperationsInASecondIsNotJudged() {
    PhasePlan open = plan(new LoadModel.OpenLoop(new PoissonArrivals(10, 1)));
    rates.add(open, interval(0, 1000, 20));
    rates.add(open, interval(1000, 1000, 19));
    rates.end(result(open, 2000, 0));

    assertThat(rates.list().getFirst().p50Nanos()).isEmpty();
  }

  /** With a rising rate the response time may rise, too. */
  @Test
  void aRateThatChangesByPlanIsNotJudged() {
    PhasePlan open = plan(new LoadModel.OpenLoop(new SineRate(10, 5, Duration.ofSeconds(9))));
    rates.add(open, interval(0, 1000, 20));
    rates.end(result(open, 1000, 0));

    assertThat(rates.list().getFirst().p50Nanos()).isEmpty();
  }

  @Test
  void onlyAClosedLoopHasSilences() {
    PhasePlan open = plan(new LoadModel.OpenLoop(new ConstantRate(10)));
    rates.add(open, interval(0, 1000, 2));
    assertThat(rates.end(result(open, 1000, 0)).audit().orElseThrow().silences()).isEmpty();
    rates.add(CLOSED, interval(0, 1000, 2));
    assertThat(rates.end(result(CLOSED, 1000, 0)).audit().orElseThrow().silences())
        .contains(new Silences.Summary(1, 1000 * MILLI, 1000 * MILLI, 990 * MILLI));
  }

  private static PhasePlan plan(LoadModel model) {
    return new PhasePlan(PhaseName.RUN, 2, model, 1000, Optional.empty(), false);
  }

  private static Interval interval(long startMillis, long millis, int reads) {
    TimeHistogram times =
        TimeHistogram.ofNanos(LongStream.generate(() -> reads * MILLI).limit(reads).toArray());
    return new Interval(
        Instant.EPOCH,
        startMillis * MILLI,
        millis * MILLI,
        2,
        reads,
        new Snapshot(
            Map.of(OperationType.READ, Map.of(Outcome.OK, new StatusSnapshot(times, times))),
            TimeHistogram.empty()),
        Ticks.sum(List.of()));
  }

  private static PhaseResult result(PhasePlan plan, long wallMillis, long drainMillis) {
    return PhaseResult.of(
        plan,
        1,
        0,
        new PhaseMeasurement(
            Instant.EPOCH,
            wallMillis * MILLI,
            Optional.of(new Drain(drainMillis * MILLI, 0, 0, Map.of(), 0, 0)),
            PhaseEnd.PLANNED,
            0,
            Snapshot.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            List.of(),
            ClientTime.none(),
            0,
            new ScanCounts(0, 0, 0, 0, 0, 0),
            CoordinationCounts.none(),
            List.of()),
        Optional.empty());
  }
}
