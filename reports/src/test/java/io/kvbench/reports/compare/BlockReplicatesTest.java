package io.kvbench.reports.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.reports.compare.Noise.Judgement;
import io.kvbench.results.figure.Metric;
import io.kvbench.results.figure.MetricLists;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

class BlockReplicatesTest {
  private static final long SECOND = 1_000_000_000L;

  @ParameterizedTest
  @FieldSource("io.kvbench.results.figure.MetricLists#COMPARED")
  void aDifferenceLargerThanTheUpsAndDownsIsOutsideTheNoise(Metric metric) {
    Noise noise = BlockReplicates.difference(run(1, 1_300, 0.05), run(2, 1_000, 0.05), metric);

    assertThat(noise.judgement()).isEqualTo(Judgement.OUTSIDE);
    assertThat(noise.low()).isLessThan(noise.high());
    assertThat(noise.low() > 0).isEqualTo(metric == Metric.THROUGHPUT);
  }

  @Test
  void theIntervalHoldsTheDifferenceThatThereIs() {
    Noise noise =
        BlockReplicates.difference(run(1, 1_300, 0.1), run(2, 1_000, 0.1), Metric.THROUGHPUT);

    assertThat(noise.low()).isBetween(0.1, 0.3);
    assertThat(noise.high()).isBetween(0.3, 0.6);
  }

  @Test
  void aDifferenceSmallerThanTheFluctuationsIsWithinTheNoise() {
    Noise noise =
        BlockReplicates.difference(run(1, 1_010, 0.3), run(2, 1_000, 0.3), Metric.THROUGHPUT);

    assertThat(noise.judgement()).isEqualTo(Judgement.WITHIN);
    assertThat(noise.low()).isNegative();
    assertThat(noise.high()).isPositive();
  }

  @Test
  void mostPairsOfEqualRunsAreWithinTheNoise() {
    int outside = 0;
    for (int pair = 0; pair < 40; pair++) {
      Noise noise =
          BlockReplicates.difference(
              run(2 * pair, 1_000, 0.2), run(2 * pair + 1, 1_000, 0.2), Metric.THROUGHPUT);
      outside += noise.judgement() == Judgement.OUTSIDE ? 1 : 0;
    }
    assertThat(outside).as("of 40, of which 2 are to be expected").isLessThan(9);
  }

  @Test
  void theSameRunsGiveTheSameInterval() {
    assertThat(BlockReplicates.difference(run(1, 900, 0.1), run(2, 1_000, 0.1), Metric.P99))
        .isEqualTo(BlockReplicates.difference(run(1, 900, 0.1), run(2, 1_000, 0.1), Metric.P99));
  }

  @ParameterizedTest
  @CsvSource({
    "P99, 50, 49",
    "P999, 500, 499",
  })
  void aPercentileOfAFewOperationsIsNotCompared(Metric percentile, int enough, int tooFew) {
    assertThat(
            BlockReplicates.difference(run(1, enough, 0), run(2, enough, 0), percentile)
                .judgement())
        .as("ten of 20 times as many lie beyond it")
        .isIn(Judgement.OUTSIDE, Judgement.WITHIN);
    for (Noise noise :
        List.of(
            BlockReplicates.difference(run(1, tooFew, 0), run(2, enough, 0), percentile),
            BlockReplicates.difference(run(1, enough, 0), run(2, tooFew, 0), percentile))) {
      assertThat(noise).isEqualTo(Noise.tooFew());
    }
    for (Metric whole : List.of(Metric.THROUGHPUT, Metric.MEAN)) {
      assertThat(BlockReplicates.difference(run(1, 1, 0), run(2, 1, 0), whole).judgement())
          .isIn(Judgement.OUTSIDE, Judgement.WITHIN);
    }
  }

  @Test
  void withoutBlocksNothingIsKnown() {
    BlockReplicates none = new BlockReplicates(List.of(), 0);

    assertThat(BlockReplicates.difference(none, run(1, 1_000, 0.1), Metric.P50))
        .isEqualTo(Noise.unknown());
  }

  @Test
  void aRunInWhichNothingWasOkIsNoMeasureOfAnother() {
    List<Block> nothing = List.of(new Block(SECOND, 0, TimeHistogram.empty()));
    BlockReplicates none = new BlockReplicates(nothing, 0);

    for (Metric metric : MetricLists.COMPARED) {
      assertThat(BlockReplicates.difference(run(1, 1_000, 0.1), none, metric))
          .isEqualTo(Noise.unknown());
    }
  }

  /** A run whose times are the clients' time over the rate, with some spread between seconds. */
  private static BlockReplicates run(int seed, int perSecond, double spread) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Block> blocks = new ArrayList<>();
    for (int block = 0; block < 20; block++) {
      int count = (int) (perSecond * (1 + spread * (random.nextDouble() * 2 - 1)));
      long[] nanos = new long[count];
      for (int at = 0; at < count; at++) {
        nanos[at] = (long) (100.0 * SECOND / count * (0.9 + 0.2 * random.nextDouble()));
      }
      blocks.add(new Block(SECOND, count, TimeHistogram.ofNanos(nanos)));
    }
    return new BlockReplicates(blocks, seed);
  }
}
