package io.kvbench.results.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.ClientRequests;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SlowestResultTest {
  private static final long SECOND = Measured.SECOND;

  private static ClientRequests client(long requests, double share) {
    return new ClientRequests(requests, (long) (share * 10 * SECOND), Optional.empty());
  }

  /** Four connections of two clients each; those of the second get an answer every four seconds. */
  @Test
  void aStarvedConnectionIsTheSlowest() {
    List<ClientRequests> clients =
        IntStream.range(0, 8).mapToObj(index -> client(index % 4 == 1 ? 2 : 10_000, 0.99)).toList();

    assertThat(SlowestResult.connection(clients, 4, 10 * SECOND))
        .hasValueSatisfying(
            slowest -> {
              assertThat(slowest.name()).isEqualTo("2");
              assertThat(slowest.of()).isEqualTo(4);
              assertThat(slowest.requests()).isEqualTo(4);
              assertThat(slowest.meanNanos()).isEqualTo(4_950_000_000L);
              assertThat(slowest.typicalNanos()).isEqualTo(990_000);
              assertThat(slowest.lostShare()).isBetween(0.98, 0.99);
            });
  }

  /** Its only request was abandoned when the phase ended. */
  @Test
  void aClientWithoutAnyAnswerIsTheSlowest() {
    assertThat(
            SlowestResult.client(
                List.of(client(1_000, 1), client(0, 1), client(1_000, 1)), 10 * SECOND))
        .hasValueSatisfying(
            slowest -> {
              assertThat(slowest.name()).isEqualTo("2");
              assertThat(slowest.lostShare()).isEqualTo(1);
            });
  }

  @Test
  void clientsOfAHealthyStoreLoseLittle() {
    Random random = new Random(1);
    List<ClientRequests> clients =
        IntStream.range(0, 200)
            .mapToObj(index -> client(Math.round(500 * (1 + random.nextGaussian() / 20)), 0.98))
            .toList();

    assertThat(SlowestResult.client(clients, 10 * SECOND).orElseThrow().lostShare())
        .isLessThan(0.2);
    assertThat(SlowestResult.connection(clients, 10, 10 * SECOND).orElseThrow().lostShare())
        .isLessThan(0.05);
  }

  @Test
  void thereIsNoneWithoutOthersToCompareItWith() {
    assertThat(SlowestResult.client(List.of(client(9, 1)), 10 * SECOND)).isEmpty();
    assertThat(SlowestResult.client(List.of(), 10 * SECOND)).isEmpty();
    assertThat(SlowestResult.connection(List.of(client(9, 1), client(9, 1)), 1, SECOND)).isEmpty();
    assertThat(SlowestResult.client(List.of(client(9, 1), client(0, 0)), SECOND)).isEmpty();
  }
}
