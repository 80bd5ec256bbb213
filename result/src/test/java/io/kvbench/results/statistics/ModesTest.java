package io.kvbench.results.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.kvbench.results.statistics.Simulations.Shape;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of unimodal and bimodal samples. */
class ModesTest {
  /**
   * The quality of 63 departments of statistics, as assessed in 1982: the example of the test's
   * authors. M. G. Scully, "Evaluation of 596 programs in mathematics and physical sciences",
   * Chronicle of Higher Education 25 (1982), 8-10; the dip is the one that R's package diptest
   * computes.
   */
  private static final double[] FACULTIES = {
    30, 33, 35, 36, 37, 37, 39, 39, 39, 39, 39, 40, 40, 40, 40, 41, 42, 43, 43, 43, 44, 44, 45, 45,
    46, 46, 47, 47, 48, 48, 48, 49, 50, 50, 51, 52, 52, 53, 53, 53, 53, 53, 54, 54, 57, 57, 59, 60,
    60, 60, 61, 61, 61, 61, 62, 62, 62, 62, 63, 66, 70, 72, 72
  };

  @Test
  void theDipOfPublishedData() {
    assertThat(Dip.of(FACULTIES)).isCloseTo(0.05952381, within(1e-8));
    assertThat(Dip.pValue(FACULTIES)).isBetween(0.06, 0.11);
  }

  @Test
  void theSmallestAndTheLargestDip() {
    assertThat(Dip.of(1, 2, 3, 4, 5, 6, 7, 8)).isEqualTo(1.0 / 16);
    assertThat(Dip.of(0, 1, 3, 6)).isEqualTo(1.0 / 8);
    assertThat(Dip.of(1, 1, 2, 2)).isEqualTo(1.0 / 4);
    assertThat(Dip.of(5, 5, 5)).isEqualTo(1.0 / 6);
    assertThatIllegalArgumentException().isThrownBy(() -> Dip.of());
  }

  @Test
  void theDipIsTheSameInAMirror() {
    SplittableRandom random = new SplittableRandom(4);
    for (int sample = 0; sample < 200; sample++) {
      double[] values = Shape.LOGNORMAL.sample(random, 5 + sample % 40);
      double[] mirrored = Arrays.stream(values).map(value -> -value).toArray();
      assertThat(Dip.of(values)).isCloseTo(Dip.of(mirrored), within(1e-12));
    }
  }

  @Test
  void twoGroupsOfRunsAreFound() {
    double[] runs = {100, 140, 101, 141, 99, 139, 100.5, 98.5, 140.5, 101.5};
    Modes modes = Modes.significant(runs, 0.05).orElseThrow();

    assertThat(modes.low()).isCloseTo(100.25, within(1e-9));
    assertThat(modes.high()).isCloseTo(140.25, within(1e-9));
    assertThat(modes.lowShare()).isCloseTo(0.6, within(1e-9));
  }

  /** Of all distributions with one mode, the uniform one has the most false alarms. */
  @ParameterizedTest
  @ValueSource(ints = {8, 15, 30})
  void falseAlarmsComeNoMoreOftenThanStated(int count) {
    double[] ofUniform = Dip.ofUniform(count);

    assertThat(
            Simulations.percent(
                1_000,
                random -> Dip.pValue(Dip.of(random.doubles(count).toArray()), ofUniform) <= 0.05))
        .isBetween(3.5, 6.5);
    assertThat(
            Simulations.percent(
                1_000,
                random ->
                    Dip.pValue(Dip.of(Shape.NORMAL.sample(random, count)), ofUniform) <= 0.05))
        .isLessThan(3);
  }
}
