package io.kvbench.bindings.dengine;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.binding.BindingException;
import io.kvbench.testkit.grpc.ScriptedGrpcServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class DEngineConnectorTest {

  /** The limit exceeds the test's own: if waiting cannot help, there is no wait. */
  @Test
  void saysThatAHostIsNotKnown() {
    List<String> endpoints = List.of("nowhere.invalid:1", "neither.invalid:2");
    assertThatThrownBy(() -> TestConfig.open(endpoints, Duration.ofHours(1), Map.of()))
        .isInstanceOf(BindingException.class)
        .hasMessage(
            "d-engine cannot be used at nowhere.invalid:1, neither.invalid:2: no such host is"
                + " known. Correct endpoints=.");
  }

  /** Here, too, the limit exceeds the test's own. */
  @Test
  void saysThatAServerIsSomethingElse() throws Exception {
    try (ScriptedGrpcServer other = new ScriptedGrpcServer()) {
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

  /** It answers all requests: with nothing, or with meaningless bytes. */
  @ParameterizedTest
  @ValueSource(strings = {"", "<html>", "{\"status\":\"UP\"}"})
  void doesNotTakeAnyAnswerForDEngines(String words) throws Exception {
    try (ScriptedGrpcServer other = new ScriptedGrpcServer()) {
      byte[] answer = words.getBytes(StandardCharsets.US_ASCII);
      String cluster = "d_engine.server.cluster.ClusterManagementService/";
      other.always(cluster + "DiscoverLeader", answer);
      other.always(cluster + "GetClusterMetadata", answer);
      refused(other);
      other.always(cluster + "DiscoverLeader", new byte[] {1 << 3, 1, 3 << 3, 5});
      other.always(
          "d_engine.client.RaftClientService/HandleClientRead",
          "<html>".getBytes(StandardCharsets.US_ASCII));
      refused(other);
    }
  }

  private static void refused(ScriptedGrpcServer other) {
    assertThatThrownBy(() -> TestConfig.open(other.endpoints(), Duration.ofHours(1), Map.of()))
        .isInstanceOf(BindingException.class)
        .hasMessage(
            "d-engine cannot be used at "
                + other.endpoints().getFirst()
                + " (speaks gRPC, but is not d-engine). Correct endpoints=.");
  }
}
