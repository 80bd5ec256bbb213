package io.kvbench.runner.sidecar;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** The number of files that may be kept open: half of this process's limit. For one thread. */
final class OpenFileBudget {
  private static final long MOST = 4096;

  private long left;

  OpenFileBudget(long files) {
    left = files;
  }

  static OpenFileBudget ofThisProcess() {
    boolean told =
        ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean;
    return new OpenFileBudget(told ? Math.min(MOST, allowed() / 2) : 0);
  }

  private static long allowed() {
    return ((UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getMaxFileDescriptorCount();
  }

  /** Takes a number of files; returns whether there were as many left. */
  boolean take(int files) {
    if (files > left) {
      return false;
    }
    left -= files;
    return true;
  }

  void giveBack(int files) {
    left += files;
  }
}
