package io.kvbench.core.consistency;

/**
 * An interval of time, ends included.
 *
 * @param begin in ns since the start of the recording, and {@code end} too
 */
public record TimeWindow(long begin, long end) {
  boolean overlaps(long otherBegin, long otherEnd) {
    return otherBegin <= end && begin <= otherEnd;
  }
}
