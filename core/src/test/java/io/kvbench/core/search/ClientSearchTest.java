package io.kvbench.core.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.OptionalInt;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of searches against stores with a rate per client, up to a capacity. */
final class ClientSearchTest {
  private static Bounds search(ClientSearch search, IntToDoubleFunction store) {
    int probes = 0;
    for (OptionalInt clients = search.next(); clients.isPresent(); clients = search.next()) {
      search.add(clients.getAsInt(), store.applyAsDouble(clients.getAsInt()));
      assertThat(++probes).as("the search ends").isLessThan(200);
    }
    return search.bounds();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 7, 20, 33, 100, 500})
  void theSmallestNumberThatSaturatesIsInTheInterval(int enough) {
    Random noise = new Random(7);
    Bounds bounds =
        search(
            new ClientSearch(1000, 0.05, 0.1, 3),
            clients ->
                Math.min(1, clients / (enough / 0.95)) * 1000 * (1 + 0.005 * noise.nextGaussian()));

    assertThat(bounds.low().orElseThrow()).isLessThanOrEqualTo(enough * 1.02);
    assertThat(bounds.high().orElseThrow()).isGreaterThanOrEqualTo(enough * 0.98);
    assertThat(bounds.high().orElseThrow() - bounds.low().orElseThrow())
        .isLessThanOrEqualTo(Math.max(1, 0.1 * bounds.low().orElseThrow()));
  }

  @Test
  void aSingleClientMayBeEnough() {
    Bounds bounds = search(new ClientSearch(1000, 0.05, 0.1, 1), clients -> 1000);

    assertThat(bounds.low()).isEmpty();
    assertThat(bounds.high()).hasValue(1);
  }

  @Test
  void noNumberSaturatesWhereThroughputGrowsToTheLargest() {
    Bounds bounds = search(new ClientSearch(48, 0.05, 0.1, 1), clients -> clients);

    assertThat(bounds.low().orElseThrow()).isBetween(40.0, 48.0);
    assertThat(bounds.high()).isEmpty();
  }

  @Test
  void noNumberSaturatesAStoreThatAnswersNothing() {
    assertThat(search(new ClientSearch(48, 0.05, 0.1, 1), clients -> 0)).isEqualTo(Bounds.UNKNOWN);
  }

  @Test
  void refusesWhatCannotBeSearched() {
    assertThatThrownBy(() -> new ClientSearch(0, 0.05, 0.1, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ClientSearch(1, 0, 0.1, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
