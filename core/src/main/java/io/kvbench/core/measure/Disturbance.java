package io.kvbench.core.measure;

/**
 * A disturbance of the store from outside during a phase; in nanoseconds from the start of the
 * phase.
 *
 * @param beginNanos when it began
 * @param endNanos when it was complete
 */
public record Disturbance(long beginNanos, long endNanos) {
  public Disturbance {
    if (beginNanos < 0 || endNanos < beginNanos) {
      throw new IllegalArgumentException("from " + beginNanos + " to " + endNanos);
    }
  }
}
