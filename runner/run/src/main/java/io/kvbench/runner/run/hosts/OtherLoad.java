package io.kvbench.runner.run.hosts;

import io.kvbench.core.host.HostSample;
import io.kvbench.core.host.HostSample.CpuFigures;
import io.kvbench.core.host.ProcessFigures;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Processor time of a host that no sampled process used: its own, less that of the processes and of
 * the sidecar. Interrupts are left out, since those of kvbench's and the servers' packets are not
 * counted in any process. Only time between two samples with the same processes counts.
 */
final class OtherLoad {
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
