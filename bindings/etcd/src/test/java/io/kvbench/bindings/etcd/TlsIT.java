package io.kvbench.bindings.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Value;
import io.kvbench.testkit.Answer;
import io.kvbench.testkit.OneShots;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class TlsIT {
  private static final String PASSWORD = "geheim-geheim";
  private static final Duration SOON = Duration.ofSeconds(5);

  @TempDir private static Path directory;
  private static TestServer server;
  private static TestServer plain;

  @BeforeAll
  static void start() throws Exception {
    pair("server", "ip:127.0.0.1,dns:localhost", "-validity", "2");
    pair("expired", "ip:127.0.0.1", "-startdate", "-10d", "-validity", "5");
    pair("authority", "dns:authority", "-ext", "bc:c", "-validity", "2");
    signExpired();
    pair("elsewhere", "dns:elsewhere.example.org", "-validity", "2");
    pair("client", "dns:client", "-validity", "2");
    pair("stranger", "dns:stranger", "-validity", "2");
    String both =
        Files.readString(directory.resolve("server.pem"))
            + Files.readString(directory.resolve("client.pem"));
    Files.writeString(directory.resolve("trusted.pem"), both);
    server = serve("server", "--client-cert-auth=true", "--trusted-ca-file=" + file("trusted.pem"));
    plain = TestServer.start(Files.createDirectory(directory.resolve("plain")), "etcd");
  }

  private static TestServer serve(String name, String... more) throws Exception {
    List<String> flags = new ArrayList<>(List.of(more));
    flags.add("--cert-file=" + file(name + ".pem"));
    flags.add("--key-file=" + file(name + ".key"));
    Path own = Files.createDirectory(directory.resolve(name + "-store"));
    return TestServer.start(own, "etcd", "https", flags.toArray(String[]::new));
  }

  @AfterAll
  static void stop() {
    for (TestServer each : new TestServer[] {server, plain}) {
      if (each != null) {
        each.close();
      }
    }
  }

  private static String file(String name) {
    return directory.resolve(name).toString();
  }

  /** Makes a key with a certificate that it signs itself, and writes both as PEM. */
  private static void pair(String name, String alternative, String... validity) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("-genkeypair", "-alias", name));
    arguments.addAll(List.of("-keyalg", "EC", "-dname", "CN=" + name));
    arguments.addAll(List.of("-ext", "san=" + alternative, "-keystore", file(name + ".p12")));
    arguments.addAll(List.of(validity));
    keytool(arguments);
    keytool(
        List.of(
            "-exportcert",
            "-rfc",
            "-alias",
            name,
            "-file",
            file(name + ".pem"),
            "-keystore",
            file(name + ".p12")));
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(directory.resolve(name + ".p12"))) {
      store.load(in, PASSWORD.toCharArray());
    }
    byte[] key = store.getKey(name, PASSWORD.toCharArray()).getEncoded();
    Files.writeString(
        directory.resolve(name + ".key"),
        "-----BEGIN PRIVATE KEY-----\n"
            + Base64.getMimeEncoder().encodeToString(key)
            + "\n-----END PRIVATE KEY-----\n");
  }

  /** Java takes a certificate that it is told to trust itself as it is: this one is signed. */
  private static void signExpired() throws Exception {
    String request = file("expired.csr");
    keytool(
        List.of(
            "-certreq", "-alias", "expired", "-file", request, "-keystore", file("expired.p12")));
    List<String> arguments = new ArrayList<>(List.of("-gencert", "-rfc", "-alias", "authority"));
    arguments.addAll(List.of("-infile", request, "-outfile", file("signed-expired.pem")));
    arguments.addAll(List.of("-ext", "san=ip:127.0.0.1", "-startdate", "-10d", "-validity", "5"));
    arguments.addAll(List.of("-keystore", file("authority.p12")));
    keytool(arguments);
    Files.copy(directory.resolve("expired.key"), directory.resolve("signed-expired.key"));
  }

  private static void keytool(List<String> arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(arguments);
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

  private static Map<String, String> settings(String trusted, String own) {
    Map<String, String> settings = new HashMap<>();
    settings.put("etcd.cacert", file(trusted + ".pem"));
    settings.put("etcd.cert", file(own + ".pem"));
    settings.put("etcd.key", file(own + ".key"));
    return settings;
  }

  private static void works(List<String> endpoints, Map<String, String> settings) throws Exception {
    try (Binding binding = TestConfig.open(endpoints, 2, settings);
        Session session = binding.openSession(0)) {
      Answer answer = new Answer();
      session.submit(new Operation.Insert(Key.of("k"), Value.of(new byte[100])), answer);
      assertThat(answer.status()).isEqualTo(Outcome.OK);
      for (int round = 0; round < 3; round++) {
        assertThat(OneShots.perform(session, Key.of("k"), false)).containsOnly("OK");
      }
      assertThat(binding.servers().getFirst().version().orElseThrow()).startsWith("3.");
    }
  }

  private static void fails(
      List<String> endpoints, Map<String, String> settings, String... expected) {
    assertThatThrownBy(() -> TestConfig.open(endpoints, 2, SOON, settings).close())
        .isInstanceOf(BindingException.class)
        .hasMessageContainingAll(expected);
  }

  @Test
  void worksWithBothSidesCertified() throws Exception {
    works(server.endpoints(), settings("server", "client"));
    works(List.of("https://" + server.endpoint()), settings("server", "client"));
  }

  @Test
  void doesNotTrustAnyServer() {
    fails(
        server.endpoints(),
        settings("stranger", "client"),
        server.endpoint(),
        "is not signed by a CA in etcd.cacert");
  }

  @Test
  void isNotTrustedByTheServer() {
    fails(server.endpoints(), settings("server", "stranger"), server.endpoint(), "etcd.cert");
    Map<String, String> anonymous = Map.of("etcd.cacert", file("server.pem"));
    fails(server.endpoints(), anonymous, server.endpoint(), "etcd.cert");
  }

  @Test
  void seesCertificatesThatHaveExpired() throws Exception {
    fails(server.endpoints(), settings("server", "expired"), "etcd.cert", "has expired");
    try (TestServer expired = serve("signed-expired")) {
      fails(
          expired.endpoints(),
          Map.of("etcd.cacert", file("authority.pem")),
          "the server's certificate has expired");
    }
  }

  @Test
  void wantsTheCertificateToNameTheHost() throws Exception {
    Map<String, String> settings = new HashMap<>();
    settings.put("etcd.cacert", file("elsewhere.pem"));
    try (TestServer elsewhere = serve("elsewhere")) {
      fails(
          elsewhere.endpoints(),
          settings,
          "the server's certificate does not match the host; set etcd.servername");
      settings.put("etcd.servername", "elsewhere.example.org");
      works(elsewhere.endpoints(), settings);
    }
  }

  @Test
  void hintsAtTlsWhereItIsMissing() {
    fails(server.endpoints(), Map.of(), server.endpoint(), "etcd.tls");
  }

  @Test
  void hintsAtTlsWhereItIsTooMuch() {
    fails(plain.endpoints(), settings("server", "client"), "may not use TLS");
  }

  @Test
  void namesFilesThatCannotBeUsed() throws Exception {
    Map<String, String> settings = settings("server", "client");
    settings.put("etcd.key", file("client.pem"));
    fails(server.endpoints(), settings, "etcd.key", "client.pem", "no private key");
    settings.put("etcd.key", file("stranger.key"));
    fails(server.endpoints(), settings, "etcd.key", "stranger.key", "is not the key");
    settings.put("etcd.cert", file("none.pem"));
    fails(server.endpoints(), settings, "etcd.cert", "none.pem", "cannot be read");
  }
}
