package io.kvbench.results.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kvbench.results.statistics.Simulations.Shape;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of trends over runs. */
class TrendTest {
  /** A single one of 120 orders, and its reverse. */
  @Test
  void fiveValuesInOrder() {
    Trend trend = Trend.of(new double[] {10, 12, 14, 16, 18}, 0.95).orElseThrow();

    assertThat(trend.tau()).isEqualTo(1);
    assertThat(trend.pValue()).isCloseTo(2.0 / 120, within(1e-12));
    assertThat(trend.slope().estimate()).isEqualTo(2);
  }

  /** Of 24 orders, 1 has no inversion, 3 have one, 5 two, 6 three; of 120: 1, 4, 9, 15, 20, 22. */
  @Test
  void theNumberOfInversions() {
    assertThat(RankCounts.inversions(4)[2]).isCloseTo(5.0 / 24, within(1e-12));
    assertThat(RankCounts.inversions(5)[5]).isCloseTo(22.0 / 120, within(1e-12));
    assertThat(Arrays.stream(RankCounts.inversions(60)).sum()).isCloseTo(1, within(1e-9));
  }

  @Test
  void fewValuesHaveNone() {
    assertThat(Trend.of(new double[] {1, 2, 3, 4}, 0.95)).isEmpty();
  }

  @Test
  void equalValuesHaveNone() {
    Trend trend = Trend.of(new double[] {3, 3, 3, 3, 3, 3}, 0.95).orElseThrow();

    assertThat(trend.tau()).isZero();
    assertThat(trend.pValue()).isEqualTo(1);
  }

  /** With ties, the normal approximation; the exact value of untied ones is close to it. */
  @Test
  void tiesAreAllowedFor() {
    double[] untied = {1, 3, 2, 5, 4, 6, 8, 7, 10, 9, 12, 11};
    double[] tied = untied.clone();
    tied[1] = 2;
    double exact = Trend.of(untied, 0.95).orElseThrow().pValue();

    assertThat(Trend.of(tied, 0.95).orElseThrow().pValue()).isCloseTo(exact, within(1e-3));
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 20, 40})
  void falseAlarmsComeAsOftenAsStated(int count) {
    assertThat(
            Simulations.percent(
                2_000,
                random ->
                    Trend.of(Shape.LOGNORMAL.sample(random, count), 0.95).orElseThrow().pValue()
                        <= 0.05))
        .isBetween(3.0, 6.0);
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 25})
  void theSlopeIsInItsIntervalAsOftenAsStated(int count) {
    assertThat(
            Simulations.percent(
                2_000,
                random -> {
                  double[] values = Shape.NORMAL.sample(random, count);
                  for (int index = 0; index < count; index++) {
                    values[index] += 2 * index;
                  }
                  return Trend.of(values, 0.95).orElseThrow().slope().contains(2);
                }))
        .isBetween(93.0, 97.0);
  }
}
