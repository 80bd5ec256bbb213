package io.kvbench.core.plan;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Constant rates {@code r(1) ... r(k)} one after the other, each for an equal part {@code L = T /
 * k} of a length {@code T}; the last one goes on. By the end of step {@code j} there are
 *
 * <pre>C(j) = L (r(1) + ... + r(j))</pre>
 *
 * arrivals, a number that need not be whole. Number {@code i} belongs to the step {@code j} with
 * {@code C(j - 1) <= i < C(j)}, or to the last one, and starts at
 *
 * <pre>t = (j - 1) L + (i - C(j - 1)) / r(j)</pre>
 *
 * rounded to the nearest nanosecond. So the part of an arrival that is left over at the end of a
 * step counts at the beginning of the next one: nothing is lost or added at a boundary.
 */
public final class RateSteps implements Arrivals {
  private final double[] perSecond;
  private final Duration length;

  /** {@code j L}: when step {@code j + 1} begins, in nanoseconds. */
  private final DoubleDouble[] begins;

  /** {@code C(j)}: how many arrivals come before that. */
  private final DoubleDouble[] before;

  /**
   * Creates steps.
   *
   * @param perSecond the rates in their order, each more than 0; at least one
   * @param length {@code T}, the time of all steps together, more than 0
   */
  public RateSteps(List<Double> perSecond, Duration length) {
    if (perSecond.isEmpty()) {
      throw new IllegalArgumentException("no steps");
    }
    this.perSecond = perSecond.stream().mapToDouble(Rates::positive).toArray();
    this.length = Rates.positive(length);
    begins = new DoubleDouble[this.perSecond.length];
    before = new DoubleDouble[this.perSecond.length];
    DoubleDouble total = DoubleDouble.of(Rates.nanos(length));
    DoubleDouble rates = DoubleDouble.of(0.0);
    for (int step = 0; step < begins.length; step++) {
      begins[step] = total.times(step).dividedBy(begins.length);
      before[step] = total.times(rates).dividedBy(DoubleDouble.of(begins.length * 1_000_000_000L));
      rates = rates.plus(this.perSecond[step]);
    }
  }

  @Override
  public long startNanos(long index) {
    DoubleDouble arrivals = DoubleDouble.of(index);
    int step = step(arrivals);
    DoubleDouble inStep = arrivals.minus(before[step]);
    double roughly = inStep.high() * Rates.NANOS_PER_SECOND / perSecond[step];
    if (begins[step].high() + roughly > NEVER_NANOS) {
      return NEVER_NANOS;
    }
    return inStep
        .times(Rates.NANOS_PER_SECOND)
        .dividedBy(perSecond[step])
        .plus(begins[step])
        .toNanos();
  }

  /** Returns the step of an arrival, counted from 0: the last one that begins by then. */
  private int step(DoubleDouble arrivals) {
    int low = 0;
    int high = before.length - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (arrivals.isLessThan(before[middle])) {
        high = middle - 1;
      } else {
        low = middle;
      }
    }
    return low;
  }

  /** Returns the arrivals by then, divided by the time. */
  @Override
  public double meanPerSecond(long phaseNanos) {
    double stepNanos = (double) Rates.nanos(length) / perSecond.length;
    int step = (int) Math.min(phaseNanos / stepNanos, perSecond.length - 1);
    if (step == 0) {
      return perSecond[0];
    }
    double full = Arrays.stream(perSecond).limit(step).sum();
    return (full + perSecond[step] * (phaseNanos / stepNanos - step)) * stepNanos / phaseNanos;
  }

  @Override
  public String toString() {
    return Arrays.stream(perSecond)
        .mapToObj(Rates::words)
        .collect(
            Collectors.joining(
                ", ", "steps ", ", " + Rates.words(length.dividedBy(perSecond.length)) + " each"));
  }
}
