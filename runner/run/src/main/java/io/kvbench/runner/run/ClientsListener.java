package io.kvbench.runner.run;

import io.kvbench.core.measure.Interval;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.runner.run.hosts.HostWatch;

/**
 * A listener that informs the host samples of phases and their clients, and forwards every call.
 */
record ClientsListener(RunListener listener, HostWatch hosts) implements ForwardingListener {
  @Override
  public void phaseBegan(PhasePlan phase) {
    hosts.phaseBegan(phase);
    listener.phaseBegan(phase);
  }

  @Override
  public void interval(PhasePlan phase, Interval interval) {
    hosts.clients(interval.clients());
    listener.interval(phase, interval);
  }

  @Override
  public void phaseEnded(PhasePlan phase) {
    hosts.phaseEnded();
    listener.phaseEnded(phase);
  }
}
