package io.kvbench.runner.run.fault;

import io.kvbench.core.engine.IntervalListener;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.measure.OfferedLoad;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.plan.LoadModel;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.run.network.Network;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The steps of a run, none in most. */
public final class RunFaults {
  private final List<Step> steps;
  private final FaultNodes nodes;
  private final boolean external;
  private final NanoClock clock;

  private RunFaults(List<Step> steps, FaultNodes nodes, boolean external, NanoClock clock) {
    this.steps = steps;
    this.nodes = nodes;
    this.external = external;
    this.clock = clock;
  }

  /**
   * Returns the steps that a plan has for a cluster.
   *
   * @throws ClusterException if its servers cannot do what is planned
   */
  public static RunFaults of(RunPlan plan, Cluster cluster, NanoClock clock)
      throws ClusterException {
    FaultNodes nodes =
        new FaultNodes(
            cluster.nodes(), FaultMethods.of(plan.settings(), cluster), plan.workload().seed());
    nodes.check(FaultSettings.faults(plan.settings()));
    return new RunFaults(
        FaultSettings.steps(plan.settings()), nodes, !plan.endpoints().isEmpty(), clock);
  }

  /**
   * Gives what is there only when the clients are connected.
   *
   * @param peers the network between servers
   * @param survey asks servers that kvbench did not start for their roles; for any thread
   */
  public void connect(Network network, Network peers, ServerSurvey survey) {
    nodes.connect(
        network,
        peers,
        external ? Optional.of(new ReportedRoles(survey, clock)) : Optional.empty());
  }

  /**
   * Returns the steps of one phase, as the listener that has to be told of its intervals.
   *
   * @param actual the phase with the schedules that it has by now, as they may be changed during
   *     the phase
   * @param mix the share of each type of request, from 0 to 1
   * @param notes told of what happens, in sentences, by the thread that conducts the phase
   * @param next told of the intervals in turn
   */
  public PhaseFaults in(
      PhasePlan phase,
      Supplier<PhasePlan> actual,
      Map<OperationType, Double> mix,
      Consumer<String> notes,
      IntervalListener next) {
    List<Step> planned = phase.name() == PhaseName.RUN ? steps : List.of();
    return new PhaseFaults(planned, offered(phase, actual, mix), nodes, clock, notes, next);
  }

  private static OfferedLoad offered(
      PhasePlan phase, Supplier<PhasePlan> actual, Map<OperationType, Double> mix) {
    boolean scheduled =
        switch (phase.loadModel()) {
          case LoadModel.ClosedLoop closed -> false;
          case LoadModel.OpenLoop open -> true;
          case LoadModel.SideBySide mixes -> mixes.arrivals().size() == mixes.lanes().size();
        };
    return scheduled
        ? new OfferedLoad(nanos -> actual.get().dueBy(nanos), perRequest(mix))
        : OfferedLoad.none();
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
