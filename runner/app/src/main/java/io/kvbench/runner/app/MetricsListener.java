package io.kvbench.runner.app;

import io.kvbench.core.host.HostSample;
import io.kvbench.core.measure.Interval;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.runner.metrics.LiveMetrics;
import io.kvbench.runner.run.RunListener;
import java.nio.file.Path;

/** Lets metrics know how a run comes along, and passes everything on. */
record MetricsListener(RunListener listener, LiveMetrics metrics) implements RunListener {

  @Override
  public void directoryCreated(Path directory) {
    listener.directoryCreated(directory);
  }

  @Override
  public void stage(String what) {
    listener.stage(what);
  }

  @Override
  public void note(String note) {
    listener.note(note);
  }

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
