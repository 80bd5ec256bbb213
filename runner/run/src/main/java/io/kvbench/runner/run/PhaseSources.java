package io.kvbench.runner.run;

import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.workload.Workload;
import io.kvbench.core.workload.key.RunPart;
import io.kvbench.core.workload.request.RequestSource;
import io.kvbench.core.workload.request.RunSources;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The request sources of the clients of each phase. The run continues where the warm-up ended,
 * unless that ended by time: the requests of the run would then vary between runs with the same
 * seed. New records still begin after those that the warm-up inserted.
 *
 * <p>In a part of a run these are the sources of its clients only; the controller collects the
 * largest {@link #end} of all parts after each phase.
 */
public final class PhaseSources {
  private final Workload workload;
  private final RunPart part;
  private @Nullable RunSources current;
  private boolean endedByTime;

  public PhaseSources(Workload workload, RunPart part) {
    this.workload = workload;
    this.part = part;
  }

  /** Returns the sources of the clients of the next phase of a run that is not divided. */
  IntFunction<RequestSource> of(PhasePlan phase) {
    return of(phase, 0);
  }

  /**
   * Returns the sources of the clients of the next phase, by the client's index within the part.
   *
   * @param phase as the whole run has it
   * @param end the largest {@link #end} of all parts after the phase before
   */
  public IntFunction<RequestSource> of(PhasePlan phase, long end) {
    if (phase.name() == PhaseName.LOAD) {
      return client -> workload.loadRequests(client, phase.clients(), part);
    }
    if (workload.replay().isPresent()) {
      return workload.replay().get().sources();
    }
    return advance(phase, end)::source;
  }

  private RunSources advance(PhasePlan phase, long end) {
    RunSources sources = current;
    if (sources == null) {
      sources = workload.runSources(phase.clients(), phase.clientNumbers(), part);
    } else if (endedByTime
        || phase.isFollowingStep()
        || sources.clients() != phase.clients()
        || sources.most() != phase.clientNumbers()) {
      sources = sources.next(phase.clients(), phase.clientNumbers(), end);
    }
    endedByTime = phase.duration().isPresent();
    current = sources;
    return sources;
  }

  /** Returns the sources of the current phase, or the last; not of a load phase. */
  RunSources running() {
    return Objects.requireNonNull(current);
  }

  /** Returns the sources of each lane of a phase with mixes side by side, of an undivided run. */
  List<IntFunction<RequestSource>> lanes(PhasePlan phase) {
    LoadModel.SideBySide mixes = (LoadModel.SideBySide) phase.loadModel();
    RunSources all = advance(phase, 0);
    List<IntFunction<RequestSource>> lanes = new ArrayList<>();
    for (LoadModel.Lane lane : mixes.lanes()) {
      int index = lanes.size();
      int most = lane.phase().maxClients();
      lanes.add(
          client -> client < most ? all.source(mixes.number(index, client)) : all.unsent(index));
    }
    return lanes;
  }

  /**
   * Returns the number behind the largest that the part has inserted in the phases so far, the load
   * left out; 0 before the first of them. To be called when no phase is running.
   */
  public long end() {
    return current == null ? 0 : current.end();
  }
}
