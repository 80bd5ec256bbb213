package io.kvbench.core.measure;

/**
 * Something done to the store from outside while a phase ran; in nanoseconds from the start of the
 * phase.
 *
 * @param beginNanos before it nothing was done
 * @param endNanos since then it was done
 */
public record Disturbance(long beginNanos, long endNanos) {
  public Disturbance {
    if (beginNanos < 0 || endNanos < beginNanos) {
      throw new IllegalArgumentException("from " + beginNanos + " to " + endNanos);
    }
  }
}
