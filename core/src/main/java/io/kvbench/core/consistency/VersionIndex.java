package io.kvbench.core.consistency;

import io.kvbench.core.history.HistoryBlock;
import io.kvbench.core.history.HistoryKind;
import io.kvbench.core.history.HistorySource;
import io.kvbench.core.history.HistoryStatus;
import io.kvbench.core.history.KeyTable;
import java.io.IOException;
import java.util.Arrays;

/**
 * The versions that acknowledged writes of each key got, sorted: 8 bytes for each write. Versions
 * of writes with an unknown outcome are missing, so that conclusions hold only for what was
 * overlooked, never for what was not there. Immutable.
 */
final class VersionIndex {
  static final long NONE = Long.MAX_VALUE;

  private final KeyTable keys = new KeyTable();

  /** By key: where its versions begin. */
  private int[] starts = new int[1 << 10];

  private long[] versions = {};

  private VersionIndex() {}

  /** Builds the index with two passes over a history. */
  static VersionIndex of(HistorySource source) throws IOException {
    VersionIndex index = new VersionIndex();
    source.forEach(index::count);
    index.reserve();
    int[] next = index.starts.clone();
    source.forEach(block -> index.add(block, next));
    for (int key = 0; key < index.keys.size(); key++) {
      Arrays.sort(index.versions, index.starts[key], index.starts[key + 1]);
    }
    return index;
  }

  private static boolean isVersioned(HistoryBlock block, int index) {
    HistoryKind kind = block.kind(index);
    return kind != null
        && kind.writes()
        && block.status(index) == HistoryStatus.OK
        && block.version(index) > 0;
  }

  private void count(HistoryBlock block) {
    for (int index = 0; index < block.count(); index++) {
      if (isVersioned(block, index)) {
        int key = keys.add(block.key(index));
        if (key + 1 >= starts.length) {
          starts = Arrays.copyOf(starts, 2 * starts.length);
        }
        starts[key + 1]++;
      }
    }
  }

  private void reserve() {
    for (int key = 0; key < keys.size(); key++) {
      starts[key + 1] += starts[key];
    }
    versions = new long[starts[keys.size()]];
  }

  private void add(HistoryBlock block, int[] next) {
    for (int index = 0; index < block.count(); index++) {
      if (isVersioned(block, index)) {
        versions[next[keys.find(block.key(index))]++] = block.version(index);
      }
    }
  }

  boolean isEmpty() {
    return versions.length == 0;
  }

  /** Returns the lowest version of a key above another one, or {@link #NONE}. */
  long nextAfter(long key, long version) {
    int number = keys.find(key);
    if (number < 0) {
      return NONE;
    }
    int low = starts[number];
    int high = starts[number + 1];
    int end = high;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (versions[middle] <= version) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < end ? versions[low] : NONE;
  }
}
