package io.kvbench.runner.run.hosts;

import io.kvbench.results.format.HostUse;
import io.kvbench.results.host.HostMetric;
import io.kvbench.results.host.HostMetric.Scope;
import io.kvbench.results.host.HostReading;
import io.kvbench.results.host.HostSample;
import io.kvbench.results.host.HostSample.CpuFigures;
import io.kvbench.results.host.ProcessFigures;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** The activity of one host in a phase so far. */
final class HostFold {
  private long samples;
  private long missed;
  private long coveredNanos;
  private OptionalLong processors = OptionalLong.empty();
  private Optional<String> devices = Optional.empty();
  private Optional<String> interfaces = Optional.empty();
  private final MetricFold metrics;
  private final OtherLoad other = new OtherLoad();

  HostFold() {
    this(HostMetric.of(Scope.HOST));
  }

  HostFold(List<HostMetric> metrics) {
    this.metrics = new MetricFold(metrics);
  }

  void seen(HostSample now) {
    samples++;
    long told = now.cpu().processors();
    processors = told > 0 ? OptionalLong.of(told) : OptionalLong.empty();
    HostReading reading = reading(now);
    devices = reading.diskNames().or(() -> devices);
    interfaces = reading.interfaceNames().or(() -> interfaces);
    metrics.seen(reading);
  }

  void missed(long more) {
    missed += more;
  }

  void grown(HostSample from, HostSample to, long nanos) {
    coveredNanos += nanos;
    other.grown(from, to, nanos);
    HostReading before = reading(from);
    HostReading after = reading(to);
    metrics.grown(before.commonWith(after), after.commonWith(before));
  }

  private static HostReading reading(HostSample sample) {
    return HostReading.of(sample, Optional.empty(), Optional.empty());
  }

  /**
   * Returns the figures.
   *
   * @param missing how many samples have not come since the last
   */
  HostUse result(String host, long missing) {
    GaugeFold load = metrics.level(HostMetric.LOAD_1);
    OptionalLong sampler = metrics.growth(HostMetric.SAMPLER_CPU_NANOS);
    return new HostUse(
        host,
        new HostUse.HostCoverage(samples, missed + missing, coveredNanos),
        new HostUse.HostHardware(processors, devices, interfaces),
        new HostUse.HostCpu(
            metrics.growth(HostMetric.BUSY_MILLIS),
            metrics.growth(HostMetric.IO_WAIT_MILLIS),
            metrics.growth(HostMetric.STEAL_MILLIS),
            load.mean(),
            load.max()),
        new HostUse.HostMemory(
            metrics.level(HostMetric.MEMORY_TOTAL).wholeMax(),
            metrics.level(HostMetric.MEMORY_AVAILABLE).wholeMin()),
        new HostUse.HostDisks(
            metrics.growth(HostMetric.READS),
            metrics.growth(HostMetric.SECTORS_READ),
            metrics.growth(HostMetric.READ_MILLIS),
            metrics.growth(HostMetric.WRITES),
            metrics.growth(HostMetric.SECTORS_WRITTEN),
            metrics.growth(HostMetric.WRITE_MILLIS)),
        new HostUse.HostNetwork(
            metrics.growth(HostMetric.RECEIVED_BYTES),
            metrics.growth(HostMetric.SENT_BYTES),
            metrics.growth(HostMetric.RECEIVED_PACKETS),
            metrics.growth(HostMetric.SENT_PACKETS),
            metrics.growth(HostMetric.RETRANSMITS)),
        new HostUse.SamplerUse(sampler, Percents.ofNanos(sampler, coveredNanos)),
        other.percent());
  }

  /**
   * The processor time of a host that no sampled process used: its own, less that of the processes
   * and of the sidecar. Interrupts are left out, since those of kvbench's and the servers' packets
   * are not counted in any process. Only time between two samples with the same processes counts.
   */
  private static final class OtherLoad {
    private static final double NANOS_PER_MILLI = 1e6;

    private double cpuMillis;
    private long coveredNanos;

    void grown(HostSample from, HostSample to, long nanos) {
      OptionalLong before = ofProcesses(from.cpu());
      OptionalLong after = ofProcesses(to.cpu());
      if (before.isEmpty() || after.isEmpty() || from.processes().size() != to.processes().size()) {
        return;
      }
      double other = (double) after.getAsLong() - before.getAsLong();
      other -= (to.sidecarCpuNanos() - from.sidecarCpuNanos()) / NANOS_PER_MILLI;
      for (ProcessFigures process : to.processes()) {
        OptionalLong used = used(from, process);
        if (used.isEmpty()) {
          return;
        }
        other -= used.getAsLong();
      }
      cpuMillis += other;
      coveredNanos += nanos;
    }

    private static OptionalLong used(HostSample from, ProcessFigures now) {
      return from.process(now.target())
          .filter(earlier -> earlier.incarnation() == now.incarnation())
          .filter(earlier -> earlier.cpuMillis().isPresent() && now.cpuMillis().isPresent())
          .map(
              earlier ->
                  OptionalLong.of(now.cpuMillis().getAsLong() - earlier.cpuMillis().getAsLong()))
          .orElse(OptionalLong.empty());
    }

    private static OptionalLong ofProcesses(CpuFigures cpu) {
      return cpu.userMillis().isEmpty() || cpu.systemMillis().isEmpty()
          ? OptionalLong.empty()
          : OptionalLong.of(
              cpu.userMillis().getAsLong()
                  + cpu.niceMillis().orElse(0)
                  + cpu.systemMillis().getAsLong());
    }

    /** Returns it as a share of one core, in per cent; empty where it is not known. */
    OptionalDouble percent() {
      return coveredNanos <= 0
          ? OptionalDouble.empty()
          : OptionalDouble.of(
              Percents.hundredths(100 * Math.max(0, cpuMillis) * NANOS_PER_MILLI / coveredNanos));
    }
  }
}
