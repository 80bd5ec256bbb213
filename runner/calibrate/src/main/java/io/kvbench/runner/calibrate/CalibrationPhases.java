package io.kvbench.runner.calibrate;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.engine.EngineLimits;
import io.kvbench.core.engine.PhaseRunner;
import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.plan.ConstantRate;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.workload.request.RequestSource;
import io.kvbench.runner.calibrate.Calibration.Loop;
import io.kvbench.runner.calibrate.Calibration.OpenLoop;
import java.time.Duration;
import java.util.Optional;
import java.util.function.IntFunction;

/** Phases on the store that does nothing, and their cost for this process. */
final class CalibrationPhases {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final PhaseRunner runner;
  private final StopSignal stop;

  CalibrationPhases(NanoClock clock, StopSignal stop) {
    runner = new PhaseRunner(clock, new EngineLimits(PATIENCE, PATIENCE, Duration.ofSeconds(1)));
    this.stop = stop;
  }

  /**
   * Runs a closed loop.
   *
   * @throws InterruptedException if the signal to stop was given
   */
  Loop closed(Binding binding, int clients, IntFunction<RequestSource> sources, long nanos)
      throws BindingException, InterruptedException {
    LoadModel model = new LoadModel.ClosedLoop();
    PhasePlan once = plan(clients, model, clients, Optional.empty());
    ProcessCost before = ProcessCost.now();
    run(once, binding, sources);
    long fixedBytes = ProcessCost.now().since(before).allocatedBytes();
    PhasePlan plan =
        plan(clients, model, PhasePlan.UNLIMITED, Optional.of(Duration.ofNanos(nanos)));
    before = ProcessCost.now();
    PhaseMeasurement measured = run(plan, binding, sources);
    return loop(clients, measured, ProcessCost.now().since(before), fixedBytes);
  }

  /**
   * Runs an open loop at a constant rate.
   *
   * @throws InterruptedException if the signal to stop was given
   */
  OpenLoop open(
      Binding binding,
      int clients,
      IntFunction<RequestSource> sources,
      double perSecond,
      long nanos)
      throws BindingException, InterruptedException {
    LoadModel model = new LoadModel.OpenLoop(new ConstantRate(perSecond));
    long requests = Math.max(1, Math.round(perSecond * nanos / 1e9));
    ProcessCost before = ProcessCost.now();
    PhaseMeasurement measured =
        run(plan(clients, model, requests, Optional.empty()), binding, sources);
    ProcessCost cost = ProcessCost.now().since(before);
    return new OpenLoop(
        clients, perSecond, loop(clients, measured, cost, 0), measured.recorded().lag());
  }

  private PhaseMeasurement run(PhasePlan plan, Binding binding, IntFunction<RequestSource> sources)
      throws BindingException, InterruptedException {
    PhaseMeasurement measured = runner.run(plan, binding, sources, stop, interval -> {});
    if (stop.isGiven() || Thread.interrupted()) {
      throw new InterruptedException("asked to stop");
    }
    return measured;
  }

  private static PhasePlan plan(
      int clients, LoadModel model, long requests, Optional<Duration> duration) {
    return new PhasePlan(PhaseName.RUN, clients, model, requests, duration, false);
  }

  private static Loop loop(
      int clients, PhaseMeasurement measured, ProcessCost cost, long fixedBytes) {
    return new Loop(
        clients,
        measured.recorded().okCount(),
        measured.wallNanos(),
        cost.cpuNanos(),
        Math.max(0, cost.allocatedBytes() - fixedBytes));
  }
}
