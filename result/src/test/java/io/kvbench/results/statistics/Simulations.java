package io.kvbench.results.statistics;

import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Samples of known distributions, from fixed seeds, and the share of them for which a condition
 * holds.
 */
final class Simulations {
  /** Distributions of single values; the median of each is 100. */
  // The functions have no state.
  @SuppressWarnings("ImmutableEnumChecker")
  enum Shape {
    NORMAL(random -> 100 + 5 * random.nextGaussian()),
    /** As skewed as response times: its mean is 1.65 times the median. */
    LOGNORMAL(random -> 100 * Math.exp(random.nextGaussian()));

    private final ToDoubleFunction<SplittableRandom> value;

    Shape(ToDoubleFunction<SplittableRandom> value) {
      this.value = value;
    }

    double[] sample(SplittableRandom random, int count) {
      return IntStream.range(0, count).mapToDouble(index -> value.applyAsDouble(random)).toArray();
    }
  }

  private Simulations() {}

  /** Returns in how many of so many simulations something holds, in percent. */
  static double percent(int simulations, Predicate<SplittableRandom> holds) {
    SplittableRandom random = new SplittableRandom(23);
    int held = 0;
    for (int simulation = 0; simulation < simulations; simulation++) {
      if (holds.test(random)) {
        held++;
      }
    }
    return 100.0 * held / simulations;
  }

  /**
   * Returns a series in which neighbours are correlated: autoregressive of first order.
   *
   * @return values with a mean of 0 and a standard deviation of 1
   */
  static double[] autocorrelated(SplittableRandom random, int count, double correlation) {
    double[] series = new double[count];
    double innovation = Math.sqrt(1 - correlation * correlation);
    double value = random.nextGaussian();
    for (int index = 0; index < count; index++) {
      series[index] = value;
      value = correlation * value + innovation * random.nextGaussian();
    }
    return series;
  }
}
