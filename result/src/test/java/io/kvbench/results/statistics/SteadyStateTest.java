package io.kvbench.results.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the end of the warm-up. */
class SteadyStateTest {
  @Test
  void aSeriesThatIsSteadyFromTheBeginningLosesNothing() {
    assertThat(SteadyState.of(new double[100])).isEqualTo(new SteadyState(0, true));
    assertThat(SteadyState.of()).isEqualTo(new SteadyState(0, true));
  }

  @ParameterizedTest
  @CsvSource({"100, 20", "300, 60", "600, 35"})
  void aWarmUpIsFoundToAFewBatches(int count, int warmUp) {
    assertThat(
            Simulations.percent(
                200,
                random -> {
                  SteadyState state = SteadyState.of(warming(random, count, warmUp));
                  return state.isReached()
                      && state.start() >= warmUp - SteadyState.BATCH
                      && state.start() <= warmUp + count / 10;
                }))
        .isGreaterThan(80);
  }

  @Test
  void aSeriesThatRisesToItsEndIsNotSteady() {
    double[] rising = new double[100];
    for (int index = 0; index < rising.length; index++) {
      rising[index] = index;
    }

    assertThat(SteadyState.of(rising)).isEqualTo(new SteadyState(50, false));
  }

  @Test
  void shortSeriesHaveSmallerBatches() {
    double[] series = {1, 1, 9, 9, 9, 9, 9, 9, 9, 9};

    assertThat(SteadyState.of(series)).isEqualTo(new SteadyState(2, true));
  }

  private static double[] warming(SplittableRandom random, int count, int warmUp) {
    double[] series = Simulations.autocorrelated(random, count, 0.3);
    for (int index = 0; index < count; index++) {
      series[index] = 100 + 5 * series[index] - (index < warmUp ? 30 : 0);
    }
    return series;
  }
}
