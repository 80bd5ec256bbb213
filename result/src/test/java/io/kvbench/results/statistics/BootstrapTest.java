package io.kvbench.results.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of intervals of the mean of a series of seconds, over blocks of them. */
class BootstrapTest {
  @Test
  void eachDrawHasAsManyUnitsAsThereAre() {
    int[] draws = {0};
    Bootstrap.draw(
        7,
        1,
        times -> {
          assertThat(times).hasSize(7);
          assertThat(Arrays.stream(times).sum()).isEqualTo(7);
          draws[0]++;
        });

    assertThat(draws[0]).isEqualTo(Bootstrap.REPLICATES);
  }

  @Test
  void theSeedDecides() {
    SplittableRandom random = new SplittableRandom(1);
    double[] series = Simulations.autocorrelated(random, 60, 0.3);

    assertThat(interval(series, 1)).isEqualTo(interval(series, 1));
    assertThat(interval(series, 1)).isNotEqualTo(interval(series, 2));
  }

  @Test
  void oneUnitTellsNothing() {
    ConfidenceInterval interval = Bootstrap.interval(5, new double[] {5, 5, 5}, 1, 0.95);

    assertThat(interval.level()).isZero();
    assertThat(interval.low()).isEqualTo(5);
    assertThat(interval.high()).isEqualTo(5);
  }

  /** The correlation is that of neighbouring seconds; the skewed series is lognormal. */
  @ParameterizedTest
  @CsvSource({
    "60, 0, false",
    "120, 0.3, false",
    "120, 0.5, false",
    "300, 0.5, false",
    "600, 0.7, false",
    "120, 0, true",
    "300, 0.3, true",
    "600, 0.5, true"
  })
  void intervalsOverBlocksContainTheMeanAsOftenAsStated(
      int seconds, double correlation, boolean skewed) {
    double mean = skewed ? Math.exp(0.32) : 100;
    assertThat(
            Simulations.percent(
                1_000,
                random -> {
                  double[] series = Simulations.autocorrelated(random, seconds, correlation);
                  for (int second = 0; second < seconds; second++) {
                    series[second] =
                        skewed ? Math.exp(0.8 * series[second]) : 100 + 10 * series[second];
                  }
                  return interval(series, random.nextLong()).contains(mean);
                }))
        .isBetween(93.0, 97.0);
  }

  @Test
  void correlatedSecondsMakeFewerBlocks() {
    SplittableRandom random = new SplittableRandom(1);
    double independent = 0;
    double correlated = 0;
    for (int series = 0; series < 100; series++) {
      independent += BlockCount.of(Simulations.autocorrelated(random, 100, 0)) / 100.0;
      correlated += BlockCount.of(Simulations.autocorrelated(random, 100, 0.8)) / 100.0;
    }

    assertThat(independent).isBetween(12.0, 20.0);
    assertThat(correlated).isBetween(6.0, 8.5);
  }

  @Test
  void blocksCoverTheSeriesInItsOrder() {
    assertThat(BlockCount.of(1, 2, 3)).isEqualTo(3);
    assertThat(BlockCount.of(new double[50])).isEqualTo(BlockCount.MOST);
    int[] sizes = new int[7];
    for (int index = 0; index < 24; index++) {
      sizes[BlockCount.blockOf(index, 24, 7)]++;
    }
    assertThat(sizes).containsOnly(3, 4);
    assertThat((double) BlockCount.blockOf(23, 24, 7)).isEqualTo(6, within(0.0));
  }

  private static ConfidenceInterval interval(double[] series, long seed) {
    int blocks = BlockCount.of(series);
    double[] sums = new double[blocks];
    int[] counts = new int[blocks];
    for (int index = 0; index < series.length; index++) {
      int block = BlockCount.blockOf(index, series.length, blocks);
      sums[block] += series[index];
      counts[block]++;
    }
    double[] replicates = new double[Bootstrap.REPLICATES];
    int[] filled = {0};
    Bootstrap.draw(blocks, seed, times -> replicates[filled[0]++] = mean(sums, counts, times));
    int[] once = new int[blocks];
    Arrays.fill(once, 1);
    return Bootstrap.interval(
        mean(sums, counts, once), replicates, blocks, ConfidenceInterval.USUAL);
  }

  private static double mean(double[] sums, int[] counts, int[] times) {
    double sum = 0;
    double count = 0;
    for (int block = 0; block < times.length; block++) {
      sum += times[block] * sums[block];
      count += times[block] * counts[block];
    }
    return sum / count;
  }
}
