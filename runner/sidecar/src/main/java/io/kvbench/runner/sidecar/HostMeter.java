package io.kvbench.runner.sidecar;

import io.kvbench.core.host.HostSample.CpuFigures;
import io.kvbench.core.host.HostSample.LoadFigures;
import io.kvbench.core.host.HostSample.MemoryFigures;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import oshi.hardware.CentralProcessor;
import oshi.hardware.CentralProcessor.TickType;
import oshi.hardware.GlobalMemory;
import oshi.hardware.HardwareAbstractionLayer;

/** Load, processors and memory of the host, through OSHI. */
final class HostMeter {
  private final CentralProcessor processor;
  private final GlobalMemory memory;
  private final boolean linux;

  /**
   * @param linux whether the system tells of steal and of waiting for disks; OSHI says 0 elsewhere
   */
  HostMeter(HardwareAbstractionLayer hardware, boolean linux) {
    processor = hardware.getProcessor();
    memory = hardware.getMemory();
    this.linux = linux;
  }

  LoadFigures load() {
    double[] averages = processor.getSystemLoadAverage(3);
    return new LoadFigures(average(averages[0]), average(averages[1]), average(averages[2]));
  }

  private static OptionalDouble average(double average) {
    return average < 0 ? OptionalDouble.empty() : OptionalDouble.of(average);
  }

  CpuFigures cpu() {
    long[] ticks = processor.getSystemCpuLoadTicks();
    return new CpuFigures(
        processor.getLogicalProcessorCount(),
        millis(ticks, TickType.USER),
        millis(ticks, TickType.NICE),
        millis(ticks, TickType.SYSTEM),
        millis(ticks, TickType.IDLE),
        onLinux(ticks, TickType.IOWAIT),
        onLinux(ticks, TickType.IRQ),
        onLinux(ticks, TickType.SOFTIRQ),
        onLinux(ticks, TickType.STEAL));
  }

  private static OptionalLong millis(long[] ticks, TickType type) {
    return OptionalLong.of(ticks[type.getIndex()]);
  }

  private OptionalLong onLinux(long[] ticks, TickType type) {
    return linux ? millis(ticks, type) : OptionalLong.empty();
  }

  MemoryFigures memory() {
    return new MemoryFigures(
        positive(memory.getTotal()),
        positive(memory.getAvailable()),
        OptionalLong.of(memory.getVirtualMemory().getSwapUsed()));
  }

  private static OptionalLong positive(long figure) {
    return figure > 0 ? OptionalLong.of(figure) : OptionalLong.empty();
  }
}
