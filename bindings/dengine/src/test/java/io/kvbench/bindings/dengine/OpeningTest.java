package io.kvbench.bindings.dengine;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.binding.BindingException;
import io.kvbench.grpctest.PlayedServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OpeningTest {

  /** The limit is beyond the test's own: where waiting cannot help, nobody waits. */
  @Test
  void saysThatAHostIsNotKnown() {
    List<String> endpoints = List.of("nowhere.invalid:1", "neither.invalid:2");
    assertThatThrownBy(() -> TestConfig.open(endpoints, Duration.ofHours(1), Map.of()))
        .isInstanceOf(BindingException.class)
        .hasMessage(
            "d-engine cannot be used at nowhere.invalid:1, neither.invalid:2: no such host is"
                + " known. Correct endpoints=.");
  }

  /** Here, too, the limit is beyond the test's own. */
  @Test
  void saysThatAServerIsSomethingElse() throws Exception {
    try (PlayedServer other = new PlayedServer()) {
      other.knowNothing();
      String endpoint = other.endpoints().getFirst();
      assertThatThrownBy(() -> TestConfig.open(other.endpoints(), Duration.ofHours(1), Map.of()))
          .isInstanceOf(BindingException.class)
          .hasMessage(
              "d-engine cannot be used at "
                  + endpoint
                  + " (speaks gRPC, but is not d-engine). Correct endpoints=.");
    }
  }
}
