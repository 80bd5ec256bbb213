package io.kvbench.runner.distributed.agent;

import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.workload.key.RunPart;
import io.kvbench.runner.distributed.message.Order;
import io.kvbench.runner.run.PlanFactory;
import io.kvbench.runner.run.PlanFactory.Planned;
import io.kvbench.runner.run.RunListener;
import io.kvbench.runner.run.StoreConnections;
import io.kvbench.runner.run.network.ProxiedAddresses;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * An agent's part of a plan. The agent plans again from the controller's settings, with the same
 * version, and takes its part of that.
 *
 * @param addresses of the servers, beginning with that of the first connection
 */
record AgentPlan(RunPlan whole, BindingProvider provider, RunPart part, List<String> addresses) {

  /** The agent cannot do its part; the message is for the user. */
  static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    Refused(String message) {
      super(message);
    }
  }

  static AgentPlan of(Order.Prepare order, PlanFactory planning) throws Refused {
    Assignments given = new Assignments();
    order
        .assignments()
        .forEach(each -> given.add(each.name(), each.text(), Origin.of("the controller")));
    Problems problems = new Problems();
    Optional<Planned> planned =
        planning.planLoad(order.workload(), order.system(), given, problems);
    if (planned.isEmpty()) {
      throw new Refused(
          problems.list().stream().map(Object::toString).collect(Collectors.joining(" ")));
    }
    RunPlan whole = planned.get().plan();
    checkFiles(order.fileDigests(), whole.fileDigests());
    if (order.valueRun().isPresent()) {
      whole = whole.withWorkload(whole.workload().withValueRun(order.valueRun().getAsInt()));
    }
    RunPart part = new RunPart(order.part(), order.parts());
    return new AgentPlan(
        whole, planned.get().provider(), part, part.inTurn(order.addresses(), whole.connections()));
  }

  private static void checkFiles(Map<String, String> controllers, Map<String, String> own)
      throws Refused {
    for (Map.Entry<String, String> file : controllers.entrySet()) {
      if (!file.getValue().equals(own.get(file.getKey()))) {
        throw new Refused(
            "the file of "
                + file.getKey()
                + " differs from the controller's; copy it to this machine");
      }
    }
  }

  StoreConnections connections(StopSignal stop) {
    return new StoreConnections(
        whole.part(part),
        whole.settings(),
        provider,
        ProxiedAddresses.direct(addresses),
        false,
        stop,
        RunListener.NONE);
  }
}
