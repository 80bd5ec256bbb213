package io.kvbench.results.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.measure.ClientRequests;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BusiestResultTest {
  private static ClientRequests on(String server, long requests) {
    return new ClientRequests(requests, requests, Optional.of(server));
  }

  /** Three clients on two connections: the first has two of them, and so twice the requests. */
  @Test
  void aConnectionHasTheShareOfItsClients() {
    List<ClientRequests> even = List.of(on("a", 10), on("a", 10), on("a", 10));
    List<ClientRequests> uneven = List.of(on("a", 10), on("a", 80), on("a", 10));

    assertThat(BusiestResult.connection(even, 2).orElseThrow().timesEven()).isEqualTo(1);
    assertThat(BusiestResult.connection(uneven, 2))
        .contains(new BusiestResult("2", 2, 80, 1 / 3.0, 0.8));
  }

  @Test
  void ofOneConnectionThereIsNoBusiest() {
    assertThat(BusiestResult.connection(List.of(on("a", 1), on("a", 9)), 1)).isEmpty();
    assertThat(BusiestResult.connection(List.of(on("a", 1)), 10)).isEmpty();
    assertThat(BusiestResult.connection(List.of(), 10)).isEmpty();
    assertThat(BusiestResult.connection(List.of(on("a", 0), on("b", 0)), 2)).isEmpty();
  }

  /** Four connections to three servers: one server rightly has two of them. */
  @Test
  void aServerHasTheShareOfTheConnectionsThatItWouldHave() {
    List<ClientRequests> even = List.of(on("a", 10), on("b", 10), on("c", 10), on("a", 10));
    List<ClientRequests> uneven = IntStream.range(0, 4).mapToObj(i -> on("b", 10)).toList();

    assertThat(BusiestResult.server(even, 4, 3).orElseThrow().timesEven()).isEqualTo(1);
    assertThat(BusiestResult.server(uneven, 4, 3)).contains(new BusiestResult("b", 3, 40, 0.5, 1));
  }

  @Test
  void serversThatAreNotAllKnownHaveNoBusiest() {
    ClientRequests nowhere = new ClientRequests(10, 10, Optional.empty());

    assertThat(BusiestResult.server(List.of(on("a", 10), nowhere), 2, 2)).isEmpty();
    assertThat(BusiestResult.server(List.of(on("a", 10), on("b", 10)), 2, 1)).isEmpty();
  }
}
