package io.kvbench.runner.run;

import io.kvbench.core.measure.Interval;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.result.PhaseResult;
import io.kvbench.core.verdict.Evidence.PhaseRates;
import java.util.ArrayList;
import java.util.List;

/** The rates of closed loops, second by second, while they were sending. */
final class RunRates {
  /** Shorter intervals have no rate of a second. */
  private static final long FULL_NANOS = 900_000_000L;

  private final List<PhaseRates> ended = new ArrayList<>();
  private final List<Second> current = new ArrayList<>();

  private record Second(long endNanos, double okPerSecond) {}

  void add(PhasePlan phase, Interval interval) {
    if (phase.loadModel() instanceof LoadModel.ClosedLoop && interval.wallNanos() >= FULL_NANOS) {
      current.add(
          new Second(
              interval.phaseNanos() + interval.wallNanos(),
              interval.recorded().okCount() * 1e9 / interval.wallNanos()));
    }
  }

  /** Takes what was added as the phase's; seconds that ended after its sending are left out. */
  void end(PhaseResult phase) {
    long window = phase.window().nanos();
    ended.add(
        new PhaseRates(
            phase.name(),
            phase.step(),
            current.stream()
                .filter(second -> second.endNanos <= window + FULL_NANOS / 9)
                .map(Second::okPerSecond)
                .toList()));
    current.clear();
  }

  List<PhaseRates> list() {
    return List.copyOf(ended);
  }
}
