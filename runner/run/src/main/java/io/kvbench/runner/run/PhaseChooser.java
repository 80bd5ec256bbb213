package io.kvbench.runner.run;

import io.kvbench.core.measure.Interval;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.results.format.PhaseResult;
import java.util.Optional;

/**
 * A strategy that chooses the probes of a search, each by the outcomes of the previous ones. They
 * take the place of the plan's phase {@code probe}. For the thread of the run.
 */
public interface PhaseChooser {

  /**
   * Returns the next probe; empty when the search is over.
   *
   * @param like the plan's phase
   */
  Optional<PhasePlan> next(PhasePlan like);

  /** About a second of the probe has passed. */
  void interval(Interval interval);

  /** Ends a probe as planned. Not called for one that ended otherwise. */
  void ended(PhaseResult probe);
}
