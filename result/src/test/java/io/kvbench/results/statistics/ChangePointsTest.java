package io.kvbench.results.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.kvbench.results.statistics.ChangePoints.ChangePoint;
import io.kvbench.results.statistics.Simulations.Shape;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests with published series, series with known changes, and series without any. */
class ChangePointsTest {
  /**
   * The yearly flow of the Nile at Aswan from 1871 to 1970, in 10^8 cubic metres. G. W. Cobb, "The
   * problem of the Nile: Conditional solution to a changepoint problem", Biometrika 65 (1978),
   * 243-251, finds the change between 1898 and 1899.
   */
  private static final double[] NILE = {
    1120, 1160, 963, 1210, 1160, 1160, 813, 1230, 1370, 1140, 995, 935, 1110, 994, 1020, 960, 1180,
    799, 958, 1140, 1100, 1210, 1150, 1250, 1260, 1220, 1030, 1100, 774, 840, 874, 694, 940, 833,
    701, 916, 692, 1020, 1050, 969, 831, 726, 456, 824, 702, 1120, 1100, 832, 764, 821, 768, 845,
    864, 862, 698, 845, 744, 796, 1040, 759, 781, 865, 845, 944, 984, 897, 822, 1010, 771, 676, 649,
    846, 812, 742, 801, 1040, 860, 874, 848, 890, 744, 749, 838, 1050, 918, 986, 797, 923, 975, 815,
    1020, 906, 901, 1170, 912, 746, 919, 718, 714, 740
  };

  /**
   * Explosions with ten or more deaths in British coal mines, by year from 1851 to 1962. R. G.
   * Jarrett, "A note on the intervals between coal-mining disasters", Biometrika 66 (1979),
   * 191-193. A. E. Raftery and V. E. Akman, "Bayesian analysis of a Poisson process with a
   * change-point", Biometrika 73 (1986), 85-89, find the change between 1887 and 1895.
   */
  private static final double[] DISASTERS = {
    4, 5, 4, 1, 0, 4, 3, 4, 0, 6, 3, 3, 4, 0, 2, 6, 3, 3, 5, 4, 5, 3, 1, 4, 4, 1, 5, 5, 3, 4, 2, 5,
    2, 2, 3, 4, 2, 1, 3, 2, 2, 1, 1, 1, 1, 3, 0, 0, 1, 0, 1, 1, 0, 0, 3, 1, 0, 3, 2, 2, 0, 1, 1, 1,
    0, 1, 0, 1, 0, 0, 0, 2, 1, 0, 0, 0, 1, 1, 0, 2, 3, 3, 1, 1, 2, 1, 1, 1, 1, 2, 4, 2, 0, 0, 0, 1,
    4, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1
  };

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5, 10})
  void theNileSince1899(int leastSegment) {
    assertThat(ChangePoints.of(NILE, leastSegment, 0.05, 1))
        .extracting(change -> 1871 + change.index())
        .containsExactly(1899);
  }

  @Test
  void coalMinesAroundThe1890s() {
    List<ChangePoint> changes = ChangePoints.of(DISASTERS, 3, 0.05, 1);

    assertThat(changes).hasSize(1);
    assertThat(1851 + changes.getFirst().index() - 1).isBetween(1887, 1895);
    assertThat(changes.getFirst().pValue()).isLessThan(0.01);
  }

  @Test
  void severalChangesAreFound() {
    SplittableRandom random = new SplittableRandom(6);
    double[] series = Shape.NORMAL.sample(random, 60);
    for (int index = 0; index < series.length; index++) {
      series[index] += index < 20 ? 0 : index < 40 ? 30 : 15;
    }

    assertThat(ChangePoints.of(series, 3, 0.05, 1))
        .extracting(ChangePoint::index)
        .containsExactly(20, 40);
  }

  /** A regression after a merge: only the last three runs are slower. */
  @Test
  void aChangeBeforeTheLastThreeValuesIsFound() {
    SplittableRandom random = new SplittableRandom(6);
    double[] series = Shape.NORMAL.sample(random, 20);
    for (int index = 17; index < 20; index++) {
      series[index] -= 30;
    }

    assertThat(ChangePoints.of(series, 3, 0.05, 1))
        .extracting(ChangePoint::index)
        .containsExactly(17);
  }

  /** The mean is the same all the time, but the spread is not. */
  @Test
  void aChangeOfTheSpreadIsFound() {
    SplittableRandom random = new SplittableRandom(6);
    double[] series = Shape.NORMAL.sample(random, 120);
    for (int index = 60; index < series.length; index++) {
      series[index] = 100 + 8 * (series[index] - 100);
    }

    List<ChangePoint> changes = ChangePoints.of(series, 5, 0.05, 1);

    assertThat(changes).isNotEmpty();
    assertThat(changes).anySatisfy(change -> assertThat(change.index()).isBetween(50, 70));
  }

  @ParameterizedTest
  @EnumSource
  void falseAlarmsComeAsOftenAsStated(Shape shape) {
    assertThat(
            Simulations.percent(
                500,
                random ->
                    !ChangePoints.of(shape.sample(random, 20), 3, 0.05, random.nextLong())
                        .isEmpty()))
        .isBetween(3.0, 7.0);
  }

  @Test
  void fewValuesOrEqualOnesHaveNoChange() {
    assertThat(ChangePoints.of(new double[] {1, 2, 3}, 2, 0.05, 1)).isEmpty();
    assertThat(ChangePoints.of(new double[40], 3, 0.05, 1)).isEmpty();
    assertThat(ChangePoints.of(new double[0], 3, 0.05, 1)).isEmpty();
    assertThatIllegalArgumentException().isThrownBy(() -> ChangePoints.of(NILE, 1, 0.05, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> ChangePoints.of(NILE, 3, 0, 1));
  }

  @Test
  void equalSeedsGiveEqualResults() {
    assertThat(ChangePoints.of(NILE, 3, 0.05, 7)).isEqualTo(ChangePoints.of(NILE, 3, 0.05, 7));
  }
}
