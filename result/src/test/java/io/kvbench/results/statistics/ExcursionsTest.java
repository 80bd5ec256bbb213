package io.kvbench.results.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kvbench.results.statistics.Simulations.Shape;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of values that rise above the noise around them. */
class ExcursionsTest {
  private static final long SEED = 20_261_127;

  @Test
  void valuesFarAboveTheOthersAreFoundAndThoseBelowAreNot() {
    double[] values = noise(120);
    values[20] += 12;
    values[21] += 30;
    values[70] -= 30;

    assertThat(found(values, 0)).containsExactly(20, 21);
  }

  @Test
  void whatIsLessThanTheLeastIsNone() {
    double[] values = noise(120);
    values[20] += 12;
    values[70] += 30;

    assertThat(found(values, 20)).containsExactly(70);
  }

  /** The level rises by ten times the noise meanwhile. */
  @Test
  void aDriftIsNoneAndHidesNone() {
    double[] values = noise(300);
    for (int index = 0; index < values.length; index++) {
      values[index] += index / 30.0;
    }
    values[150] += 15;

    assertThat(found(values, 0)).containsExactly(150);
  }

  @Test
  void aThirdOfTheValuesMayBeExcursions() {
    double[] values = noise(300);
    int[] spikes = IntStream.range(0, 300).filter(index -> index % 10 < 3).toArray();
    Arrays.stream(spikes).forEach(index -> values[index] += 60);

    assertThat(found(values, 0)).containsAll(Arrays.stream(spikes).boxed().toList());
  }

  @Test
  void unknownValuesAreNoneAndDoNotCount() {
    double[] values = noise(60);
    values[10] = Double.NaN;
    values[40] += 30;

    Excursions excursions = Excursions.above(values, 0, 0.01);

    assertThat(excursions.isBeyond(10)).isFalse();
    assertThat(excursions.isBeyond(40)).isTrue();
    assertThat(excursions.usual(40)).isCloseTo(0, within(1.5));
  }

  @Test
  void withFewValuesNothingIsTold() {
    double[] values = noise(Excursions.FEWEST - 1);
    values[10] += 1_000;

    assertThat(found(values, 0)).isEmpty();
    assertThat(Excursions.above(values, 0, 0.01).limit()).isInfinite();
    assertThat(found(new double[0], 0)).isEmpty();
  }

  /** A counter that stands still, as steal does: any growth of the least or more is one. */
  @Test
  void withoutNoiseTheLeastDecides() {
    double[] values = new double[60];
    values[30] = 6;
    values[31] = 4;

    assertThat(found(values, 5)).containsExactly(30);
  }

  @ParameterizedTest
  @ValueSource(ints = {30, 60, 120, 600})
  void falseAlarmsComeAsOftenAsStated(int count) {
    assertThat(
            Simulations.percent(
                1_000,
                random -> {
                  double[] values = Shape.NORMAL.sample(random, count);
                  return !indices(Excursions.above(values, 0, 0.05), count).isEmpty();
                }))
        .isBetween(2.5, 8.5);
  }

  private static double[] noise(int count) {
    SplittableRandom random = new SplittableRandom(SEED);
    return IntStream.range(0, count).mapToDouble(index -> random.nextGaussian()).toArray();
  }

  private static List<Integer> found(double[] values, double least) {
    return indices(Excursions.above(values, least, 0.01), values.length);
  }

  private static List<Integer> indices(Excursions excursions, int count) {
    return IntStream.range(0, count).filter(excursions::isBeyond).boxed().toList();
  }
}
