package io.kvbench.runner.run;

import io.kvbench.core.plan.Arrivals;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.results.format.EventResult;
import io.kvbench.results.format.PhaseResult;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The changes of the rate that a schedule has, on the axis of time with everything else. */
final class ScheduledChanges {
  private ScheduledChanges() {}

  /** Returns those that were due by the end of sending. */
  static List<EventResult> of(PhasePlan phase, PhaseResult result) {
    long end = result.window().nanos();
    return changes(phase.loadModel(), "")
        .filter(change -> change.phaseNanos() < end)
        .map(
            change ->
                new EventResult(
                    EventResult.LOAD,
                    EventResult.RATE,
                    Optional.empty(),
                    change.rate() + " by schedule",
                    change.phaseNanos(),
                    result.span().startedAt().plusNanos(change.phaseNanos())))
        .toList();
  }

  private static Stream<Arrivals.RateChange> changes(LoadModel model, String whose) {
    return switch (model) {
      case LoadModel.ClosedLoop closed -> Stream.empty();
      case LoadModel.OpenLoop(Arrivals arrivals) ->
          arrivals.changes().stream()
              .map(
                  change ->
                      new Arrivals.RateChange(
                          change.phaseNanos(), whose + "rate " + change.rate()));
      case LoadModel.SideBySide(List<LoadModel.Lane> lanes) ->
          lanes.stream()
              .flatMap(lane -> changes(lane.phase().loadModel(), "mix " + lane.mix() + ": "));
    };
  }
}
