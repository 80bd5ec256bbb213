package io.kvbench.runner.run;

import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.workload.RequestSource;
import io.kvbench.core.workload.RunSources;
import io.kvbench.core.workload.Workload;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Where the clients of each phase get their requests. The run goes on where the warmup ended,
 * unless that was a matter of time: its requests would then be others in every run, whatever the
 * seed. New records do begin behind those that the warmup inserted.
 */
final class PhaseSources {
  private final Workload workload;
  private @Nullable RunSources current;
  private boolean endedByTime;

  PhaseSources(Workload workload) {
    this.workload = workload;
  }

  /** Returns the sources of the clients of the next phase, by the client's index. */
  IntFunction<RequestSource> of(PhasePlan phase) {
    if (phase.name() == PhaseName.LOAD) {
      return client -> workload.loadRequests(client, phase.clients());
    }
    RunSources sources = current;
    if (sources == null) {
      sources = workload.runSources(phase.clients());
    } else if (endedByTime || phase.isFollowingStep() || sources.clients() != phase.clients()) {
      sources = sources.next(phase.clients());
    }
    endedByTime = phase.duration().isPresent();
    current = sources;
    return sources::source;
  }
}
