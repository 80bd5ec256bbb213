package io.kvbench.core.workload.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ZetaTest {

  @ParameterizedTest
  @CsvSource({
    "1, 0.99",
    "2, 0.99",
    "10000, 0.99",
    "10001, 0.99",
    "10101, 0.5",
    "3000000, 0.99",
    "3000000, 0.5"
  })
  void isTheSumOfItsTerms(long items, double theta) {
    assertThat(Zeta.of(items, theta)).isCloseTo(exact(items, theta), within(1e-11));
  }

  @Test
  void agreesWithTheConstantThatYcsbComputedTermByTerm() {
    assertThat(Zeta.of(ScrambledZipfian.SPACE, Zipfian.THETA))
        .isCloseTo(ScrambledZipfian.ZETA, within(1e-6));
  }

  @Test
  void ofSmallThetaIsNearTheNumberOfItems() {
    assertThat(Zeta.of(1_000_000_000L, 1e-12)).isCloseTo(1e9, within(1.0));
  }

  @Test
  void growsByTheTermsBetween() {
    double grown = Zeta.of(5, 0.99);
    for (long items = 5; items < 20_000; items += 3) {
      grown += Zeta.between(items, items + 3, 0.99);
    }
    assertThat(grown).isCloseTo(Zeta.of(20_000, 0.99), within(1e-10));
    assertThat(Zeta.between(70, 70, 0.99)).isZero();
  }

  /** Adds up with Kahan's compensation, so that rounding does not grow with the number of terms. */
  private static double exact(long items, double theta) {
    double sum = 0;
    double lost = 0;
    for (long item = items; item >= 1; item--) {
      double term = Math.pow(item, -theta) - lost;
      double next = sum + term;
      lost = (next - sum) - term;
      sum = next;
    }
    return sum;
  }
}
