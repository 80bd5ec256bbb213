package io.kvbench.runner.run;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.engine.EngineLimits;
import io.kvbench.core.engine.PhaseRunner;
import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.measure.Interval;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.measure.PhaseEnd;
import io.kvbench.core.measure.PhaseMeasurement;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.result.ClientCondition;
import io.kvbench.core.result.IntervalResult;
import io.kvbench.core.result.PhaseResult;
import io.kvbench.core.result.RunStatus;
import io.kvbench.core.workload.RequestSource;
import io.kvbench.core.workload.RunSources;
import io.kvbench.core.workload.Workload;
import io.kvbench.runner.run.fault.PhaseFaults;
import io.kvbench.runner.run.fault.RunFaults;
import io.kvbench.runner.run.watch.ClientWatch;
import java.util.Optional;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Runs the phases of a plan, one after the other, until one of them ends early. */
final class PhaseSequence {
  private final RunPlan plan;
  private final Connections connections;
  private final RunFaults faults;
  private final PhaseRunner runner;
  private final NanoClock clock;
  private final StopSignal stop;
  private final RunListener listener;
  private int intervals;

  /** What warmup and run go through without a break. */
  private @Nullable RunSources runSources;

  PhaseSequence(
      RunPlan plan,
      Connections connections,
      RunFaults faults,
      EngineLimits limits,
      NanoClock clock,
      StopSignal stop,
      RunListener listener) {
    this.plan = plan;
    this.connections = connections;
    this.faults = faults;
    this.clock = clock;
    this.stop = stop;
    this.listener = listener;
    runner =
        plan.workload()
            .valueCheck()
            .map(check -> new PhaseRunner(clock, limits, check::matches))
            .orElseGet(() -> new PhaseRunner(clock, limits));
  }

  void perform(RunRecord run, RunFiles files) throws BindingException {
    for (PhasePlan phase : plan.phases()) {
      if (stop.isGiven()) {
        run.end(RunStatus.PARTIAL, "interrupted before the " + phase.title());
        return;
      }
      if (!isLoadedAlready(phase, run) && measure(phase, run, files)) {
        return;
      }
    }
    run.complete();
  }

  private boolean isLoadedAlready(PhasePlan phase, RunRecord run) {
    long before = run.cluster().keysBefore().orElse(0);
    if (!phase.onlyIfStoreIsEmpty() || before == 0) {
      return false;
    }
    listener.note(
        "The store has "
            + before
            + " records already, so the load phase is left out"
            + (before < plan.workload().loadCount()
                ? "; the workload expects " + plan.workload().loadCount() + ", so reads may miss."
                : "."));
    return true;
  }

  /** Returns whether the phase ended early, so that no other may follow. */
  private boolean measure(PhasePlan phase, RunRecord run, RunFiles files) throws BindingException {
    Binding binding = connect(phase, run);
    if (binding == null) {
      return true;
    }
    listener.phaseStarted(phase);
    PhaseEnd end;
    try (PhaseFaults disturbed =
            faults.in(phase, listener::note, interval -> ended(phase, interval, files));
        ClientWatch watch = ClientWatch.start(clock)) {
      PhaseMeasurement measured = runner.run(phase, binding, sources(phase), stop, disturbed);
      Optional<ClientCondition> condition = Optional.of(watch.stop());
      run.phase(
          disturbed.added(PhaseResult.of(phase, plan.connections(phase), measured, condition)),
          measured.repeatedCompletions());
      end = measured.end();
    }
    listener.phaseEnded(phase);
    return endedEarly(phase, end, run);
  }

  /** Returns null where there is no connection, which then has ended the run. */
  private @Nullable Binding connect(PhasePlan phase, RunRecord run) {
    try {
      return connections.forPhase(phase);
    } catch (BindingException e) {
      run.end(RunStatus.FAILED, "before the " + phase.title() + ": " + e.getMessage());
    } catch (InterruptedException e) {
      run.end(RunStatus.PARTIAL, "interrupted before the " + phase.title());
    }
    return null;
  }

  private boolean endedEarly(PhasePlan phase, PhaseEnd end, RunRecord run) {
    return switch (end) {
      case PLANNED -> false;
      case INTERRUPTED -> {
        run.end(RunStatus.PARTIAL, "interrupted in the " + phase.title());
        yield true;
      }
      case STORE_UNAVAILABLE -> {
        run.end(
            RunStatus.FAILED,
            "the store answered nothing for "
                + plan.unavailableTimeout().toSeconds()
                + " s in the "
                + phase.title()
                + " (unavailable.timeout)");
        yield true;
      }
    };
  }

  private void ended(PhasePlan phase, Interval interval, RunFiles files) {
    files.append(IntervalResult.of(intervals++, phase, interval));
    listener.interval(phase, interval);
  }

  private IntFunction<RequestSource> sources(PhasePlan phase) {
    Workload workload = plan.workload();
    if (phase.name() == PhaseName.LOAD) {
      return client -> workload.loadRequests(client, phase.clients());
    }
    RunSources current = runSources;
    if (current == null) {
      current = workload.runSources(phase.clients());
    } else if (phase.isFollowingStep() || current.clients() != phase.clients()) {
      current = current.next(phase.clients());
    }
    runSources = current;
    return current::source;
  }
}
