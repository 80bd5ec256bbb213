package io.kvbench.bindings.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.bindings.zookeeper.options.ProcessProperties;
import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.Session;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("system properties")
@Timeout(120)
class TlsIT {
  private static final String PREFIX = "zookeeper.ssl.";

  @TempDir private static Path directory;
  private static TestServer server;

  @BeforeAll
  static void start() throws Exception {
    // Read once per process; other tests here do not need it.
    System.setProperty(ProcessProperties.NETTY_VERIFICATION, "NONE");
    Certificates certificates = new Certificates(directory);
    Path own = certificates.selfSigned("server", "EC", "127.0.0.1", "localhost").certificate();
    Path client = certificates.selfSigned("client", "EC", "client").certificate();
    Path stranger = certificates.selfSigned("stranger", "EC", "stranger").certificate();
    Path elsewhere =
        certificates.selfSigned("elsewhere", "EC", "elsewhere.example.org").certificate();
    certificates.trust("trusted-by-client", own, elsewhere);
    certificates.trust("trusted-by-server", client);
    certificates.trust("trusts-stranger", stranger);
    server("server");
    server = new TestServer(directory.resolve("store"), true);
  }

  /** The server reads its keys from system properties when a client connects. */
  private static void server(String name) {
    System.setProperty(PREFIX + "keyStore.location", store(name));
    System.setProperty(PREFIX + "keyStore.password", Certificates.PASSWORD);
    System.setProperty(PREFIX + "trustStore.location", store("trusted-by-server"));
    System.setProperty(PREFIX + "trustStore.password", Certificates.PASSWORD);
    // The client's certificate names no host.
    System.setProperty(PREFIX + "clientHostnameVerification", "false");
  }

  @AfterAll
  static void stop() {
    server.close();
    System.getProperties().stringPropertyNames().stream()
        .filter(name -> name.startsWith(PREFIX))
        .forEach(System::clearProperty);
  }

  private static String store(String name) {
    return directory.resolve(name + ".p12").toString();
  }

  private static Map<String, String> settings(String keys, String trust) {
    Map<String, String> settings = new HashMap<>();
    settings.put("zookeeper.client.secure", "true");
    settings.put(PREFIX + "keyStore.location", store(keys));
    settings.put(PREFIX + "keyStore.password", Certificates.PASSWORD);
    settings.put(PREFIX + "trustStore.location", store(trust));
    settings.put(PREFIX + "trustStore.password", Certificates.PASSWORD);
    return settings;
  }

  private static Binding open(Map<String, String> settings, Duration limit) throws Exception {
    return TestConfig.open(server.endpoints(), 2, limit, settings);
  }

  @Test
  void worksWithBothSidesCertified() throws Exception {
    try (Binding binding = open(settings("client", "trusted-by-client"), Duration.ofSeconds(60));
        Session session = binding.openSession(0)) {
      Answer answer = new Answer();
      session.submit(new Operation.Insert(Key.of("k"), Value.of(new byte[100])), answer);
      assertThat(answer.status()).isEqualTo(Outcome.OK);
      for (boolean newSession : new boolean[] {false, false, true}) {
        assertThat(OneShots.perform(session, Key.of("k"), newSession)).containsOnly("OK");
      }
      assertThat(binding.servers().getFirst().version().orElseThrow()).startsWith("3.");
    }
  }

  @Test
  void watchersAndLocksWork() throws Exception {
    try (Binding binding = open(settings("client", "trusted-by-client"), Duration.ofSeconds(60))) {
      WatchersAndLocks.assertWatchersSeeEveryWrite(List.of(binding));
      WatchersAndLocks.assertOneOwnerAtATime("lock", binding, binding, Duration.ofSeconds(10));
    }
  }

  @Test
  void readsThePasswordsFromFiles() throws Exception {
    Path file = Files.writeString(directory.resolve("password"), Certificates.PASSWORD);
    Map<String, String> settings = settings("client", "trusted-by-client");
    for (String store : List.of("keyStore", "trustStore")) {
      settings.remove(PREFIX + store + ".password");
      settings.put(PREFIX + store + ".passwordPath", file.toString());
    }
    try (Binding binding = open(settings, Duration.ofSeconds(60))) {
      assertThat(binding.servers().getFirst().keys()).isPresent();
    }
  }

  @Test
  void doesNotTrustAnyServer() {
    RefusedOpening.assertRefused(
            limit -> open(settings("client", "trusts-stranger"), limit),
            "TLS fails",
            "zookeeper.ssl.")
        .hasMessageNotContaining(Certificates.PASSWORD);
  }

  @Test
  void saysThatAPasswordIsWrong() {
    Map<String, String> settings = settings("client", "trusted-by-client");
    settings.put(PREFIX + "keyStore.password", "falsch");
    RefusedOpening.assertRefused(
            limit -> open(settings, limit), "TLS to ZooKeeper cannot be set up")
        .hasMessageNotContaining("falsch");
  }

  @Test
  void isNotTrustedByTheServer() {
    RefusedOpening.assertRefused(
        limit -> open(settings("stranger", "trusted-by-client"), limit),
        server.endpoints().getFirst());
  }

  @Test
  void wantsTheCertificateToNameTheHost() throws Exception {
    server("elsewhere");
    try {
      Map<String, String> settings = settings("client", "trusted-by-client");
      RefusedOpening.assertRefused(limit -> open(settings, limit));
      settings.put(PREFIX + "hostnameVerification", "false");
      open(settings, Duration.ofSeconds(60)).close();
    } finally {
      server("server");
    }
  }

  @Test
  void hintsAtTlsWhereItIsMissing() {
    RefusedOpening.assertRefused(limit -> open(Map.of(), limit), "TLS");
  }
}
