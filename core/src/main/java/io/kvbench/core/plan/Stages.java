package io.kvbench.core.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A sequence of stages, in each of which the rate changes linearly from {@code a} to {@code b}
 * arrivals per second over a length {@code L}; the last one then continues at its {@code b}. With
 * {@code C} for the arrivals before a stage, which may be fractional, there have been by the time
 * {@code x} of the stage
 *
 * <pre>N(x) = C + a x + (b - a) x^2 / (2 L)</pre>
 *
 * arrivals. Number {@code i} belongs to the last stage with {@code C <= i}, and with {@code j = i -
 * C} starts at
 *
 * <pre>x = j / a                                       if a = b
 * x = 2 j / (a + sqrt(a^2 + 2 (b - a) j / L))     else</pre>
 *
 * after the stage's beginning, rounded to the nearest nanosecond. So the fraction of an arrival at
 * the end of a stage counts in the next one: nothing is lost or added at a boundary. In this form
 * of the quadratic's root the only cancellation is under the root of a falling rate, which is why
 * it is computed with {@link DoubleDouble}. In a stage with the rate 0 there are no arrivals; if
 * the last rate is 0, there are none afterwards.
 */
public final class Stages implements Arrivals {
  /** A longer list of changes is not useful. */
  private static final int MOST_NAMED = 100;

  private final String words;

  /** The rates {@code a} and {@code b} of every stage, and of the time after the last one. */
  private final double[] from;

  private final double[] to;

  /** The beginning of each, in nanoseconds. */
  private final DoubleDouble[] begins;

  /** {@code C}. */
  private final DoubleDouble[] before;

  /** {@code 2 (b - a) / L}. */
  private final DoubleDouble[] slope;

  /**
   * Creates stages.
   *
   * @param stages in order, at least one with a rate above 0
   */
  public Stages(List<Stage> stages) {
    this(stages, words(stages));
  }

  /**
   * Creates stages with a description.
   *
   * @param words the description, such as {@code trace FILE}
   */
  Stages(List<Stage> stages, String words) {
    this(stages, stages.stream().map(stage -> nanos(stage.length())).toList(), words);
  }

  private Stages(List<Stage> stages, List<DoubleDouble> lengths, String words) {
    if (stages.stream().allMatch(stage -> stage.fromPerSecond() + stage.toPerSecond() == 0)) {
      throw new IllegalArgumentException("no stage has a rate");
    }
    this.words = words;
    int count = stages.size() + 1;
    from = new double[count];
    to = new double[count];
    begins = new DoubleDouble[count];
    before = new DoubleDouble[count];
    slope = new DoubleDouble[count];
    begins[0] = DoubleDouble.of(0.0);
    before[0] = DoubleDouble.of(0.0);
    for (int at = 0; at < stages.size(); at++) {
      add(at, stages.get(at), lengths.get(at));
    }
    from[count - 1] = to[count - 2];
    to[count - 1] = to[count - 2];
    slope[count - 1] = DoubleDouble.of(0.0);
  }

  private void add(int at, Stage stage, DoubleDouble length) {
    double twoSeconds = 2 * Rates.NANOS_PER_SECOND;
    from[at] = stage.fromPerSecond();
    to[at] = stage.toPerSecond();
    slope[at] = DoubleDouble.sum(to[at], -from[at]).times(twoSeconds).dividedBy(length);
    begins[at + 1] = begins[at].plus(length);
    before[at + 1] =
        before[at].plus(DoubleDouble.sum(from[at], to[at]).times(length).dividedBy(twoSeconds));
  }

  /**
   * Returns a rate that changes linearly from one value to another and stays there.
   *
   * @param fromPerSecond at least 0
   * @param toPerSecond at least 0; must not be 0 if the other is
   * @param length more than 0
   */
  public static Stages ramp(double fromPerSecond, double toPerSecond, Duration length) {
    return new Stages(
        List.of(new Stage(fromPerSecond, toPerSecond, length)),
        String.format(
            Locale.ROOT,
            "ramp %s to %s over %s",
            Rates.words(fromPerSecond),
            Rates.words(toPerSecond),
            Rates.words(length)));
  }

