package io.kvbench.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.ScanCounts;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.ReadConsistency;
import org.junit.jupiter.api.Test;

class ScanCounterTest {
  private final ScanCounter counter = new ScanCounter();

  private void scan(String start, int limit, int records) {
    counter.add(new Operation.Scan(Key.of(start), limit, ReadConsistency.DEFAULT), records);
  }

  @Test
  void aKeyFromWhichScansAreShortCountsOnce() {
    scan("a", 10, 10);
    scan("b", 10, 4);
    scan("b", 20, 4);
    scan("c", 10, 0);

    assertThat(counter.counts()).isEqualTo(new ScanCounts(4, 50, 18, 3, 2, 20));
  }

  @Test
  void moreThanWasAskedForMakesUpForNothing() {
    scan("a", 10, 15);
    scan("b", 10, 5);

    assertThat(counter.counts()).isEqualTo(new ScanCounts(2, 20, 15, 1, 1, 10));
  }

  @Test
  void keysAreKeptUpToABound() {
    for (int start = 0; start < 2 * ScanCounts.MOST_STARTS; start++) {
      scan(Integer.toString(start), 2, 1);
    }

    assertThat(counter.counts().shortStarts()).isEqualTo(ScanCounts.MOST_STARTS);
    assertThat(counter.counts().shortScans()).isEqualTo(2 * ScanCounts.MOST_STARTS);
  }
}
