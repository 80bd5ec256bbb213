package io.kvbench.reports.series;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The assignment of samples to seconds. Samples are due once in a period: a late sample does not
 * count as missing, and the next one does not count as a second sample of the same second.
 */
final class SampleSeconds {
  /** By this part of a period a sample may come early. */
  private static final double EARLY = 0.1;

  private final double period;
  private double first = -1;
  private int firstNumber;
  private int last;

  SampleSeconds(List<Double> times) {
    double[] apart =
        IntStream.range(1, times.size())
            .mapToDouble(index -> times.get(index) - times.get(index - 1))
            .sorted()
            .toArray();
    period = apart.length == 0 ? 1 : apart[apart.length / 2];
  }

  /** Returns how many seconds lie between two samples; 1 where there are several in one. */
  int period() {
    return (int) Math.max(1, Math.round(period));
  }

  /** Returns the second of the next sample, which was taken so many seconds after the start. */
  int of(double time) {
    if (first < 0) {
      first = time;
      firstNumber = (int) Math.max(1, Math.ceil(time));
      last = firstNumber;
    } else if (Math.round(period) < 1) {
      last = (int) Math.ceil(time);
    } else {
      int due = (int) Math.floor((time - first) / period() + EARLY) * period();
      last = Math.max(last + period(), firstNumber + due);
    }
    return last;
  }
}
