package io.kvbench.runner.run.watch;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;

/**
 * A meter of the processor time of all threads of this process, including the garbage collector's
 * and the compiler's.
 */
final class CpuMeter {
  private final LongSupplier total;
  private final long before;

  /**
   * Begins to count.
   *
   * @param total nanoseconds of processor time since the process started; negative if unknown
   */
  CpuMeter(LongSupplier total) {
    this.total = total;
    before = total.getAsLong();
  }

  static CpuMeter ofThisProcess() {
    return new CpuMeter(
        ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())::getProcessCpuTime);
  }

  /** Returns the time used since this was made; 0 if unknown. */
  long usedNanos() {
    return Math.max(0, total.getAsLong() - before);
  }
}
