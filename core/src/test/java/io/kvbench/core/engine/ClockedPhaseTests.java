package io.kvbench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.measure.StatusSnapshot;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Status;
import io.kvbench.core.plan.ConstantRate;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.workload.request.RequestSource;
import java.time.Duration;
import java.util.Optional;

/** The common base of tests of phases on a {@link ManualClock}. */
abstract class ClockedPhaseTests extends PhaseTests {
  static final long MILLI = 1_000_000L;
  static final long SECOND = 1_000_000_000L;

  /** With a drain of 10 seconds. */
  static final EngineLimits PATIENT =
      new EngineLimits(Duration.ofSeconds(10), Duration.ofDays(1), Duration.ofSeconds(1));

  final ManualClock clock = new ManualClock();

  PhaseMeasurement conduct(PhasePlan plan, Binding store) throws Exception {
    return conduct(plan, store, () -> READ);
  }

  PhaseMeasurement conduct(PhasePlan plan, Binding store, RequestSource source) throws Exception {
    return clock.conduct(plan.clients(), () -> run(plan, store, source, intervals::add));
  }

  PhaseMeasurement run(
      PhasePlan plan, Binding store, RequestSource source, IntervalListener listener)
      throws Exception {
    PhaseRunner runner = new PhaseRunner(clock, PATIENT);
    return runner.run(plan, store, client -> source, stop, listener);
  }

  static PhasePlan open(int clients, double perSecond, long requests) {
    return plan(clients, rate(perSecond), requests, Optional.empty());
  }

  static PhasePlan openFor(int clients, double perSecond, Duration duration) {
    return plan(clients, rate(perSecond), PhasePlan.UNLIMITED, Optional.of(duration));
  }

  private static LoadModel rate(double perSecond) {
    return new LoadModel.OpenLoop(new ConstantRate(perSecond));
  }

  static StatusSnapshot reads(PhaseMeasurement measured, Status status) {
    return measured.recorded().operations().get(OperationType.READ).get(status);
  }

  /** Asserts that a histogram's figure represents a time, to its resolution. */
  static void assertTime(long nanos, long expected) {
    assertThat(nanos).isCloseTo(expected, withinPercentage(0.1));
  }

  /** Asserts that every nanosecond of every client is accounted once. */
  static void assertAddsUpExactly(PhasePlan plan, PhaseMeasurement measured) {
    assertThat(measured.clientTime().totalNanos()).isEqualTo(plan.clients() * measured.wallNanos());
    assertThat(measured.clientTime().accountedNanos())
        .isEqualTo(measured.clientTime().totalNanos());
  }
}
