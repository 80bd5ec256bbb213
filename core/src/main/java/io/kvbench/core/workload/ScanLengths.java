package io.kvbench.core.workload;

import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;

/** Reads how many records scans ask for. */
final class ScanLengths {
  private ScanLengths() {}

  static Distribution from(Settings settings, Problems problems) {
    int min = settings.get(WorkloadSettings.MIN_SCAN_LENGTH);
    int max = settings.get(WorkloadSettings.MAX_SCAN_LENGTH);
    if (min > max) {
      problems.add(
          settings.whereIs(WorkloadSettings.MIN_SCAN_LENGTH),
          "minscanlength=" + min + " is more than maxscanlength=" + max + ".");
      return random -> max;
    }
    return switch (settings.get(WorkloadSettings.SCAN_LENGTH_DISTRIBUTION)) {
      case UNIFORM -> new Uniform(min, max);
      case ZIPFIAN -> Zipfian.between(min, max);
    };
  }
}
