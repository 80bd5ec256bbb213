package io.kvbench.runner.embed;

import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.runner.cluster.Clusters;
import io.kvbench.runner.run.BenchmarkRun;
import io.kvbench.runner.run.PlanFactory.Planned;
import io.kvbench.runner.run.RunListener;
import java.util.List;

/**
 * The complete and checked plan of a run, made by a {@link PlanBuilder}. Immutable: it may be run
 * more than once, also concurrently, as far as its servers, its listener and its binding allow it.
 */
public final class BenchmarkPlan {
  private final RunPlan plan;
  private final BindingProvider provider;
  private final Clusters clusters;
  private final RunListener listener;
  private final List<String> sidecar;

  BenchmarkPlan(Planned planned, Clusters clusters, RunListener listener, List<String> sidecar) {
    provider = planned.provider();
    plan =
        provider instanceof OpenedBinding
            ? planned.plan().withUnknownConnections()
            : planned.plan();
    this.clusters = clusters;
    this.listener = listener;
    this.sidecar = List.copyOf(sidecar);
  }

  /** Returns the plan itself: phases, settings, and notes for the user. */
  public RunPlan plan() {
    return plan;
  }

  BenchmarkRun prepare(StopSignal stop) {
    return new BenchmarkRun(plan, provider, clusters, stop, listener, sidecar, true);
  }
}
