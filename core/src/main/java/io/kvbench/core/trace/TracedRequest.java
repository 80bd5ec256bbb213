package io.kvbench.core.trace;

import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.RangeContent;
import io.kvbench.core.operation.ReadConsistency;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A recorded client's request, in terms common to all systems.
 *
 * @param type one that {@link TraceCodes} has a code for
 * @param parts the keys in order; one, except for transactions and ranges. A range with one part
 *     covers the keys with that prefix, all keys if it is empty; one with two parts covers those
 *     from the first up to, excluding, the second, which is empty if there is no end
 * @param limit the max number of records of a scan or range; 0 for none
 * @param content the content of the records that a range returns
 * @param descending whether a range is in descending order
 * @param consistency how fresh the answer to a read must be
 */
public record TracedRequest(
    OperationType type,
    List<TracedPart> parts,
    int limit,
    RangeContent content,
    boolean descending,
    ReadConsistency consistency) {
  /** The max number of parts. */
  static final int MOST_PARTS = 1 << 20;

  private static final int PART_BYTES = 16;

  public TracedRequest {
    parts = List.copyOf(parts);
    if (parts.isEmpty() || parts.size() > MOST_PARTS) {
      throw new IllegalArgumentException("a request of " + parts.size() + " keys");
    }
  }

  /** Returns its approximate size in a trace, before compression. */
  long bytes() {
    return parts.stream().mapToLong(part -> PART_BYTES + part.key().toString().length()).sum();
  }

  /** Returns a write or delete of one record. */
  public static TracedRequest write(OperationType type, Key key, int valueBytes) {
    return of(type, List.of(new TracedPart(type, key, valueBytes)), ReadConsistency.DEFAULT);
  }

  /** Returns a read of one record. */
  public static TracedRequest read(Key key, ReadConsistency consistency) {
    return of(
        OperationType.READ,
        List.of(new TracedPart(OperationType.READ, key, TracedPart.NONE)),
        consistency);
  }

  /** Returns a request that is neither a scan nor a range. */
  public static TracedRequest of(
      OperationType type, List<TracedPart> parts, ReadConsistency consistency) {
    return new TracedRequest(type, parts, 0, RangeContent.RECORDS, false, consistency);
  }

  /** Returns a range of records in ascending order. */
  public static TracedRequest range(
      List<Key> bounds, int limit, RangeContent content, ReadConsistency consistency) {
    return new TracedRequest(
        OperationType.RANGE,
        bounds.stream()
            .map(key -> new TracedPart(OperationType.RANGE, key, TracedPart.NONE))
            .toList(),
        limit,
        content,
        false,
        consistency);
  }

  /** Returns the same request with other keys. */
  TracedRequest with(UnaryOperator<Key> keys) {
    return new TracedRequest(
        type,
        parts.stream().map(part -> part.with(keys.apply(part.key()))).toList(),
        limit,
        content,
        descending,
        consistency);
  }
}
