package io.kvbench.runner.run.hosts;

import io.kvbench.results.format.ProcessUse;
import io.kvbench.results.host.HostMetric;
import io.kvbench.results.host.HostMetric.Scope;
import io.kvbench.results.host.HostReading;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** The resource usage of one watched process in a phase so far. */
final class ProcessFold {
  private final String host;
  private long samples;
  private long coveredNanos;
  private long cpuNanos;
  private final GaugeFold cpuPercent = new GaugeFold();
  private final MetricFold metrics;

  ProcessFold(String host) {
    this(host, HostMetric.of(Scope.PROCESS));
  }

  ProcessFold(String host, List<HostMetric> metrics) {
    this.host = host;
    this.metrics = new MetricFold(metrics);
  }

  void seen(HostReading now) {
    samples++;
    metrics.seen(now);
  }

  /**
   * Adds what happened between two samples of the same process.
   *
   * @param adjacent whether they are one period apart
   * @return its per cent of one core, where they are
   */
  OptionalDouble grown(HostReading from, HostReading to, long nanos, boolean adjacent) {
    coveredNanos += nanos;
    metrics.grown(from, to);
    OptionalLong cpu = HostMetric.CPU_MILLIS.growth(from, to);
    cpuNanos += cpu.isPresent() ? nanos : 0;
    OptionalDouble percent = adjacent ? Percents.ofMillis(cpu, nanos) : OptionalDouble.empty();
    cpuPercent.add(percent);
    return percent;
  }

  ProcessUse result(String name) {
    OptionalLong cpuMillis = metrics.growth(HostMetric.CPU_MILLIS);
    GaugeFold resident = metrics.level(HostMetric.RESIDENT_BYTES);
    GaugeFold data = metrics.level(HostMetric.SPACE_USED);
    return new ProcessUse(
        name,
        host,
        samples,
        coveredNanos,
        cpuMillis,
        Percents.ofMillis(cpuMillis, cpuNanos),
        cpuPercent.max(),
        resident.wholeMean(),
        resident.wholeMax(),
        metrics.level(HostMetric.VIRTUAL_BYTES).wholeMax(),
        metrics.level(HostMetric.THREADS).wholeMax(),
        metrics.level(HostMetric.OPEN_FILES).wholeMax(),
        metrics.growth(HostMetric.VOLUNTARY_SWITCHES),
        metrics.growth(HostMetric.INVOLUNTARY_SWITCHES),
        metrics.growth(HostMetric.READ_BYTES),
        metrics.growth(HostMetric.WRITTEN_BYTES),
        data.wholeMax(),
        data.wholeLast());
  }
}
