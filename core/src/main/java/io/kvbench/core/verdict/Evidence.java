package io.kvbench.core.verdict;

import io.kvbench.core.result.PhaseResult;
import io.kvbench.core.result.RunResult;
import io.kvbench.core.result.RunStatus;
import java.util.List;
import java.util.Optional;

/**
 * What a run is judged by.
 *
 * @param localSystem whether the system lives inside kvbench
 * @param repeatedCompletions how often the binding completed an operation again
 */
public record Evidence(
    RunStatus status,
    List<PhaseResult> phases,
    Optional<RunResult.StoreCheck> storeCheck,
    RunResult.ClusterResult cluster,
    boolean localSystem,
    long repeatedCompletions) {

  public Evidence {
    phases = List.copyOf(phases);
  }
}
