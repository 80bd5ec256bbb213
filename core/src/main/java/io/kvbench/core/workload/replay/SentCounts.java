package io.kvbench.core.workload.replay;

/** The counts of operations that are sent in each of equal parts of a phase. */
final class SentCounts {
  private final double[] sent;
  private final double partNanos;
  private double all;

  SentCounts(int parts, long lengthNanos) {
    sent = new double[parts];
    partNanos = Math.max(1, lengthNanos) / (double) parts;
  }

  /** Adds operations that are evenly spaced between two times. */
  void add(long fromNanos, long toNanos, long operations) {
    double from = Math.min(sent.length, fromNanos / partNanos);
    double to = Math.min(sent.length, toNanos / partNanos);
    int first = Math.min(sent.length - 1, (int) from);
    int last = Math.min(sent.length - 1, (int) to);
    for (int part = first; part <= last; part++) {
      double share = to > from ? (Math.min(to, part + 1) - Math.max(from, part)) / (to - from) : 1;
      sent[part] += operations * share;
    }
    all += operations;
  }

  /** Returns the cumulative counts at the end of each part, scaled to {@code total}. */
  long[] sums(long total) {
    long[] sums = new long[sent.length];
    double sum = 0;
    for (int part = 0; part < sent.length; part++) {
      sum += sent[part];
      sums[part] = Math.round(sum / all * total);
    }
    return sums;
  }
}
