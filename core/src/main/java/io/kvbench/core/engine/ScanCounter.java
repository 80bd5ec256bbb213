package io.kvbench.core.engine;

import io.kvbench.core.measure.RangeCounts;
import io.kvbench.core.measure.ScanCounts;
import io.kvbench.core.operation.Operation;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/**
 * The counts of records that scans and ranges requested and received. Thread-safe; a scan that got
 * all records costs two additions.
 */
final class ScanCounter {
  private final LongAdder scans = new LongAdder();
  private final LongAdder asked = new LongAdder();
  private final LongAdder returned = new LongAdder();
  private final LongAdder shortScans = new LongAdder();
  private final LongAccumulator longest = new LongAccumulator(Math::max, 0);
  private final Set<String> shortStarts = ConcurrentHashMap.newKeySet();
  private final LongAdder ranges = new LongAdder();
  private final LongAdder records = new LongAdder();
  private final LongAdder compared = new LongAdder();
  private final LongAdder expected = new LongAdder();
  private final LongAdder found = new LongAdder();
  private final LongAdder shortRanges = new LongAdder();

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

  void add(Operation.Range range, int got) {
    ranges.increment();
    records.add(got);
    OptionalLong all = range.expected();
    if (all.isPresent()) {
      compared.increment();
      expected.add(all.getAsLong());
      found.add(Math.clamp(got, 0, all.getAsLong()));
      if (got < all.getAsLong()) {
        shortRanges.increment();
      }
    }
  }

  private Optional<RangeCounts> rangeCounts() {
    return ranges.sum() == 0
        ? Optional.empty()
        : Optional.of(
            new RangeCounts(
                ranges.sum(),
                records.sum(),
                compared.sum(),
                expected.sum(),
                found.sum(),
                shortRanges.sum()));
  }

  ScanCounts counts() {
    return new ScanCounts(
        scans.sum(),
        asked.sum(),
        returned.sum(),
        shortScans.sum(),
        shortStarts.size(),
        longest.intValue(),
        rangeCounts());
  }
}
