package io.kvbench.runner.suite;

import io.kvbench.core.plan.PhasePlan;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The expected duration of a run's phases by its plan.
 *
 * @param nanos those phases whose end is known before they run: by a limit of time, or by a number
 *     of requests at a rate
 * @param isWhole whether these are all of its phases
 */
record Expected(long nanos, boolean isWhole) {

  static Expected of(List<PhasePlan> phases) {
    double nanos = 0;
    boolean whole = true;
    for (PhasePlan phase : phases) {
      OptionalDouble known = nanos(phase);
      nanos += known.orElse(0);
      whole &= known.isPresent();
    }
    return new Expected((long) Math.min(nanos, Long.MAX_VALUE), whole);
  }

  private static OptionalDouble nanos(PhasePlan phase) {
    OptionalDouble rate = phase.offeredPerSecond();
    double byRate =
        rate.isPresent() && rate.getAsDouble() > 0 && phase.requests() != PhasePlan.UNLIMITED
            ? phase.requests() / rate.getAsDouble() * 1e9
            : Double.POSITIVE_INFINITY;
    double byTime =
        phase.duration().map(time -> (double) time.toNanos()).orElse(Double.POSITIVE_INFINITY);
    double nanos = Math.min(byRate, byTime);
    return Double.isFinite(nanos) ? OptionalDouble.of(nanos) : OptionalDouble.empty();
  }
}
