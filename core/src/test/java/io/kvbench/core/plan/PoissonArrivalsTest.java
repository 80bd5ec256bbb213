package io.kvbench.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that the arrivals are a Poisson process. Seeds are fixed, so the outcome is reproducible; a
 * correct process stays within the limits with all but about one seed in ten thousand.
 */
class PoissonArrivalsTest {
  private static final int BLOCK = 256;
  private static final int COUNT = 200_000;
  private static final double PER_SECOND = 1000;

  /** The number of standard deviations that is exceeded by chance once in ten thousand times. */
  private static final double FAR = 3.9;

  @ParameterizedTest
  @CsvSource({"1, 0", "2, 0", "3, 1000000000", "4, 1000000037", "5, 1000000000000"})
  void gapsAreExponential(long seed, long first) {
    double[] gaps = gaps(new PoissonArrivals(PER_SECOND, seed), COUNT, first, 1);

    assertThat(mean(gaps)).isCloseTo(1, within(FAR / Math.sqrt(COUNT)));
    // The fourth central moment of the distribution is 9, so a squared deviation's variance is 8.
    assertThat(variance(gaps)).isCloseTo(1, within(FAR * Math.sqrt(8.0 / COUNT)));
    assertThat(distanceFromExponential(gaps)).isLessThan(2.23 / Math.sqrt(COUNT));
  }

