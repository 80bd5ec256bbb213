package io.kvbench.bindings.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.bindings.zookeeper.options.ProcessProperties;
import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Value;
import io.kvbench.testkit.Answer;
import io.kvbench.testkit.OneShots;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class TlsIT {
  private static final String PASSWORD = "geheim-geheim";
  private static final String PREFIX = "zookeeper.ssl.";

  @TempDir private static Path directory;
  private static TestServer server;

  @BeforeAll
  static void start() throws Exception {
    // Read once in a process, which other tests here have no use for.
    System.setProperty(ProcessProperties.NETTY_VERIFICATION, "NONE");
    pair("server", "CN=localhost", "ip:127.0.0.1,dns:localhost");
    pair("client", "CN=client", "dns:client");
    pair("stranger", "CN=stranger", "dns:stranger");
    pair("elsewhere", "CN=elsewhere", "dns:elsewhere.example.org");
    trust("trusted-by-client", "server", "elsewhere");
    trust("trusted-by-server", "client");
    trust("trusts-stranger", "stranger");
    server("server");
    server = new TestServer(directory.resolve("store"), true);
  }

  /** The server reads its keys from system properties when a client connects. */
  private static void server(String name) {
    System.setProperty(PREFIX + "keyStore.location", store(name));
    System.setProperty(PREFIX + "keyStore.password", PASSWORD);
    System.setProperty(PREFIX + "trustStore.location", store("trusted-by-server"));
    System.setProperty(PREFIX + "trustStore.password", PASSWORD);
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

  private static void pair(String name, String subject, String alternative) throws Exception {
    keytool(
        "-genkeypair",
        "-alias",
        name,
        "-keyalg",
        "EC",
        "-dname",
        subject,
        "-ext",
        "san=" + alternative,
        "-validity",
        "2",
        "-keystore",
        store(name));
    keytool("-exportcert", "-alias", name, "-file", certificate(name), "-keystore", store(name));
  }

  private static void trust(String name, String... trusted) throws Exception {
    for (String each : trusted) {
      keytool(
          "-importcert",
          "-noprompt",
          "-alias",
          each,
          "-file",
          certificate(each),
          "-keystore",
          store(name));
    }
  }

  private static String store(String name) {
    return directory.resolve(name + ".p12").toString();
  }

  private static String certificate(String name) {
    return directory.resolve(name + ".crt").toString();
  }

  private static void keytool(String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(arguments));
    command.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("keytool.log").toFile())
            .start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue())
        .describedAs(Files.readString(directory.resolve("keytool.log")))
        .isZero();
  }

  private static Map<String, String> settings(String keys, String trust) {
    Map<String, String> settings = new HashMap<>();
    settings.put("zookeeper.client.secure", "true");
    settings.put(PREFIX + "keyStore.location", store(keys));
    settings.put(PREFIX + "keyStore.password", PASSWORD);
    settings.put(PREFIX + "trustStore.location", store(trust));
    settings.put(PREFIX + "trustStore.password", PASSWORD);
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
    Path file = Files.writeString(directory.resolve("password"), PASSWORD);
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
    assertThatThrownBy(() -> open(settings("client", "trusts-stranger"), Duration.ofSeconds(3)))
        .isInstanceOf(BindingException.class)
        .hasMessageContaining("TLS fails")
        .hasMessageContaining("zookeeper.ssl.")
        .hasMessageNotContaining(PASSWORD);
  }

  @Test
  void saysThatAPasswordIsWrong() {
    Map<String, String> settings = settings("client", "trusted-by-client");
    settings.put(PREFIX + "keyStore.password", "falsch");
    assertThatThrownBy(() -> open(settings, Duration.ofSeconds(3)))
        .isInstanceOf(BindingException.class)
        .hasMessageContaining("TLS to ZooKeeper cannot be set up")
        .hasMessageNotContaining("falsch");
  }

  @Test
  void isNotTrustedByTheServer() {
    assertThatThrownBy(() -> open(settings("stranger", "trusted-by-client"), Duration.ofSeconds(3)))
        .isInstanceOf(BindingException.class)
        .hasMessageContaining(server.endpoints().getFirst());
  }

  @Test
  void wantsTheCertificateToNameTheHost() throws Exception {
    server("elsewhere");
    try {
      Map<String, String> settings = settings("client", "trusted-by-client");
      assertThatThrownBy(() -> open(settings, Duration.ofSeconds(3)))
          .isInstanceOf(BindingException.class);
      settings.put(PREFIX + "hostnameVerification", "false");
      open(settings, Duration.ofSeconds(60)).close();
    } finally {
      server("server");
    }
  }

  @Test
  void hintsAtTlsWhereItIsMissing() {
    assertThatThrownBy(() -> open(Map.of(), Duration.ofSeconds(3)))
        .isInstanceOf(BindingException.class)
        .hasMessageContaining("TLS");
  }
}
