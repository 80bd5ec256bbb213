package io.kvbench.results.format;

import static io.kvbench.results.format.Measured.CLOSED;
import static io.kvbench.results.format.Measured.SECOND;
import static io.kvbench.results.format.Measured.each;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.ClientTime;
import io.kvbench.core.measure.CoordinationCounts;
import io.kvbench.core.measure.Drain;
import io.kvbench.core.measure.Interval;
import io.kvbench.core.measure.PhaseEnd;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.measure.PoolUse;
import io.kvbench.core.measure.ScanCounts;
import io.kvbench.core.measure.Snapshot;
import io.kvbench.core.measure.StatusSnapshot;
import io.kvbench.core.measure.Ticks;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import io.kvbench.core.plan.ClientStep;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.plan.Stages;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class PhaseResultTest {
  private static final PhasePlan RUN_STEP =
      new PhasePlan(
          PhaseName.RUN,
          Optional.of(new ClientStep(2, 3)),
          17,
          17,
          CLOSED,
          100,
          Optional.empty(),
          false,
          Optional.empty());
  private static final Map<OperationType, Map<Status, StatusSnapshot>> MODIFYING =
      Map.of(
          OperationType.READ,
          Map.of(Outcome.OK, each(50), Outcome.NOT_FOUND, each(6), ErrorKind.TIMEOUT, each(4)),
          OperationType.UPDATE,
          Map.of(Outcome.OK, each(40), ErrorKind.OTHER, each(2)),
          OperationType.READ_MODIFY_WRITE,
          Map.of(Outcome.OK, each(40), ErrorKind.OTHER, each(2), ErrorKind.TIMEOUT, each(1)));

  @Test
  void aCompositeIsListedAndNotAddedToItsParts() {
    PhaseResult result = of(Measured.phase(Measured.snapshot(MODIFYING)));

    assertThat(result.operationCount()).isEqualTo(102);
    assertThat(result.okCount()).isEqualTo(90);
    assertThat(result.errorCount()).isEqualTo(6);
    assertThat(result.rates().throughputPerSecond()).isEqualTo(9.0);
    assertThat(result.operations().get(OperationType.READ_MODIFY_WRITE).count()).isEqualTo(43);
  }

  @Test
  void theMeanConcurrencyIsTheTimeInOperationsOverTheWallTime() {
    ClientTime time =
        new ClientTime(
            40 * SECOND,
            10 * SECOND,
            Map.of(Outcome.NOT_FOUND, 4 * SECOND),
            Map.of(ErrorKind.TIMEOUT, SECOND),
            5 * SECOND,
            OptionalLong.of(0),
            5 * SECOND,
            5 * SECOND,
            5 * SECOND,
            5 * SECOND);

    PhaseResult result = of(Measured.phase(Measured.snapshot(MODIFYING), time));

    assertThat(result.rates().meanConcurrency()).isEqualTo(1.5);
    assertThat(result.client().clientTime()).isEqualTo(time);
  }

  @Test
  void ratesAreThoseOfTheTimeOfSending() {
    Drain drain =
        new Drain(
            2 * SECOND,
            12,
            10,
            Map.of(
                OperationType.READ, 8L,
                OperationType.UPDATE, 2L,
                OperationType.READ_MODIFY_WRITE, 2L),
            4 * SECOND,
            SECOND);

    PhaseResult result = of(Measured.drained(Measured.phase(Measured.snapshot(MODIFYING)), drain));

    assertThat(result.window().nanos()).isEqualTo(8 * SECOND);
    assertThat(result.rates().throughputPerSecond()).isEqualTo((90 - 10) / 8.0);
    assertThat(result.window().okPerSecond(OperationType.READ_MODIFY_WRITE)).isEqualTo(38 / 8.0);
    assertThat(result.achievedPerSecond()).isEqualTo((102 - 12) / 8.0);
    assertThat(result.rates().meanConcurrency()).isEqualTo((20 - 4) / 8.0);
    assertThat(result.okCount()).isEqualTo(90);
    assertThat(result.span().drain()).contains(drain);
  }

  @Test
  void aPhaseOfNoTimeHasNoRates() {
    PhaseResult result =
        of(
            new PhaseMeasurement(
                Measured.BEGIN,
                0,
                Optional.empty(),
                PhaseEnd.INTERRUPTED,
                0,
                Snapshot.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                List.of(),
                ClientTime.none(),
                0,
                new ScanCounts(0, 0, 0, 0, 0, 0),
                CoordinationCounts.none(),
                List.of()));

    assertThat(result.rates().throughputPerSecond()).isZero();
    assertThat(result.rates().meanConcurrency()).isZero();
    assertThat(result.operationCount()).isZero();
  }

  @Test
  void connectionsThatAreOpenedForClientsAreCounted() {
    PoolUse grown = new PoolUse(9, 20, 0, 0, 0, Optional.empty(), OptionalInt.of(7));
    PoolUse shared = new PoolUse(9, 20, 0, 0, 0, Optional.empty(), OptionalInt.empty());

    assertThat(open(grown).mostClients()).isEqualTo(9);
    assertThat(open(grown).load().connections()).isEqualTo(1);
    assertThat(open(grown).mostConnections()).isEqualTo(8);
    assertThat(open(shared).mostConnections()).isEqualTo(1);
  }

  private static PhaseResult open(PoolUse pool) {
    return Measured.result(
        PhaseName.RUN, Measured.open(250), Measured.phase(Measured.snapshot(MODIFYING), pool));
  }

  @Test
  void thePlanAndTheMeasurementAreTakenOver() {
    PhaseResult result =
        Measured.result(
            PhaseName.WARMUP,
            Measured.open(250),
            Measured.phase(
                new Snapshot(MODIFYING, TimeHistogram.ofNanos(1_000_000, 2_000_000, 3_000_000))));

    assertThat(result.name()).isEqualTo(PhaseName.WARMUP);
    assertThat(result.span().startedAt()).isEqualTo(Measured.BEGIN);
    assertThat(result.span().wallNanos()).isEqualTo(10 * SECOND);
    assertThat(result.load().clients()).isEqualTo(2);
    assertThat(result.load().connections()).isEqualTo(1);
    assertThat(result.load().loadModel()).isEqualTo("open loop, constant 250/s");
    assertThat(result.rates().offeredPerSecond()).hasValue(250);
    assertThat(result.rates().requests()).isEqualTo(102);
    assertThat(result.rates().maxThroughputPerSecond()).hasValue(12);
    assertThat(result.rates().minThroughputPerSecond()).hasValue(8);
    assertThat(result.lag().count()).isEqualTo(3);
    assertThat(result.errorMessages())
        .containsExactly(
            new PhaseResult.ErrorMessage(OperationType.READ, ErrorKind.TIMEOUT, "no answer", 3),
            new PhaseResult.ErrorMessage(OperationType.READ, ErrorKind.OTHER, "odd", 1));
  }

  @Test
  void theRunIsWhatARunWasAboutElseTheLoad() {
    PhaseMeasurement measured = Measured.phase(Measured.snapshot(MODIFYING));
    PhaseResult load = Measured.result(PhaseName.LOAD, CLOSED, measured);
    PhaseResult warmup = Measured.result(PhaseName.WARMUP, CLOSED, measured);
    PhaseResult run = Measured.result(PhaseName.RUN, CLOSED, measured);

    assertThat(PhaseResult.measured(List.of(load, warmup, run, run))).containsExactly(run, run);
    assertThat(PhaseResult.measured(List.of(load, warmup))).containsExactly(load);
    assertThat(PhaseResult.measured(List.of(warmup))).containsExactly(warmup);
    assertThat(PhaseResult.measured(List.of())).isEmpty();
  }

  @Test
  void aPhaseThatEndedEarlyIsComparedWithWhatWasDueByThen() {
    LoadModel ramp = new LoadModel.OpenLoop(Stages.ramp(0, 200, Duration.ofSeconds(100)));

    // In the first ten seconds, in which the 102 requests were due, the mean is no more than this.
    assertThat(
            Measured.result(PhaseName.RUN, ramp, Measured.phase(Measured.snapshot(MODIFYING)))
                .rates()
                .offeredPerSecond()
                .getAsDouble())
        .isCloseTo(Math.sqrt(102), Offset.offset(1e-6));
  }

  @Test
  void aStepSaysWhichOneItIs() {
    PhaseResult step =
        PhaseResult.of(
            RUN_STEP, 4, 0, Measured.phase(Measured.snapshot(MODIFYING)), Optional.empty());

    assertThat(step.step()).contains(new ClientStep(2, 3));
    assertThat(step.load().clients()).isEqualTo(17);
    assertThat(of(Measured.phase(Measured.snapshot(MODIFYING))).step()).isEmpty();
  }

  @Test
  void whatWasAbandonedIsNoPartOfTheAchievedRate() {
    Map<OperationType, Map<Status, StatusSnapshot>> reads =
        Map.of(
            OperationType.READ,
            Map.of(Outcome.OK, Measured.each(62), ErrorKind.ABANDONED, Measured.each(40)));

    // 102 requests in 10 s, 40 of them abandoned.
    assertThat(of(Measured.phase(Measured.snapshot(reads))).achievedPerSecond()).isEqualTo(6.2);
  }

  @Test
  void aClosedLoopOffersNoRate() {
    assertThat(of(Measured.phase(Measured.snapshot(MODIFYING))).rates().offeredPerSecond())
        .isEmpty();
  }

  @Test
  void anIntervalKeepsItsPlaceAndItsFigures() {
    Interval interval =
        new Interval(
            Measured.BEGIN,
            3 * SECOND,
            SECOND,
            17,
            99,
            new Snapshot(MODIFYING, TimeHistogram.ofNanos(5_000_000)),
            Ticks.sum(List.of()));

    IntervalResult result = IntervalResult.of(4, RUN_STEP, interval);

    assertThat(result.index()).isEqualTo(4);
    assertThat(result.phase()).isEqualTo(PhaseName.RUN);
    assertThat(result.step()).contains(new ClientStep(2, 3));
    assertThat(result.startedAt()).isEqualTo(Measured.BEGIN);
    assertThat(result.phaseNanos()).isEqualTo(3 * SECOND);
    assertThat(result.wallNanos()).isEqualTo(SECOND);
    assertThat(result.clients()).isEqualTo(17);
    assertThat(result.operations()).isEqualTo(OperationResult.of(interval.recorded()));
    assertThat(result.operations().get(OperationType.READ).okCount()).isEqualTo(50);
    assertThat(result.lag().count()).isEqualTo(1);
  }

  private static PhaseResult of(PhaseMeasurement measured) {
    return Measured.result(PhaseName.RUN, CLOSED, measured);
  }
}
