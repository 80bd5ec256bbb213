package io.kvbench.core.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ArrivalsTest {

  @Test
  void aConstantRateIsEvenlySpaced() {
    Arrivals arrivals = new Arrivals.ConstantRate(1000);

    assertThat(arrivals.startNanos(0)).isZero();
    assertThat(arrivals.startNanos(1)).isEqualTo(1_000_000);
    assertThat(arrivals.startNanos(1500)).isEqualTo(1_500_000_000L);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 7, 999, 1000, 33_333.3, 1_000_000})
  void doesNotDriftOverABillionArrivals(double perSecond) {
    Arrivals arrivals = new Arrivals.ConstantRate(perSecond);

    double exact = 1_000_000_000L / perSecond * 1e9;
    assertThat((double) arrivals.startNanos(1_000_000_000L))
        .isBetween(exact * (1 - 1e-12) - 2, exact * (1 + 1e-12) + 2);
  }

  @Test
  void neverGoesBack() {
    Arrivals arrivals = new Arrivals.ConstantRate(777.7);

    for (long index = 0; index < 100_000; index++) {
      assertThat(arrivals.startNanos(index + 1)).isGreaterThanOrEqualTo(arrivals.startNanos(index));
    }
  }

  @Test
  void whatIsCenturiesAwayStaysThere() {
    assertThat(new Arrivals.ConstantRate(0.0001).startNanos(1_000_000_000L))
        .isEqualTo(Arrivals.NEVER_NANOS);
  }

  @Test
  void refusesARateOfNothing() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Arrivals.ConstantRate(0));
    assertThatIllegalArgumentException().isThrownBy(() -> new Arrivals.ConstantRate(Double.NaN));
  }
}
