package io.kvbench.runner.run;

import io.kvbench.core.engine.EngineLimits;
import io.kvbench.core.engine.PhaseRunner;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.workload.RecordBook;
import io.kvbench.core.workload.ValueCheck;
import java.util.Optional;

/** Operations are followed only where there is something to note. */
public final class FollowedPhase {
  private FollowedPhase() {}

  /**
   * Returns what carries a phase out.
   *
   * @param answers what to check values by
   * @param book gets what the store acknowledges, if that is wanted
   */
  public static PhaseRunner runner(
      RunPlan plan,
      PhasePlan phase,
      Optional<ValueCheck> answers,
      RecordBook book,
      NanoClock clock,
      EngineLimits limits) {
    boolean accounted = plan.workload().isAccounted(phase.name() == PhaseName.LOAD);
    Optional<ValueCheck> check =
        accounted && StoreReadBack.isWanted(plan)
            ? Optional.of(answers.map(each -> each.with(book)).orElse(book))
            : answers;
    Optional<ValueCheck> measured = phase.name() == PhaseName.LOAD ? check : book.measured(check);
    return measured
        .map(followed -> new PhaseRunner(clock, limits, followed))
        .orElseGet(() -> new PhaseRunner(clock, limits));
  }
}
