package io.kvbench.bindings.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Value;
import io.kvbench.testkit.Answer;
import io.kvbench.testkit.Certificates;
import io.kvbench.testkit.RunningServers;
import io.kvbench.testkit.contract.OneShots;
import io.kvbench.testkit.contract.RefusedOpening;
import io.kvbench.testkit.contract.SharedServers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class TlsIT {

  @TempDir private static Path directory;
  private static RunningServers server;

  @BeforeAll
  static void start() throws Exception {
    Certificates certificates = new Certificates(directory);
    certificates.authority();
    // Java accepts a certificate that it is configured to trust without checks: this one is signed.
    certificates.expired("expired");
    Certificates.Pair own = certificates.selfSigned("server", "EC", "127.0.0.1", "localhost");
    certificates.selfSigned("elsewhere", "EC", "elsewhere.example.org");
    Certificates.Pair client = certificates.selfSigned("client", "EC", "client");
    certificates.selfSigned("stranger", "EC", "stranger");
    String both = Files.readString(own.certificate()) + Files.readString(client.certificate());
    Files.writeString(directory.resolve("trusted.pem"), both);
    server = serve("server", "--client-cert-auth=true", "--trusted-ca-file=" + file("trusted.pem"));
  }

  private static RunningServers serve(String name, String... more) throws Exception {
    List<String> flags = new ArrayList<>(List.of(more));
    flags.add("--cert-file=" + file(name + ".crt"));
    flags.add("--key-file=" + file(name + ".key"));
    Path own = Files.createDirectory(directory.resolve(name + "-store"));
    return new RealEtcd("etcd").servers(own, 1, "https", flags);
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  private static String file(String name) {
    return directory.resolve(name).toString();
  }

  private static Map<String, String> settings(String trusted, String own) {
    Map<String, String> settings = new HashMap<>();
    settings.put("etcd.cacert", file(trusted + ".crt"));
    settings.put("etcd.cert", file(own + ".crt"));
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
    RefusedOpening.assertRefused(limit -> TestConfig.open(endpoints, 2, limit, settings), expected);
  }

  @Test
  void worksWithBothSidesCertified() throws Exception {
    works(server.endpoints(), settings("server", "client"));
    works(List.of("https://" + server.endpoints().getFirst()), settings("server", "client"));
  }

  @Test
  void doesNotTrustAnyServer() {
    fails(
        server.endpoints(),
        settings("stranger", "client"),
        server.endpoints().getFirst(),
        "is not signed by a CA in etcd.cacert");
  }

  @Test
  void isNotTrustedByTheServer() {
    fails(
        server.endpoints(),
        settings("server", "stranger"),
        server.endpoints().getFirst(),
        "etcd.cert");
    Map<String, String> anonymous = Map.of("etcd.cacert", file("server.crt"));
    fails(server.endpoints(), anonymous, server.endpoints().getFirst(), "etcd.cert");
  }

  @Test
  void seesCertificatesThatHaveExpired() throws Exception {
    fails(server.endpoints(), settings("server", "expired"), "etcd.cert", "has expired");
    try (RunningServers expired = serve("expired")) {
      fails(
          expired.endpoints(),
          Map.of("etcd.cacert", file("ca.crt")),
          "the server's certificate has expired");
    }
  }

  @Test
  void wantsTheCertificateToNameTheHost() throws Exception {
    Map<String, String> settings = new HashMap<>();
    settings.put("etcd.cacert", file("elsewhere.crt"));
    try (RunningServers elsewhere = serve("elsewhere")) {
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
    fails(server.endpoints(), Map.of(), server.endpoints().getFirst(), "etcd.tls");
  }

  @Test
  void hintsAtTlsWhereItIsTooMuch() throws Exception {
    RunningServers plain = SharedServers.single(new EtcdSubject(new RealEtcd("etcd")));
    fails(plain.endpoints(), settings("server", "client"), "may not use TLS");
  }

  @Test
  void namesFilesThatCannotBeUsed() throws Exception {
    Map<String, String> settings = settings("server", "client");
    settings.put("etcd.key", file("client.crt"));
    fails(server.endpoints(), settings, "etcd.key", "client.crt", "no private key");
    settings.put("etcd.key", file("stranger.key"));
    fails(server.endpoints(), settings, "etcd.key", "stranger.key", "is not the key");
    settings.put("etcd.cert", file("none.crt"));
    fails(server.endpoints(), settings, "etcd.cert", "none.crt", "cannot be read");
  }
}
