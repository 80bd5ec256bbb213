package io.kvbench.runner.run.fault;

import io.kvbench.core.engine.IntervalListener;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.measure.OfferedLoad;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.plan.Arrivals;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** The faults of a run, none in most. */
public final class RunFaults {
  private static final double NANOS = 1e9;

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
   * @param mix the share of each type of request, from 0 to 1
   * @param notes told of what happens, in sentences, by the thread that conducts the phase
   * @param next told of the intervals in turn
   */
  public PhaseFaults in(
      PhasePlan phase,
      Map<OperationType, Double> mix,
      Consumer<String> notes,
      IntervalListener next) {
    List<Fault> planned = phase.name() == PhaseName.RUN ? faults : List.of();
    return new PhaseFaults(planned, offered(phase, mix), nodes, clock, notes, next);
  }

  private static OfferedLoad offered(PhasePlan phase, Map<OperationType, Double> mix) {
    return switch (phase.loadModel()) {
      case LoadModel.ClosedLoop closed -> OfferedLoad.none();
      case LoadModel.OpenLoop(Arrivals arrivals) ->
          new OfferedLoad(
              nanos -> Math.min(phase.requests(), arrivals.meanPerSecond(nanos) * nanos / NANOS),
              perRequest(mix));
    };
  }

  private static Map<OperationType, Double> perRequest(Map<OperationType, Double> mix) {
    Map<OperationType, Double> perRequest = new EnumMap<>(OperationType.class);
    mix.forEach(
        (type, share) -> type.parts().forEach(part -> perRequest.merge(part, share, Double::sum)));
    return perRequest;
  }

  /** Returns the names of the servers that were killed and not started again. */
  public Set<String> killed() {
    return nodes.killed();
  }
}
