package io.kvbench.core.workload.key;

import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.KeyCount;
import io.kvbench.core.operation.KeyRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The sorted keys of the loaded records, to count those in a range. They are sorted by {@link
 * #prepare}; before that, and for more than {@link #MOST} records, counts are unknown. Equal to the
 * sorted keys of the same records.
 */
public final class SortedKeys implements KeyCount {
  /** About 44 bytes each. */
  static final int MOST = 1 << 20;

  private final KeyFormat format;
  private final RecordNumbers space;
  private volatile List<byte[]> sorted = List.of();

  public SortedKeys(KeyFormat format, RecordNumbers space) {
    this.format = format;
    this.space = space;
  }

  /** Sorts the keys, once; takes about a second for a million. */
  public void prepare() {
    if (sorted.isEmpty() && space.loadCount() <= MOST) {
      List<byte[]> keys = new ArrayList<>();
      for (long number = 0; number < space.loadCount(); number++) {
        keys.add(format.render(space.insertStart() + number));
      }
      keys.sort(Arrays::compareUnsigned);
      sorted = keys;
    }
  }

  @Override
  public OptionalLong in(KeyRange keys) {
    List<byte[]> all = sorted;
    if (all.isEmpty()) {
      return OptionalLong.empty();
    }
    KeyRange.Between bounds = keys.bounds();
    int from = bounds.start().map(start -> before(start, all)).orElse(0);
    int to = bounds.end().map(end -> before(end, all)).orElse(all.size());
    return OptionalLong.of(Math.max(0, to - from));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SortedKeys same
        && format.equals(same.format)
        && space.equals(same.space);
  }

  @Override
  public int hashCode() {
    return Objects.hash(format, space);
  }

  @Override
  public String toString() {
    return space.loadCount() + " keys";
  }

  /** Returns how many keys precede one. */
  private static int before(Key key, List<byte[]> all) {
    int found = Collections.binarySearch(all, key.toByteArray(), Arrays::compareUnsigned);
    return found < 0 ? -1 - found : found;
  }
}
