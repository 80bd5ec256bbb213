package io.kvbench.runner.app.run;

import com.sun.management.OperatingSystemMXBean;
import io.kvbench.core.measure.Interval;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.plan.RunSettings;
import io.kvbench.core.workload.Workload;
import io.kvbench.results.host.HostSample;
import io.kvbench.runner.metrics.LiveMetrics;
import io.kvbench.runner.metrics.MetricsEndpoint;
import io.kvbench.runner.metrics.MetricsSettings;
import io.kvbench.runner.run.ForwardingListener;
import io.kvbench.runner.run.RunListener;
import io.kvbench.runner.run.Version;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The optional live metrics of one run, open during the run. */
public final class MetricsOfRun implements AutoCloseable {
  private final String label;
  private final Workload workload;
  private final @Nullable LiveMetrics metrics;
  private final @Nullable MetricsEndpoint endpoint;

  private MetricsOfRun(
      RunPlan plan, @Nullable LiveMetrics metrics, @Nullable MetricsEndpoint endpoint) {
    label = plan.settings().find(RunSettings.LABEL).orElse("");
    workload = plan.workload();
    this.metrics = metrics;
    this.endpoint = endpoint;
  }

  /**
   * Listens if the plan says so.
   *
   * @throws IOException if that is not possible, with words for the user
   */
  public static MetricsOfRun open(RunPlan plan) throws IOException {
    if (plan.settings().find(MetricsSettings.PORT).isEmpty()) {
      return new MetricsOfRun(plan, null, null);
    }
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    LiveMetrics metrics =
        new LiveMetrics(
            plan.system().name(),
            plan.workloadName(),
            system::getProcessCpuTime,
            NanoClock.system());
    return new MetricsOfRun(plan, metrics, MetricsEndpoint.open(plan.settings(), metrics));
  }

  /** Returns the listener that updates the metrics, and prints their address. */
  public RunListener over(RunListener listener) {
    LiveMetrics fed = metrics;
    MetricsEndpoint open = endpoint;
    if (fed == null || open == null) {
      return listener;
    }
    listener.note("live metrics at " + open.url() + ", until the run ends.");
    return new MetricsListener(listener, fed, label, workload);
  }

  @Override
  public void close() {
    if (endpoint != null) {
      endpoint.close();
    }
    if (metrics != null) {
      metrics.close();
    }
  }

  /** A listener that updates the metrics with a run's progress, and forwards every call. */
  private record MetricsListener(
      RunListener listener, LiveMetrics metrics, String label, Workload workload)
      implements ForwardingListener {
    @Override
    public void directoryCreated(Path directory) {
      metrics.about(String.valueOf(directory.getFileName()), label, Version.CURRENT);
      listener.directoryCreated(directory);
    }

    @Override
    public void phaseStarted(PhasePlan phase) {
      metrics.phaseStarted(
          phase, OperationType.withParts(workload.mix(phase.name() == PhaseName.LOAD).keySet()));
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
}
