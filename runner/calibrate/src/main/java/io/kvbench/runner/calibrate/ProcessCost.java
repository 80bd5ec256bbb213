package io.kvbench.runner.calibrate;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import io.kvbench.runner.calibrate.Calibration.Machine;
import java.lang.management.ManagementFactory;

/**
 * The resources that this process has used since it started. Virtual threads are not measured
 * individually, so it is the whole process.
 *
 * @param cpuNanos processor time of all threads
 * @param allocatedBytes by all threads, including ended ones
 */
record ProcessCost(long cpuNanos, long allocatedBytes) {
  static ProcessCost now() {
    return new ProcessCost(
        system().getProcessCpuTime(),
        ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getTotalThreadAllocatedBytes());
  }

  ProcessCost since(ProcessCost before) {
    return new ProcessCost(cpuNanos - before.cpuNanos, allocatedBytes - before.allocatedBytes);
  }

  static Machine machine() {
    OperatingSystemMXBean system = system();
    return new Machine(
        System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"),
        system.getName() + " " + system.getVersion() + " " + system.getArch(),
        system.getAvailableProcessors(),
        system.getTotalMemorySize(),
        system.getSystemLoadAverage());
  }

  private static OperatingSystemMXBean system() {
    return (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  }
}
