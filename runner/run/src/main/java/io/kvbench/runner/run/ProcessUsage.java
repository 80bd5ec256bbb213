package io.kvbench.runner.run;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * What this process has used since it started.
 *
 * @param cpuNanos processor time of all threads, the garbage collector's and the compiler's among
 *     them
 * @param gcPauseNanos time in garbage collection, to the millisecond, as the collectors count it
 */
record ProcessUsage(long cpuNanos, long gcPauseNanos) {
  /** ZGC and Shenandoah count their concurrent work in beans of its own, which is no pause. */
  private static final String CONCURRENT = "Cycles";

  private static final Path STATUS = Path.of("/proc/self/status");

  static ProcessUsage now() {
    return new ProcessUsage(
        system().getProcessCpuTime(),
        ManagementFactory.getGarbageCollectorMXBeans().stream()
                .filter(collector -> !collector.getName().endsWith(CONCURRENT))
                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                .filter(millis -> millis > 0)
                .sum()
            * 1_000_000);
  }

  ProcessUsage since(ProcessUsage before) {
    return new ProcessUsage(cpuNanos - before.cpuNanos, gcPauseNanos - before.gcPauseNanos);
  }

  ProcessUsage plus(ProcessUsage other) {
    return new ProcessUsage(cpuNanos + other.cpuNanos, gcPauseNanos + other.gcPauseNanos);
  }

  /**
   * Returns the kernel's high-water mark of resident memory (VmHWM of proc(5)); 0 on systems
   * without it.
   */
  static long peakResidentBytes() {
    try (Stream<String> lines = Files.lines(STATUS)) {
      return lines
          .filter(line -> line.startsWith("VmHWM:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
          .findFirst()
          .orElse(0);
    } catch (IOException | RuntimeException e) {
      return 0;
    }
  }

  static long machineMemoryBytes() {
    return system().getTotalMemorySize();
  }

  private static OperatingSystemMXBean system() {
    return (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  }
}
