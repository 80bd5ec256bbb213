package io.kvbench.core.workload.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ScrambledZipfianTest {
  private static final int ITEMS = 1000;
  private static final int RANKS = 1_000_000;

  @Test
  void givesEveryItemTheRanksThatFallOnIt() {
    double[] probability = probability(Zipfian.THETA);
    assertThat(Fit.pValue(new ScrambledZipfian(ITEMS)::draw, ITEMS, item -> probability[item]))
        .isGreaterThan(Fit.SIGNIFICANCE);
  }

  @Test
  void anotherThetaWouldBeNoticed() {
    double[] probability = probability(0.9);
    assertThat(Fit.pValue(new ScrambledZipfian(ITEMS)::draw, ITEMS, item -> probability[item]))
        .isLessThan(1e-9);
  }

  @Test
  void unscrambledRanksWouldBeNoticed() {
    double[] probability = probability(Zipfian.THETA);
    assertThat(Fit.pValue(Zipfian.over(ITEMS)::draw, ITEMS, item -> probability[item]))
        .isLessThan(1e-9);
  }

  @Test
  void theMostPopularItemGetsTheShareOfTheFirstRank() {
    double[] probability = probability(Zipfian.THETA);
    assertThat(probability[(int) ScrambledZipfian.itemOf(0, ITEMS)])
        .isCloseTo(1 / ScrambledZipfian.ZETA, within(0.002));
  }

  /** The first million ranks are summed exactly; the others are scattered evenly by hashing. */
  private static double[] probability(double theta) {
    GrayZipf ranks = new GrayZipf(ScrambledZipfian.SPACE, theta);
    double[] probability = new double[ITEMS];
    for (int rank = 0; rank < RANKS; rank++) {
      probability[(int) ScrambledZipfian.itemOf(rank, ITEMS)] += ranks.of(rank);
    }
    double others = 1 - ranks.upTo(RANKS - 1);
    for (int item = 0; item < ITEMS; item++) {
      probability[item] += others / ITEMS;
    }
    return probability;
  }
}
