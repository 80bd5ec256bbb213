package io.kvbench.runner.app;

import io.kvbench.core.host.HostSample;
import io.kvbench.core.measure.Interval;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.runner.metrics.LiveMetrics;
import io.kvbench.runner.run.ForwardingListener;
import io.kvbench.runner.run.RunListener;

/** Lets metrics know how a run comes along, and passes everything on. */
record MetricsListener(RunListener listener, LiveMetrics metrics) implements ForwardingListener {
  @Override
  public void phaseStarted(PhasePlan phase) {
    metrics.phaseStarted(phase);
    listener.phaseStarted(phase);
  }

  @Override
  public void interval(PhasePlan phase, Interval interval) {
    metrics.interval(interval);
    listener.interval(phase, interval);
  }

  @Override
  public void phaseEnded(PhasePlan phase) {
    metrics.phaseEnded();
    listener.phaseEnded(phase);
  }

  @Override
  public void sampled(String host, HostSample sample) {
    metrics.nodes().sampled(host, sample);
    listener.sampled(host, sample);
  }
}
