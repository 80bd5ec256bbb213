package io.kvbench.reports.compare;

import io.kvbench.results.figure.Unit;
import java.util.List;

/**
 * The best and the second-best group of runs in one figure.
 *
 * @param figure what it is about, in words
 * @param unit of the figures
 * @param best the index of the best group of runs
 * @param next the index of the next best
 * @param bestValue its figure, the median of its runs
 * @param nextValue likewise
 * @param noise whether the difference is more than noise
 * @param notComparable the numbers of the differences because of which the two are not to be held
 *     against each other
 */
public record Ranking(
    String figure,
    Unit unit,
    int best,
    int next,
    double bestValue,
    double nextValue,
    Noise noise,
    List<Integer> notComparable) {
  public Ranking {
    notComparable = List.copyOf(notComparable);
  }

  /** Returns how much more the best has than the next, as a part of 1; less is negative. */
  public double difference() {
    return bestValue / nextValue - 1;
  }

  public boolean isTie() {
    return bestValue == nextValue;
  }
}
