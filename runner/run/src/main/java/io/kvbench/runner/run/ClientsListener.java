package io.kvbench.runner.run;

import io.kvbench.core.measure.Interval;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.runner.run.hosts.HostWatch;

/** Lets the samples of hosts know of phases and their clients, and passes everything on. */
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
