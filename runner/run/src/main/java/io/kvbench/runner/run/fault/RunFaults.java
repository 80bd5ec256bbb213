package io.kvbench.runner.run.fault;

import io.kvbench.core.engine.IntervalListener;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterException;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** The faults of a run, none in most. */
public final class RunFaults {
  private final List<Fault> faults;
  private final FaultNodes nodes;
  private final NanoClock clock;

  private RunFaults(List<Fault> faults, FaultNodes nodes, NanoClock clock) {
    this.faults = faults;
    this.nodes = nodes;
    this.clock = clock;
  }

  /**
   * Returns the faults that the settings plan for a cluster.
   *
   * @throws ClusterException if its servers cannot do what is planned
   */
  public static RunFaults of(Settings settings, Cluster cluster, NanoClock clock)
      throws ClusterException {
    List<Fault> faults = FaultSettings.faults(settings);
    FaultNodes nodes = new FaultNodes(cluster.nodes());
    nodes.check(faults);
    return new RunFaults(faults, nodes, clock);
  }

  /**
   * Returns the faults of one phase, as the listener that has to be told of its intervals.
   *
   * @param notes told of what happens, in sentences, by the thread that conducts the phase
   * @param next told of the intervals in turn
   */
  public PhaseFaults in(PhasePlan phase, Consumer<String> notes, IntervalListener next) {
    List<Fault> planned = phase.name() == PhaseName.RUN ? faults : List.of();
    return new PhaseFaults(planned, nodes, clock, notes, next);
  }

  /** Returns the names of the servers that were killed and not started again. */
  public Set<String> killed() {
    return nodes.killed();
  }
}
