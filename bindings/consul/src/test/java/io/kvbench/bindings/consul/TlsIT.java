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
import io.kvbench.testkit.Certificates;
import io.kvbench.testkit.contract.OneShots;
import io.kvbench.testkit.contract.RefusedOpening;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of a server with HTTPS only, which requires client certificates. */
@Timeout(180)
class TlsIT {
  private static final Duration LONG = Duration.ofSeconds(60);

  /** The bytes before a key of 2048 bits, or of the curve P-256, in PKCS #8. */
  private static final int RSA_ENVELOPE = 26;

  private static final int EC_ENVELOPE = 28;

  @TempDir private static Path directory;
  private static ConsulServer server;

  @BeforeAll
  static void start() throws Exception {
    Certificates certificates = new Certificates(directory);
    Certificates.Pair own = certificates.selfSigned("server", "EC", "127.0.0.1", "localhost");
    Certificates.Pair elliptic = certificates.selfSigned("client-ec", "EC", "client");
    Certificates.Pair rsa = certificates.selfSigned("client-rsa", "RSA", "client");
    certificates.selfSigned("stranger", "EC", "127.0.0.1");
    Path trusted = directory.resolve("trusted.pem");
    Files.writeString(
        trusted, Files.readString(elliptic.certificate()) + Files.readString(rsa.certificate()));
    server =
        ConsulServer.startWithTls(
            directory,
            """
            "tls": {"https": {
              "ca_file": "%s", "cert_file": "%s", "key_file": "%s", "verify_incoming": true
            }},
            """
                .formatted(trusted, own.certificate(), own.key()));
  }

  @AfterAll
  static void stop() throws Exception {
    if (server != null) {
      server.close();
    }
  }

  private static String certificate(String name) {
    return directory.resolve(name + ".crt").toString();
  }

  private static String key(String name) {
    return directory.resolve(name + ".key").toString();
  }

  /** Returns a file with a key in its own format (PKCS #1 or SEC 1), as older tools write it. */
  private static String oldKey(String name) throws Exception {
    boolean rsa = name.equals("client-rsa");
    String text = Files.readString(Path.of(key(name))).replaceAll("-----.*-----", "");
    byte[] pkcs8 = Base64.getMimeDecoder().decode(text);
    byte[] bare = Arrays.copyOfRange(pkcs8, rsa ? RSA_ENVELOPE : EC_ENVELOPE, pkcs8.length);
    String label = (rsa ? "RSA" : "EC") + " PRIVATE KEY";
    Path file = directory.resolve(name + ".old.pem");
    return Files.writeString(
            file,
            "-----BEGIN %s-----%n%s%n-----END %s-----%n"
                .formatted(label, Base64.getMimeEncoder().encodeToString(bare), label))
        .toString();
  }

  private static Map<String, String> settings(String client) {
    Map<String, String> settings = new HashMap<>();
    settings.put("consul.tls", "true");
    settings.put("consul.cacert", certificate("server"));
    settings.put("consul.cert", certificate(client));
    settings.put("consul.key", key(client));
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
    settings.put("consul.key", oldKey(client));
    assertWorks(settings);
  }

  @Test
  void doesNotTrustAnyServer() {
    Map<String, String> settings = settings("client-ec");
    settings.put("consul.cacert", certificate("stranger"));
    RefusedOpening.assertRefused(
        limit -> TestConfig.open(server.endpoints(), 1, limit, settings),
        "TLS fails",
        "consul.cacert");
  }

  @Test
  void isNotTrustedByTheServer() {
    RefusedOpening.assertRefused(
        limit -> TestConfig.open(server.endpoints(), 1, limit, settings("stranger")),
        server.endpoint());
  }

  @Test
  void hintsAtTlsWhereItIsMissing() {
    RefusedOpening.assertRefused(
        limit -> TestConfig.open(server.endpoints(), 1, limit, Map.of()), "consul.tls");
  }

  @Test
  void saysThatAKeyIsNone() {
    Map<String, String> settings = settings("client-ec");
    settings.put("consul.key", certificate("client-ec"));
    assertThatThrownBy(() -> TestConfig.open(server.endpoints(), 1, LONG, settings))
        .isInstanceOf(BindingException.class)
        .hasMessageContaining("there is no private key in it");
  }
}
