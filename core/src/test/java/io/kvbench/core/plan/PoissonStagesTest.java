package io.kvbench.core.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that arrivals are a Poisson process with the rate of the stages. Seeds are fixed, so the
 * outcome is reproducible; a correct process stays within the limits with all but about one seed in
 * ten thousand.
 */
class PoissonStagesTest {
  private static final long SECOND = 1_000_000_000L;
  private static final int SEEDS = 1_000;
  private static final double FAR = 3.9;

  /** Seconds 0 to 2 rise from 0 to 400/s, 2 to 3 have none, 3 to 4 have 200/s. */
  private static final Stages RATES =
      new Stages(Stage.parse("0..400 for 2s, 0 for 1s, 200 for 1s, 0 for 1s"));

  /** The number of arrivals of each second, by seed. */
  private static final List<double[]> COUNTS =
      IntStream.range(0, SEEDS).mapToObj(seed -> counts(new PoissonStages(RATES, seed))).toList();

  private static double[] counts(Arrivals arrivals) {
    return IntStream.range(0, 4).mapToDouble(second -> count(arrivals, second)).toArray();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3})
  void countsOfASecondAreThoseOfAPoissonProcess(int second) {
    double expected = RATES.between(second * SECOND, (second + 1) * SECOND);
    double[] counts = COUNTS.stream().mapToDouble(ofASeed -> ofASeed[second]).toArray();
    double mean = Arrays.stream(counts).average().orElseThrow();
    double variance =
        Arrays.stream(counts).map(count -> (count - mean) * (count - mean)).sum() / (SEEDS - 1);

    assertThat(mean).isCloseTo(expected, within(FAR * Math.sqrt(expected / SEEDS)));
    assertThat(variance / expected).isCloseTo(1, within(FAR * Math.sqrt(2.0 / SEEDS)));
  }

  @Test
  void secondsDoNotDependOnEachOther() {
    double sum = 0;
    for (double[] counts : COUNTS) {
      sum += (counts[0] - 100) / 10 * (counts[1] - 300) / Math.sqrt(300);
    }

    assertThat(sum / SEEDS).isCloseTo(0, within(FAR / Math.sqrt(SEEDS)));
  }

  @Test
  void noneComeInAPauseAndAfterTheEnd() {
    for (int seed = 0; seed < 100; seed++) {
      Arrivals arrivals = new PoissonStages(RATES, seed);

      assertThat(count(arrivals, 2)).isZero();
      assertThat(arrivals.startNanos(1_000)).isEqualTo(Arrivals.NEVER_NANOS);
      assertThat(arrivals.startNanos(Long.MAX_VALUE)).isEqualTo(Arrivals.NEVER_NANOS);
    }
  }

  @Test
  void anyArrivalCanBeAskedForWithoutThoseBefore() {
    Arrivals inOrder = new PoissonStages(RATES, 3);
    long[] starts = IntStream.range(0, 500).mapToLong(inOrder::startNanos).toArray();

    assertThat(starts).isSorted();
    Arrivals backwards = new PoissonStages(RATES, 3);
    for (int index = starts.length - 1; index >= 0; index--) {
      assertThat(backwards.startNanos(index)).isEqualTo(starts[index]);
    }
  }

  @Test
  void ofAConstantRateItIsThePoissonProcessOfThatRate() {
    Arrivals stages = new PoissonStages(new Stages(Stage.parse("1000 for 1s")), 5);
    Arrivals poisson = new PoissonArrivals(1000, 5);

    for (long index : List.of(0L, 1L, 255L, 256L, 1_000_000L, 1L << 40)) {
      assertThat(stages.startNanos(index)).isEqualTo(poisson.startNanos(index));
    }
  }

  @Test
  void theRateThatIsMeantIsThatOfTheStages() {
    Arrivals arrivals = new PoissonStages(RATES, 1);

    assertThat(arrivals.between(0, 2 * SECOND)).isCloseTo(400, within(1e-6));
    assertThat(arrivals.changes()).isEqualTo(RATES.changes());
    assertThat(arrivals).hasToString("Poisson " + RATES);
  }

  private static long count(Arrivals arrivals, int second) {
    return ChangedArrivals.firstFrom(arrivals, (second + 1) * SECOND)
        - ChangedArrivals.firstFrom(arrivals, second * SECOND);
  }
}
