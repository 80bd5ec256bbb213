package io.kvbench.reports.compare;

import io.kvbench.core.measure.TimeHistogram;

/**
 * A block of consecutive intervals of a run.
 *
 * @param wallNanos how long they took together
 * @param okCount the primary operations answered OK in them
 * @param response their response times
 */
public record Block(long wallNanos, long okCount, TimeHistogram response) {
  Block plus(Block other) {
    return new Block(
        wallNanos + other.wallNanos, okCount + other.okCount, response.plus(other.response));
  }
}