  @Test
  void gapsAreExponentialAcrossTheBordersOfBlocks() {
    double[] gaps = gaps(new PoissonArrivals(PER_SECOND, 6), 20_000, BLOCK - 1, BLOCK);

    assertThat(mean(gaps)).isCloseTo(1, within(FAR / Math.sqrt(gaps.length)));
    assertThat(distanceFromExponential(gaps)).isLessThan(2.23 / Math.sqrt(gaps.length));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, 1024})
  void gapsDoNotDependOnThoseBefore(int lag) {
    double[] gaps = gaps(new PoissonArrivals(PER_SECOND, 7), COUNT, 1_000_000, 1);

    double sum =
        IntStream.range(lag, COUNT).mapToDouble(i -> (gaps[i] - 1) * (gaps[i - lag] - 1)).sum();

    assertThat(sum / (COUNT - lag)).isCloseTo(0, within(FAR / Math.sqrt(COUNT - lag)));
  }

  /**
   * Blocks as wholes: their lengths are gamma distributed, and independent of their neighbours'.
   */
  @Test
  void blocksAreAsLongAsManyGapsAndDoNotDependOnTheirNeighbours() {
    Arrivals arrivals = new PoissonArrivals(PER_SECOND, 8);
    int blocks = 4000;
    double[] lengths = new double[blocks];
    for (int i = 0; i < blocks; i++) {
      long first = 5_000_000L * BLOCK + (long) i * BLOCK - 1;
      lengths[i] = nanos(arrivals, first, first + BLOCK) * PER_SECOND / 1e9 / BLOCK;
    }

    assertThat(mean(lengths)).isCloseTo(1, within(FAR / Math.sqrt(blocks * BLOCK)));
    double variance = variance(lengths) * BLOCK;
    assertThat(variance).isCloseTo(1, within(FAR * Math.sqrt(2.0 / blocks)));
    double neighbours =
        IntStream.range(1, blocks)
            .mapToDouble(i -> (lengths[i] - 1) * (lengths[i - 1] - 1) * BLOCK)
            .average()
            .orElseThrow();
    assertThat(neighbours).isCloseTo(0, within(FAR / Math.sqrt(blocks)));
  }

  /** In windows of equal time the variance of the number of arrivals is its mean. */
  @ParameterizedTest
  @ValueSource(ints = {10, 100, 300, 1000})
  void countsInWindowsAreAsDispersedAsTheyShouldBe(int windowMillis) {
    Arrivals arrivals = new PoissonArrivals(PER_SECOND, 9);
    long windowNanos = windowMillis * 1_000_000L;
    int windows = (int) (arrivals.startNanos(COUNT) / windowNanos);
    double[] counts = new double[windows];
    LongStream.range(0, COUNT)
        .map(index -> arrivals.startNanos(index) / windowNanos)
        .filter(window -> window < windows)
        .forEach(window -> counts[(int) window]++);

    double dispersion = variance(counts) / mean(counts);

    assertThat(dispersion).isCloseTo(1, within(FAR * Math.sqrt(2.0 / windows)));
    double neighbours =
        IntStream.range(1, windows)
            .mapToDouble(i -> (counts[i] - windowMillis) * (counts[i - 1] - windowMillis))
            .average()
            .orElseThrow();
    assertThat(neighbours / windowMillis).isCloseTo(0, within(FAR / Math.sqrt(windows)));
  }

  @ParameterizedTest
  @ValueSource(longs = {255, 256, 300, 511, 512, 1000, 100_000, 1_000_000_000, 1L << 40})
  void arrivalsAreAsFarFromTheirMeanAsTheyShouldBe(long index) {
    int seeds = 1000;
    double[] deviations =
        IntStream.range(0, seeds)
            .mapToDouble(
                seed ->
                    (new PoissonArrivals(PER_SECOND, seed).startNanos(index) / 1e9 * PER_SECOND
                            - (index + 1))
                        / Math.sqrt(index + 1))
            .toArray();

    assertThat(mean(deviations)).isCloseTo(0, within(FAR / Math.sqrt(seeds)));
    assertThat(variance(deviations)).isCloseTo(1, within(FAR * Math.sqrt(2.0 / seeds)));
  }

  @Test
  void doesNotDriftOverABillionArrivals() {
    double expected = 1e9 / PER_SECOND;

    assertThat(new PoissonArrivals(PER_SECOND, 1).startNanos(1_000_000_000L) / 1e9)
        .isCloseTo(expected, within(FAR * Math.sqrt(1e9) / PER_SECOND));
  }

  @Test
  void theSameSeedIsTheSameProcessAndAnotherIsAnother() {
    long[] one = times(new PoissonArrivals(PER_SECOND, 1));

    assertThat(times(new PoissonArrivals(PER_SECOND, 1))).isEqualTo(one);
    long[] other = times(new PoissonArrivals(PER_SECOND, 2));
    assertThat(IntStream.range(0, one.length).filter(i -> one[i] == other[i]).count()).isZero();
  }

  /** These numbers must not change: a run must be reproducible with another version. */
  @Test
  void staysTheSameProcess() {
    Arrivals arrivals = new PoissonArrivals(PER_SECOND, 1);

    assertThat(
            LongStream.of(0, 1, 255, 256, 1_000_000_007, 1_000_000_000_000L)
                .map(arrivals::startNanos))
        .containsExactly(
            4_461_551L,
            7_805_180L,
            264_819_672L,
            265_119_950L,
            1_000_035_510_910_605L,
            999_999_204_793_965_227L);
  }

  @Test
  void anotherRateIsTheSameProcessAtAnotherSpeed() {
    long[] slow = times(new PoissonArrivals(100, 1));
    long[] fast = times(new PoissonArrivals(1000, 1));

    for (int i = 0; i < slow.length; i++) {
      assertThat(slow[i]).isCloseTo(10 * fast[i], Offset.offset(1000L));
    }
  }

  @Test
  void threadsThatAskAtTheSameTimeGetTheSame() throws Exception {
    long[] alone = times(new PoissonArrivals(PER_SECOND, 1));
    Arrivals shared = new PoissonArrivals(PER_SECOND, 1);
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      List<Callable<long[]>> tasks = Stream.generate(() -> task(shared)).limit(8).toList();
      for (Future<long[]> times : threads.invokeAll(tasks)) {
        assertThat(times.get()).isEqualTo(alone);
      }
    }
  }

  private static Callable<long[]> task(Arrivals arrivals) {
    return () -> times(arrivals);
  }

  private static long[] times(Arrivals arrivals) {
    return LongStream.range(0, 20_000).map(arrivals::startNanos).toArray();
  }

  /**
   * Returns the gaps between neighbours, the later of which is every {@code step}-th, as multiples
   * of their mean.
   */
  private static double[] gaps(Arrivals arrivals, int count, long first, int step) {
    return LongStream.range(0, count)
        .map(i -> first + i * step)
        .mapToDouble(index -> nanos(arrivals, index, index + 1) * PER_SECOND / 1e9)
        .toArray();
  }

  private static double nanos(Arrivals arrivals, long from, long to) {
    return arrivals.startNanos(to) - arrivals.startNanos(from);
  }

  private static double mean(double[] numbers) {
    return Arrays.stream(numbers).average().orElseThrow();
  }

  private static double variance(double[] numbers) {
    double mean = mean(numbers);
    return Arrays.stream(numbers).map(x -> (x - mean) * (x - mean)).average().orElseThrow();
  }

  /** Kolmogorov and Smirnov's statistic: more than 2.23 / sqrt(n) in one of ten thousand cases. */
  private static double distanceFromExponential(double[] numbers) {
    double[] sorted = Arrays.stream(numbers).sorted().toArray();
    return IntStream.range(0, sorted.length)
        .mapToDouble(
            i -> {
              double expected = -Math.expm1(-sorted[i]);
              return Math.max(
                  (i + 1.0) / sorted.length - expected, expected - (double) i / sorted.length);
            })
        .max()
        .orElseThrow();
  }

  private static Offset<Double> within(double offset) {
    return Offset.offset(offset);
  }
}
