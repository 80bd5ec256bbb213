package io.kvbench.runner.run;

import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.result.EventResult;
import io.kvbench.core.result.PhaseResult;
import java.util.List;
import java.util.Optional;

/** The changes of the rate that a schedule has, on the axis of time with everything else. */
final class ScheduledChanges {
  private ScheduledChanges() {}

  /** Returns those that had come by the end of sending. */
  static List<EventResult> of(PhasePlan phase, PhaseResult result) {
    if (!(phase.loadModel() instanceof LoadModel.OpenLoop open)) {
      return List.of();
    }
    long end = result.window().nanos();
    return open.arrivals().changes().stream()
        .filter(change -> change.phaseNanos() < end)
        .map(
            change ->
                new EventResult(
                    EventResult.LOAD,
                    EventResult.RATE,
                    Optional.empty(),
                    "rate " + change.rate() + " by schedule",
                    change.phaseNanos(),
                    result.startedAt().plusNanos(change.phaseNanos())))
        .toList();
  }
}
