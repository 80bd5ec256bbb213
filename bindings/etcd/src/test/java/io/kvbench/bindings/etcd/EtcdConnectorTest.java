package io.kvbench.bindings.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Value;
import io.kvbench.testkit.Answer;
import io.kvbench.testkit.grpc.ScriptedGrpcServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that connecting fails immediately if waiting cannot help. */
@Timeout(60)
class EtcdConnectorTest {
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
    try (ScriptedGrpcServer other = new ScriptedGrpcServer()) {
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

  /** Protocol Buffers parse many messages as another one. */
  @ParameterizedTest
  @ValueSource(strings = {"", "\n\0", "\n\2\b\1", "<html>", "{\"status\":\"UP\"}"})
  void doesNotTakeAnyAnswerForEtcds(String words) throws Exception {
    try (ScriptedGrpcServer other = new ScriptedGrpcServer()) {
      other.always("etcdserverpb.KV/Range", words.getBytes(StandardCharsets.US_ASCII));
      String said = other.endpoints().getFirst();
      assertThatThrownBy(() -> TestConfig.open(other.endpoints(), 2, LONG, Map.of()).close())
          .isInstanceOf(BindingException.class)
          .hasMessageStartingWith(words.isEmpty() ? "etcd at " + said : said)
          .hasMessageContaining(words.isEmpty() ? "an empty answer" : "is not etcd")
          .hasMessageEndingWith(".");
    }
  }

  @Test
  void aWriteIsNotAcknowledgedByNothing() throws Exception {
    try (ScriptedGrpcServer played = new ScriptedGrpcServer()) {
      byte[] header = {'\n', 2, 3 << 3, 7};
      played.always("etcdserverpb.KV/Range", header);
      played.always("etcdserverpb.KV/Put", new byte[0]);
      try (Binding binding = TestConfig.open(played.endpoints(), 1, LONG, Map.of())) {
        Answer answer = new Answer();
        binding
            .openSession(0)
            .submit(new Operation.Insert(Key.of("k"), Value.of(new byte[3])), answer);
        assertThat(answer.status()).isEqualTo(ErrorKind.OTHER);
        assertThat(answer.message()).contains("an empty answer");
      }
    }
  }
}
