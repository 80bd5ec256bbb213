package io.kvbench.core.workload.family;

import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.KeyRange;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.PagedRange;
import io.kvbench.core.operation.RangeContent;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.key.SortedKeys;
import io.kvbench.core.workload.setting.WorkloadSettings;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The common parameters of the ranges of a workload. Immutable.
 *
 * @param start the common start; empty if each range begins with a chosen record
 * @param end the common end of ranges with that start; empty for the last record
 * @param known the loaded records
 */
public record RangeShape(
    RangeSelection selection,
    Optional<Key> start,
    Optional<Key> end,
    int prefixLength,
    int limit,
    int pageSize,
    RangeContent content,
    boolean descending,
    ReadConsistency consistency,
    SortedKeys known) {

  public static RangeShape from(Settings settings, SortedKeys known) {
    return new RangeShape(
        settings.get(RangeSettings.RANGE_SELECTION),
        settings.find(RangeSettings.RANGE_START),
        settings.find(RangeSettings.RANGE_END),
        settings.get(RangeSettings.RANGE_PREFIX),
        settings.get(RangeSettings.RANGE_LIMIT),
        settings.get(RangeSettings.RANGE_PAGE),
        settings.get(RangeSettings.RANGE_CONTENT),
        settings.get(RangeSettings.RANGE_DESCENDING),
        settings.get(WorkloadSettings.READ_CONSISTENCY),
        known);
  }

  /**
   * Returns a range.
   *
   * @param chosen chooses a record on each call
   */
  public Operation.Range range(Supplier<Key> chosen) {
    KeyRange keys =
        switch (selection) {
          case ALL -> new KeyRange.All();
          case PREFIX -> new KeyRange.Prefix(prefix(chosen.get()));
          case FROM ->
              start.isPresent() ? new KeyRange.Between(start, end) : KeyRange.from(chosen.get());
          case BETWEEN -> KeyRange.between(chosen.get(), chosen.get());
        };
    return new Operation.Range(keys, limit, content, descending, consistency, known);
  }

  /** Returns the same range, to be read in pages. */
  public PagedRange paged(Supplier<Key> chosen) {
    return new PagedRange(range(chosen), pageSize);
  }

  private Key prefix(Key key) {
    byte[] bytes = key.toByteArray();
    return Key.of(Arrays.copyOf(bytes, Math.min(prefixLength, bytes.length)));
  }
}
