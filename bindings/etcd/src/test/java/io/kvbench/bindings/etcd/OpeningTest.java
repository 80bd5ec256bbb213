package io.kvbench.bindings.etcd;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.binding.BindingException;
import io.kvbench.grpctest.PlayedServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Where waiting cannot help, nobody waits: the limit is beyond the tests' own. */
@Timeout(60)
class OpeningTest {
  private static final Duration LONG = Duration.ofHours(1);

  private static void fails(List<String> endpoints, Map<String, String> settings, String message) {
    assertThatThrownBy(() -> TestConfig.open(endpoints, 2, LONG, settings).close())
        .isInstanceOf(BindingException.class)
        .hasMessage(message);
  }

  @Test
  void saysThatAHostIsNotKnown() {
    String message = "etcd cannot be used at %s: no such host is known. Correct endpoints=.";
    fails(List.of("nowhere.invalid"), Map.of(), message.formatted("nowhere.invalid:2379"));
    fails(
        List.of("nowhere.invalid:1", "neither.invalid:2"),
        Map.of("etcd.targetleader", "true"),
        message.formatted("nowhere.invalid:1, neither.invalid:2"));
  }

  @Test
  void saysThatAServerIsSomethingElse() throws Exception {
    try (PlayedServer other = new PlayedServer()) {
      other.knowNothing();
      String endpoint = other.endpoints().getFirst();
      String message = endpoint + " speaks gRPC, but is not etcd. Correct endpoints=.";
      fails(other.endpoints(), Map.of(), message);
      fails(other.endpoints(), Map.of("etcd.user", "me", "etcd.password", "geheim"), message);
      assertThatThrownBy(
              () ->
                  TestConfig.open(
                      other.endpoints(),
                      1,
                      Duration.ofMillis(1),
                      Map.of("etcd.targetleader", "true")))
          .isInstanceOf(BindingException.class)
          .hasMessageStartingWith("etcd cannot be used at " + endpoint + " (speaks gRPC, but is");
    }
  }
}