  /**
   * Returns rates of equal lengths; the last one continues.
   *
   * @param perSecond in order, each more than 0; at least one
   * @param length the total length, more than 0
   */
  public static Stages steps(List<Double> perSecond, Duration length) {
    if (perSecond.isEmpty()) {
      throw new IllegalArgumentException("no steps");
    }
    Duration each = Rates.positive(length).dividedBy(perSecond.size());
    // A step may last a fractional number of nanoseconds.
    DoubleDouble exact = nanos(length).dividedBy(perSecond.size());
    Duration named = each.isZero() ? Duration.ofNanos(1) : each;
    String words =
        perSecond.stream()
            .map(Rates::words)
            .collect(Collectors.joining(", ", "steps ", ", " + Rates.words(each) + " each"));
    return new Stages(
        perSecond.stream().map(Rates::positive).map(rate -> new Stage(rate, rate, named)).toList(),
        perSecond.stream().map(rate -> exact).toList(),
        words);
  }

  private static DoubleDouble nanos(Duration length) {
    return DoubleDouble.of(Rates.nanos(length));
  }

  private static String words(List<Stage> stages) {
    return stages.stream().map(Stage::toString).collect(Collectors.joining(", ", "stages ", ""));
  }

  @Override
  public long startNanos(long index) {
    return startNanos(DoubleDouble.of(index));
  }

  /** Returns when a number of arrivals, which may be fractional, is reached. */
  long startNanos(DoubleDouble arrivals) {
    int stage = stage(arrivals);
    DoubleDouble inStage = arrivals.minus(before[stage]);
    if (inStage.high() <= 0) {
      return begins[stage].toNanos();
    }
    return from[stage] == to[stage] ? atConstant(stage, inStage) : atChanging(stage, inStage);
  }

  private long atConstant(int stage, DoubleDouble inStage) {
    double roughly = inStage.high() * Rates.NANOS_PER_SECOND / from[stage];
    if (begins[stage].high() + roughly > NEVER_NANOS) {
      return NEVER_NANOS;
    }
    return limited(stage, inStage.times(Rates.NANOS_PER_SECOND).dividedBy(from[stage]));
  }

  private long atChanging(int stage, DoubleDouble inStage) {
    DoubleDouble square = DoubleDouble.of(from[stage]).times(from[stage]);
    DoubleDouble root = inStage.times(slope[stage]).plus(square).squareRoot();
    return limited(
        stage, inStage.times(2 * Rates.NANOS_PER_SECOND).dividedBy(root.plus(from[stage])));
  }

  /** Rounding must not move it into the next stage. */
  private long limited(int stage, DoubleDouble nanosInStage) {
    long nanos = nanosInStage.plus(begins[stage]).toNanos();
    return stage == begins.length - 1 ? nanos : Math.min(nanos, begins[stage + 1].toNanos());
  }

  /** Returns the stage of an arrival, counted from 0: the last one that has begun by then. */
  private int stage(DoubleDouble arrivals) {
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

  /** Returns the arrivals until then, divided by the time. */
  @Override
  public double meanPerSecond(long phaseNanos) {
    return phaseNanos <= 0 ? from[0] : by(phaseNanos) * Rates.NANOS_PER_SECOND / phaseNanos;
  }

  /** Avoids a division by the time, which would leave a tiny rate in a pause. */
  @Override
  public double between(long fromNanos, long toNanos) {
    return by(toNanos) - by(fromNanos);
  }

  /** Returns the arrivals until then. */
  private double by(long phaseNanos) {
    int stage = 0;
    while (stage < begins.length - 1 && begins[stage + 1].high() <= phaseNanos) {
      stage++;
    }
    double seconds = (phaseNanos - begins[stage].high()) / Rates.NANOS_PER_SECOND;
    return before[stage].high()
        + from[stage] * seconds
        + slope[stage].high() * seconds * seconds / 4;
  }

  @Override
  public List<RateChange> changes() {
    List<RateChange> changes = new ArrayList<>();
    for (int at = 1; at < begins.length && begins.length <= MOST_NAMED + 1; at++) {
      if (from[at] != to[at - 1] || from[at - 1] != to[at - 1] || from[at] != to[at]) {
        String rate = Rates.words(from[at]);
        changes.add(
            new RateChange(
                begins[at].toNanos(),
                from[at] == to[at] ? rate : rate + " to " + Rates.words(to[at])));
      }
    }
    return changes;
  }

  @Override
  public String toString() {
    return words;
  }
}
