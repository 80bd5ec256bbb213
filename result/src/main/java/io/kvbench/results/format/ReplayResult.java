package io.kvbench.results.format;

import io.kvbench.core.operation.OperationType;
import java.util.List;

/**
 * The comparison of the answers to a replayed trace with the recorded ones.
 *
 * @param compared how many operations have a recorded answer and were answered or failed now
 * @param misses the ways in which answers differed, most frequent first
 */
public record ReplayResult(long compared, List<Miss> misses) {
  public ReplayResult {
    misses = List.copyOf(misses);
  }

  /**
   * A kind of difference between answers.
   *
   * @param operation the type under which it was recorded
   * @param recorded the recorded outcome or error kind
   * @param replayed the outcome or error kind of the replay
   */
  public record Miss(OperationType operation, String recorded, String replayed, long count) {}

  public long missed() {
    return misses.stream().mapToLong(Miss::count).sum();
  }
}
