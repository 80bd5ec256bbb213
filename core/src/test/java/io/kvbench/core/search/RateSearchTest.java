package io.kvbench.core.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.DoublePredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of searches against stores with a known knee, with fixed seeds. */
final class RateSearchTest {
  private static final int SIMULATIONS = 300;
  private static final int MOST_PROBES = 400;

  /** A completed search. */
  private record Ended(Bounds bounds, int probes) {
    boolean covers(double knee) {
      return bounds.low().orElse(Double.NaN) <= knee && knee <= bounds.high().orElse(Double.NaN);
    }
  }

  private static Ended search(RateSearch search, DoublePredicate store) {
    int probes = 0;
    for (OptionalDouble rate = search.next(); rate.isPresent(); rate = search.next()) {
      search.add(rate.getAsDouble(), store.test(rate.getAsDouble()));
      assertThat(++probes).as("the search ends").isLessThan(MOST_PROBES);
    }
    return new Ended(search.bounds(), probes);
  }

  /** Returns a knee from half to twice the first rate. */
  private static double knee(Random random) {
    return 1000 * Math.pow(2, random.nextDouble() * 2 - 1);
  }

  @ParameterizedTest(name = "noise {0}, {1} of the probes fail at any rate")
  @CsvSource({"0,0,25", "0,0.05,25", "0.01,0,40", "0.03,0.02,80", "0.05,0,120"})
  void theKneeIsInTheIntervalAsOftenAsStated(double noise, double falseFailures, int medianProbes) {
    Random random = new Random(20_131_107);
    int covered = 0;
    List<Integer> probes = new ArrayList<>();
    for (int simulation = 0; simulation < SIMULATIONS; simulation++) {
      double knee = knee(random);
      Ended ended =
          search(
              new RateSearch(1000, 1, 1e6, 0.05, 0.95),
              rate ->
                  random.nextDouble() >= falseFailures
                      && Math.log(rate / knee) <= noise * random.nextGaussian());
      covered += ended.covers(knee) ? 1 : 0;
      probes.add(ended.probes());
      assertThat(ended.bounds().isWithin(0.05)).isTrue();
    }
    probes.sort(null);
    assertThat(covered).isGreaterThanOrEqualTo(SIMULATIONS * 95 / 100);
    assertThat(probes.get(SIMULATIONS / 2))
        .as("median number of probes")
        .isLessThanOrEqualTo(medianProbes);
  }

  @Test
  void refusesWhatCannotBeSearched() {
    assertThatThrownBy(() -> new RateSearch(1, 2, 3, 0.1, 0.9))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new RateSearch(1, 1, 1, 0, 0.9))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new RateSearch(1, 1, 1, 0.1, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aStoreThatPassesNothingHasNoLowerEnd() {
    Ended ended = search(new RateSearch(100, 1, 1e6, 0.05, 0.95), rate -> false);

    assertThat(ended.bounds().low()).isEmpty();
    assertThat(ended.bounds().high()).hasValue(1);
  }

  @Test
  void aStoreThatPassesEverythingHasNoUpperEnd() {
    Ended ended = search(new RateSearch(100, 1, 1000, 0.05, 0.95), rate -> true);

    assertThat(ended.bounds().low()).hasValue(1000);
    assertThat(ended.bounds().high()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"7", "777", "90000"})
  void aKneeFarFromTheFirstRateIsFound(double knee) {
    Ended ended = search(new RateSearch(100, 1, 1e6, 0.02, 0.95), rate -> rate <= knee);

    assertThat(ended.covers(knee)).isTrue();
    assertThat(ended.bounds().isWithin(0.02)).isTrue();
  }

  @Test
  void aFirstProbeThatFailedByAccidentIsOvercome() {
    int[] count = {0};
    Ended ended =
        search(new RateSearch(1000, 1, 1e6, 0.05, 0.95), rate -> count[0]++ > 0 && rate <= 1500);

    assertThat(ended.covers(1500)).isTrue();
  }
}
