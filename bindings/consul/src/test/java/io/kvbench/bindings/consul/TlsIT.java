package io.kvbench.bindings.consul;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Value;
import io.kvbench.testkit.Answer;
import io.kvbench.testkit.OneShots;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that speaks HTTPS only, and only with clients that have a certificate. */
@Timeout(180)
class TlsIT {
  private static final Duration LONG = Duration.ofSeconds(60);

  @TempDir private static Path directory;
  private static Certificates certificates;
  private static ConsulServer server;

  @BeforeAll
  static void start() throws Exception {
    certificates = new Certificates(directory);
    certificates.pair("server", "EC", "ip:127.0.0.1,dns:localhost");
    certificates.pair("client-ec", "EC", "dns:client");
    certificates.pair("client-rsa", "RSA", "dns:client");
    certificates.pair("stranger", "EC", "ip:127.0.0.1");
    Path trusted = directory.resolve("trusted.pem");
    Files.writeString(
        trusted,
        Files.readString(Path.of(certificates.certificate("client-ec")))
            + Files.readString(Path.of(certificates.certificate("client-rsa"))));
    server =
        ConsulServer.startWithTls(
            directory,
            """
            "tls": {"https": {
              "ca_file": "%s", "cert_file": "%s", "key_file": "%s", "verify_incoming": true
            }},
            """
                .formatted(
                    trusted, certificates.certificate("server"), certificates.key("server")));
  }

  @AfterAll
  static void stop() throws Exception {
    if (server != null) {
      server.close();
    }
  }

  private static Map<String, String> settings(String client) {
    Map<String, String> settings = new HashMap<>();
    settings.put("consul.tls", "true");
    settings.put("consul.cacert", certificates.certificate("server"));
    settings.put("consul.cert", certificates.certificate(client));
    settings.put("consul.key", certificates.key(client));
    return settings;
  }

  private static void assertWorks(Map<String, String> settings) throws Exception {
    try (Binding binding = TestConfig.open(server.endpoints(), 3, LONG, settings)) {
      for (int client = 0; client < 6; client++) {
        Answer answer = new Answer();
        binding
            .openSession(client)
            .submit(
                new Operation.Insert(Key.of("k" + client), Value.of(new byte[100_000])), answer);
        assertThat(answer.status()).describedAs(answer.message()).isEqualTo(Outcome.OK);
        assertThat(OneShots.perform(binding.openSession(client), Key.of("k" + client), false))
            .containsOnly("OK");
      }
      ServerState state = binding.servers().getFirst();
      assertThat(state.problem()).isEmpty();
      assertThat(state.keys()).hasValue(6);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"client-ec", "client-rsa"})
  void worksWithBothSidesCertified(String client) throws Exception {
    assertWorks(settings(client));
  }

  @ParameterizedTest
  @ValueSource(strings = {"client-ec", "client-rsa"})
  void readsKeysAsOlderToolsWriteThem(String client) throws Exception {
    Map<String, String> settings = settings(client);
    settings.put("consul.key", certificates.oldKey(client));
    assertWorks(settings);
  }

  @Test
  void doesNotTrustAnyServer() {
    Map<String, String> settings = settings("client-ec");
    settings.put("consul.cacert", certificates.certificate("stranger"));
    assertThatThrownBy(
            () -> TestConfig.open(server.endpoints(), 1, Duration.ofSeconds(4), settings))
        .isInstanceOf(BindingException.class)
        .hasMessageContaining("TLS fails")
        .hasMessageContaining("consul.cacert");
  }

  @Test
  void isNotTrustedByTheServer() {
    assertThatThrownBy(
            () ->
                TestConfig.open(server.endpoints(), 1, Duration.ofSeconds(4), settings("stranger")))
        .isInstanceOf(BindingException.class)
        .hasMessageContaining(server.endpoint());
  }

  @Test
  void hintsAtTlsWhereItIsMissing() {
    assertThatThrownBy(
            () -> TestConfig.open(server.endpoints(), 1, Duration.ofSeconds(4), Map.of()))
        .isInstanceOf(BindingException.class)
        .hasMessageContaining("consul.tls");
  }

  @Test
  void saysThatAKeyIsNone() {
    Map<String, String> settings = settings("client-ec");
    settings.put("consul.key", certificates.certificate("client-ec"));
    assertThatThrownBy(() -> TestConfig.open(server.endpoints(), 1, LONG, settings))
        .isInstanceOf(BindingException.class)
        .hasMessageContaining("no private key is in");
  }
}
