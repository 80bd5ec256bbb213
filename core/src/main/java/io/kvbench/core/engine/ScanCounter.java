package io.kvbench.core.engine;

import io.kvbench.core.measure.ScanCounts;
import io.kvbench.core.operation.Operation;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the records that scans asked for and were answered with. For any number of threads; a scan
 * that got all it asked for costs two additions.
 */
final class ScanCounter {
  private final LongAdder scans = new LongAdder();
  private final LongAdder asked = new LongAdder();
  private final LongAdder returned = new LongAdder();
  private final LongAdder shortScans = new LongAdder();
  private final LongAccumulator longest = new LongAccumulator(Math::max, 0);
  private final Set<String> shortStarts = ConcurrentHashMap.newKeySet();

  void add(Operation.Scan scan, int records) {
    scans.increment();
    asked.add(scan.limit());
    returned.add(Math.clamp(records, 0, scan.limit()));
    if (longest.get() < scan.limit()) {
      longest.accumulate(scan.limit());
    }
    if (records < scan.limit()) {
      shortScans.increment();
      if (shortStarts.size() < ScanCounts.MOST_STARTS) {
        shortStarts.add(scan.start().toString());
      }
    }
  }

  ScanCounts counts() {
    return new ScanCounts(
        scans.sum(),
        asked.sum(),
        returned.sum(),
        shortScans.sum(),
        shortStarts.size(),
        longest.intValue());
  }
}
