package io.kvbench.core.workload.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ZipfianTest {
  private static final double THETA = Zipfian.THETA;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 10, 1000, 20_000})
  void drawsAsGrayDescribes(int items) {
    assertThat(Fit.pValue(Zipfian.over(items)::draw, items, new GrayZipf(items, THETA)::of))
        .isGreaterThan(Fit.SIGNIFICANCE);
  }

  @Test
  void stillDrawsAsGrayDescribesAfterGrowing() {
    Zipfian grown = Zipfian.over(10);
    for (int items = 11; items <= 1000; items++) {
      grown = grown.grownTo(items);
    }
    assertThat(grown.items()).isEqualTo(1000);
    assertThat(Fit.pValue(grown::draw, 1000, new GrayZipf(1000, THETA)::of))
        .isGreaterThan(Fit.SIGNIFICANCE);
  }

  @Test
  void anotherThetaWouldBeNoticed() {
    Zipfian other = new Zipfian(1000, 0.9, Zeta.of(1000, 0.9));
    assertThat(Fit.pValue(other::draw, 1000, new GrayZipf(1000, THETA)::of)).isLessThan(1e-9);
  }

  @Test
  void anotherNumberOfItemsWouldBeNoticed() {
    assertThat(Fit.pValue(Zipfian.over(900)::draw, 1000, new GrayZipf(1000, THETA)::of))
        .isLessThan(1e-9);
  }

  /** The approximation stays close to Zipf's law. */
  @ParameterizedTest
  @ValueSource(ints = {3, 10, 1000, 100_000})
  void isNearZipfsLaw(int items) {
    double zeta = Zeta.of(items, THETA);
    GrayZipf gray = new GrayZipf(items, THETA);
    double law = 0;
    double most = 0;
    for (int rank = 0; rank < items; rank++) {
      law += Math.pow(rank + 1, -THETA) / zeta;
      most = Math.max(most, Math.abs(law - gray.upTo(rank)));
    }
    assertThat(most).isLessThan(0.02);
  }

  @Test
  void staysWithinAVeryLargeSpace() {
    Zipfian zipfian = Zipfian.over(1_000_000_000_000L);
    SplittableRandom random = new SplittableRandom(1);
    long largest = 0;
    for (int draw = 0; draw < 100_000; draw++) {
      largest = Math.max(largest, zipfian.draw(random));
    }
    assertThat(largest).isBetween(100_000_000_000L, 999_999_999_999L);
  }

  @Test
  void betweenTwoNumbersBothAreReachedAndTheSmallestIsTheMostFrequent() {
    assertThat(Fit.pValue(r -> Zipfian.between(5, 24).draw(r) - 5, 20, new GrayZipf(20, THETA)::of))
        .isGreaterThan(Fit.SIGNIFICANCE);
  }
}
