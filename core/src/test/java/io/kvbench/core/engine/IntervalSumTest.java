package io.kvbench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.Interval;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.measure.Snapshot;
import io.kvbench.core.measure.StatusSnapshot;
import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadModifyWrite;
import io.kvbench.core.operation.Status;
import io.kvbench.core.plan.ConstantRate;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhasePlan;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that the intervals of a phase under load add up to the phase, to the last count. */
@Timeout(120)
final class IntervalSumTest extends PhaseTests {
  private static final EngineLimits OFTEN =
      new EngineLimits(Duration.ofSeconds(30), Duration.ofSeconds(30), Duration.ofMillis(5));

  private static final int INTERVALS = 5;

  @Test
  void ofAClosedLoop() throws Exception {
    assertIntervalsAreThePhase(closed(64, 100_000), 100_000);
  }

  @Test
  void ofAnOpenLoop() throws Exception {
    LoadModel model = new LoadModel.OpenLoop(new ConstantRate(50_000));
    assertIntervalsAreThePhase(plan(64, model, 20_000, Optional.empty()), 20_000);
  }

  @Test
  void aPhaseWithoutAFullIntervalHasNoBestOne() throws Exception {
    EngineLimits seldom =
        new EngineLimits(Duration.ofSeconds(30), Duration.ofSeconds(30), Duration.ofMinutes(10));
    ScriptedBinding store =
        new ScriptedBinding(
            (index, operation, completion) -> ClockedBinding.give(Outcome.OK, completion));

    PhaseMeasurement measured =
        run(closed(2, 100), store, new ReadModifyWrite(READ, UPDATE), seldom);

    assertThat(measured.recorded().okCount()).isPositive();
    assertThat(measured.maxOkPerSecond()).isEmpty();
    assertThat(measured.minOkPerSecond()).isEmpty();
  }

  /**
   * Requests of two operations and a composite, with answers of four kinds. One of them blocks its
   * client until there have been some intervals, regardless of the others' speed.
   */
  private void assertIntervalsAreThePhase(PhasePlan plan, long requests) throws Exception {
    ScriptedBinding store =
        new ScriptedBinding(
            (index, operation, completion) -> {
              while (index == requests / 2 && intervals.size() < INTERVALS) {
                Thread.sleep(1);
              }
              ClockedBinding.give(
                  switch ((int) (index % 7)) {
                    case 0 -> Outcome.NOT_FOUND;
                    case 1 -> ErrorKind.THROTTLED;
                    case 2 -> ErrorKind.TIMEOUT;
                    default -> Outcome.OK;
                  },
                  completion);
            });

    PhaseMeasurement measured = run(plan, store, new ReadModifyWrite(READ, UPDATE), OFTEN);

    assertThat(intervals).hasSizeGreaterThan(INTERVALS);
    assertSame(sumOfIntervals(), measured.recorded());
    assertThat(measured.maxOkPerSecond().orElseThrow())
        .isGreaterThanOrEqualTo(measured.minOkPerSecond().orElseThrow());
    assertThat(measured.recorded().count()).isEqualTo(store.submitted.get());
    assertThat(measured.requests()).isEqualTo(requests);
    assertThat(sumOf(measured.recorded(), OperationType.READ_MODIFY_WRITE)).isEqualTo(requests);
    assertFollowOneAnother(measured);
  }

  private void assertFollowOneAnother(PhaseMeasurement measured) {
    long end = 0;
    long requests = 0;
    for (Interval interval : intervals) {
      assertThat(interval.phaseNanos()).isEqualTo(end);
      assertThat(interval.wallNanos()).isNotNegative();
      assertThat(interval.requests()).isGreaterThanOrEqualTo(requests);
      end += interval.wallNanos();
      requests = interval.requests();
    }
    assertThat(end).isGreaterThanOrEqualTo(measured.wallNanos());
    assertThat(requests).isEqualTo(measured.requests());
  }

  private static long sumOf(Snapshot snapshot, OperationType type) {
    return snapshot.operations().get(type).values().stream().mapToLong(StatusSnapshot::count).sum();
  }

  private static void assertSame(Snapshot sum, Snapshot phase) {
    assertThat(buckets(sum.lag())).isEqualTo(buckets(phase.lag()));
    assertThat(sum.operations().keySet()).isEqualTo(phase.operations().keySet());
    phase
        .operations()
        .forEach(
            (type, statuses) -> {
              Map<Status, StatusSnapshot> summed = sum.operations().get(type);
              assertThat(summed.keySet()).isEqualTo(statuses.keySet());
              statuses.forEach(
                  (status, times) -> {
                    assertThat(buckets(summed.get(status).response()))
                        .isEqualTo(buckets(times.response()));
                    assertThat(buckets(summed.get(status).service()))
                        .isEqualTo(buckets(times.service()));
                  });
            });
  }

  private static Map<Long, Long> buckets(TimeHistogram times) {
    Map<Long, Long> buckets = new TreeMap<>();
    times.forEachBucket(buckets::put);
    return buckets;
  }
}
