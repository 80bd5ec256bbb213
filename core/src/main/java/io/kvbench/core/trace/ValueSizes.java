package io.kvbench.core.trace;

/**
 * The sizes of values in bytes.
 *
 * @param min 0 if there are none
 */
public record ValueSizes(long count, int min, int max, long sum) {
  public static final ValueSizes NONE = new ValueSizes(0, 0, 0, 0);

  /** Returns the sizes with another one added; {@link TracedPart#NONE} adds nothing. */
  public ValueSizes plus(int bytes) {
    return bytes == TracedPart.NONE ? this : plus(new ValueSizes(1, bytes, bytes, bytes));
  }

  public ValueSizes plus(ValueSizes other) {
    if (count == 0 || other.count == 0) {
      return count == 0 ? other : this;
    }
    return new ValueSizes(
        count + other.count, Math.min(min, other.min), Math.max(max, other.max), sum + other.sum);
  }

  /** Returns the mean, rounded down; 0 if there are none. */
  public long mean() {
    return count == 0 ? 0 : sum / count;
  }
}
