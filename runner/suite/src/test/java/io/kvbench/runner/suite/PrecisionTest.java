package io.kvbench.runner.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrecisionTest {
  @Test
  void aPercentageAndAFractionAreTheSame() {
    assertThat(Precision.parse("ci<2%").share()).isEqualTo(0.02);
    assertThat(Precision.parse("ci < 0.02")).isEqualTo(Precision.parse("ci<2%"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"2%", "ci<0", "ci<", "ci>2%", "ci<200%", "ci<-1%", "p99<2%"})
  void anythingElseIsRefused(String text) {
    assertThatThrownBy(() -> Precision.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void fewerThanSixRunsGiveNoInterval() {
    Precision precision = Precision.parse("ci<2%");

    assertThat(precision.isPossible(1, 5)).isFalse();
    assertThat(precision.isPossible(1, 6)).isTrue();
    assertThat(precision.rule(3, 10).fewestRuns()).isEqualTo(7);
  }
}
