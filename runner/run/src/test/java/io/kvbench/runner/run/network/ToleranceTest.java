package io.kvbench.runner.run.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.results.format.NetworkResult.Node;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the tolerance of a measured bandwidth. */
class ToleranceTest {
  private static Node node(long asked, long toServer, long fromServer) {
    return new Node(
        1,
        "127.0.0.1:1",
        1,
        0,
        0,
        OptionalLong.of(asked),
        0,
        OptionalLong.of(toServer),
        OptionalLong.of(fromServer),
        Optional.empty());
  }

  @ParameterizedTest
  @CsvSource({
    "75, 100, 0.2, false",
    "100, 75, 0.2, false",
    "75, 100, 0.25, true",
    "100, 100, 0, true",
    "99, 100, 0, false",
    "130, 100, 0.3, true"
  })
  void isThatOfTheSetting(long toServer, long fromServer, double tolerance, boolean met) {
    assertThat(NetworkSetup.isMet(node(100, toServer, fromServer), tolerance)).isEqualTo(met);
  }
}
