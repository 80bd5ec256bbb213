package io.kvbench.runner.run;

import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.plan.RunPlan;
import java.util.Optional;

/**
 * A run in progress, for the thread of the run.
 *
 * @param stop ends the run early, from any thread
 * @param listener receives the progress
 * @param live changes the load of the run
 * @param chooser chooses the probes of a plan that has some
 * @param record the facts about the run so far
 * @param files what the run keeps while it goes on
 * @param history the record of all operations, if the user wants it
 */
record RunContext(
    RunPlan plan,
    NanoClock clock,
    StopSignal stop,
    RunListener listener,
    LiveLoad live,
    Optional<PhaseChooser> chooser,
    RunRecord record,
    RunFiles files,
    Optional<RunHistory> history) {

  /** Returns the same run with another listener. */
  RunContext with(RunListener other) {
    return new RunContext(plan, clock, stop, other, live, chooser, record, files, history);
  }
}
