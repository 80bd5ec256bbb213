package io.kvbench.runner.sidecar;

/**
 * The schedule of samples: the due time of each is a function of its number, so that a late one
 * does not delay the next ones. Samples that would be late by a whole period are skipped.
 *
 * @param startNanos when number 0 is due
 * @param everyNanos the period
 */
record SampleSchedule(long startNanos, long everyNanos) {

  long dueNanos(long number) {
    return startNanos + number * everyNanos;
  }

  /**
   * Returns the number that a sample has that is taken now, later than its own by whole periods.
   */
  long current(long number, long nowNanos) {
    return Math.max(number, (nowNanos - startNanos) / everyNanos);
  }

  /** Returns the number of the next sample after one, which is not a period late yet. */
  long next(long number, long nowNanos) {
    return Math.max(number + 1, (nowNanos - startNanos) / everyNanos);
  }
}
