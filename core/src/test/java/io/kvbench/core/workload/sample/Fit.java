package io.kvbench.core.workload.sample;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.inference.ChiSquareTest;

/**
 * Pearson's chi-square test of drawn whole numbers against their expected probabilities. The draws
 * have a fixed seed, so a test passes always or never.
 */
public final class Fit {
  /** The probability, over all possible seeds, of rejecting a true distribution. */
  public static final double SIGNIFICANCE = 0.001;

  public static final int DRAWS = 200_000;
  private static final double LEAST_EXPECTED = 10;
  private static final long SEED = 20_261_121;

  private Fit() {}

  /** Returns the probability that draws deviate this much; numbers outside [0, size) make it 0. */
  public static double pValue(
      ToLongFunction<SplittableRandom> drawn, int size, IntToDoubleFunction probability) {
    long[] observed = new long[size];
    SplittableRandom random = new SplittableRandom(SEED);
    for (int draw = 0; draw < DRAWS; draw++) {
      long number = drawn.applyAsLong(random);
      if (number < 0 || number >= size) {
        return 0;
      }
      observed[(int) number]++;
    }
    return pValue(observed, IntStream.range(0, size).mapToDouble(probability).toArray());
  }

  /**
   * Tests counts; neighbours are joined until each group is expected often enough. A single group
   * always fits.
   */
  public static double pValue(long[] observed, double[] probability) {
    double sum = Arrays.stream(probability).sum();
    long draws = Arrays.stream(observed).sum();
    double[] expected = new double[observed.length];
    long[] counts = new long[observed.length];
    int groups = 0;
    for (int number = 0; number < observed.length; number++) {
      expected[groups] += probability[number] / sum * draws;
      counts[groups] += observed[number];
      if (expected[groups] >= LEAST_EXPECTED) {
        groups++;
      }
    }
    if (groups < expected.length && groups > 0) {
      expected[groups - 1] += expected[groups];
      counts[groups - 1] += counts[groups];
    }
    if (groups == 1) {
      return 1;
    }
    return new ChiSquareTest()
        .chiSquareTest(Arrays.copyOf(expected, groups), Arrays.copyOf(counts, groups));
  }
}
