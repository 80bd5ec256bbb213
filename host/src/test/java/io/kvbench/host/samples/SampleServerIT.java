package io.kvbench.host.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.certificate.PemPair;
import io.kvbench.core.certificate.TlsContexts;
import io.kvbench.host.listen.BearerToken;
import io.kvbench.host.listen.HostAddress;
import io.kvbench.host.listen.Listening;
import io.kvbench.testkit.Certificates;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server on a real port, and clients of good and of bad manners. */
class SampleServerIT {
  private static final HostAddress ANY_PORT = new HostAddress(HostAddress.LOOPBACK, 0);
  private static final String TOKEN = "correct-horse-battery";
  private static final String SHOWN = "Authorization: Bearer " + TOKEN + "\r\n";
  private static final String HEADER = "{\"schema\":\"of a test\"}";

  @TempDir private Path directory;
  private final TurnedClock clock = new TurnedClock();
  private final List<AutoCloseable> opened = new ArrayList<>();

  @AfterEach
  void end() throws Exception {
    for (AutoCloseable each : opened.reversed()) {
      each.close();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Authorization: Bearer wrong-horse-battery\r\n",
        "Authorization: Bearer correct-horse-battery2\r\n",
        "Authorization: Basic correct-horse-battery\r\n",
        "Authorization: Bearer\r\n"
      })
  void withoutTheTokenNothingIsTold(String headers) throws Exception {
    SampleServer server = open(Optional.of(token()));
    for (String asked :
        List.of("GET /samples", "GET /clock", "GET /nothing", "POST /samples", "DELETE /")) {
      String[] words = asked.split(" ", -1);
      RawClient client = client(server).ask(words[0], words[1], headers);
      assertThat(client.status()).as(asked).isEqualTo(401);
      assertThat(client.body().rest()).as(asked).isEmpty();
    }
    assertThat(server.readers()).isZero();
  }

  @Test
  void withItTheClockIsTold() throws Exception {
    SampleServer server = open(Optional.of(token()));
    clock.turn(Duration.ofNanos(11));
    RawClient client = client(server).ask("GET", "/clock", SHOWN + "Connection: close\r\n");
    assertThat(client.status()).isEqualTo(200);
    assertThat(client.body().rest()).isEqualTo(TurnedClock.START.getEpochSecond() + "123456800\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "NONSENSE"})
  void readingIsAllThatCanBeDone(String method) throws Exception {
    SampleServer server = open(Optional.of(token()));
    for (String path : List.of("/samples", "/clock", "/nothing")) {
      RawClient client = client(server).ask(method, path, SHOWN + "Content-Length: 5\r\n");
      assertThat(client.send("hello").status()).as(path).isEqualTo(405);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/samples/",
        "/samples/../../../etc/passwd",
        "/../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/clock%00",
        "//etc/passwd",
        "/SAMPLES",
        "*"
      })
  void thereIsNothingElse(String path) throws Exception {
    SampleServer server = open(Optional.of(token()));
    assertThat(client(server).ask("GET", path, SHOWN).status()).isEqualTo(404);
  }

  @Test
  void allReadersGetAllLinesFromWhenTheyCame() throws Exception {
    SampleServer server = open(Optional.empty());
    RawClient first = reader(server, 1);
    assertThat(server.awaitReader()).isTrue();
    server.publish("one");
    assertThat(first.sample()).isEqualTo("one");
    RawClient second = reader(server, 2);
    for (String line : List.of("two", "three")) {
      server.publish(line);
      assertThat(first.sample()).isEqualTo(line);
      assertThat(second.sample()).isEqualTo(line);
    }
    server.publish("four");
    server.close();
    assertThat(first.sample()).as("on its way when the server ended").isEqualTo("four");
    assertThat(first.sample()).as("a proper end").isEmpty();
    assertThat(server.awaitReader()).isFalse();
  }

  @Test
  void aReaderThatLeavesMakesRoomForOthers() throws Exception {
    SampleServer server = open(Optional.empty());
    List<RawClient> readers = new ArrayList<>();
    for (int number = 1; number <= 16; number++) {
      readers.add(reader(server, number));
    }
    assertThat(client(server).ask("GET", "/samples", "").status()).isEqualTo(503);

    readers.getFirst().close();
    await(
        () -> {
          server.publish("is anybody there?");
          return server.readers() == 15;
        });
    reader(server, 16);
    assertThat(readers.get(1).sample()).isEqualTo("is anybody there?");
  }

  @Test
  void aReaderThatDoesNotReadHoldsUpNobodyAndIsDropped() throws Exception {
    SampleServer server = open(Optional.empty());
    RawClient good = reader(server, 1);
    RawClient stuck = reader(server, 2);
    for (int number = 0; number < 400; number++) {
      String line = number + "x".repeat(64 << 10);
      server.publish(line);
      assertThat(good.sample()).isEqualTo(line);
    }
    assertThat(server.readers()).as("it may still begin to read").isEqualTo(2);

    clock.turn(Duration.ofSeconds(31));
    server.publish("next");
    assertThat(good.sample()).isEqualTo("next");
    await(() -> server.readers() == 1);
    assertThat(reader(server, 2)).as("its thread serves others").isNotNull();
    server.publish("last");
    assertThat(good.sample()).isEqualTo("last");
    stuck.close();
  }

  @Test
  void idleConnectionsKeepNobodyOutAndAreClosed() throws Exception {
    SampleServer server = open(Optional.empty());
    for (int i = 0; i < 100; i++) {
      client(server);
    }
    RawClient idle = client(server);
    RawClient begun = client(server).send("G");
    assertThat(reader(server, 1)).isNotNull();
    assertThat(idle.rest()).isEmpty();
    assertThat(begun.rest()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"evil.example", "evil.example:9560", "127.0.0.1.evil.example", "10.0.0.1"})
  void aNameThatOnlyLeadsHereIsRefusedWhereThereIsNoToken(String host) throws Exception {
    String request = "GET /clock HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n";
    assertThat(client(open(Optional.empty())).send(request + "\r\n").status()).isEqualTo(403);
    assertThat(client(open(Optional.of(token()))).send(request + SHOWN + "\r\n").status())
        .isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1:9561", "Localhost", "[::1]:9560"})
  void namesOfLoopbackAreNot(String host) throws Exception {
    String request = "GET /clock HTTP/1.1\r\nHost: " + host + "\r\n\r\n";
    assertThat(client(open(Optional.empty())).send(request).status()).isEqualTo(200);
  }

  @Test
  void aRequestThatDoesNotEndIsEnded() throws Exception {
    SampleServer server = open(Optional.empty());
    assertThat(client(server).send("GET /samples HTTP/1.1\r\nHost: te").rest()).isEmpty();
    assertThat(client(server).send("x".repeat(100_000)).rest()).doesNotContain(HEADER);
  }

  @Test
  void speaksTlsWithItsCertificate() throws Exception {
    Certificates certificates = new Certificates(directory);
    Certificates.Pair pair = certificates.valid("server");
    SSLContext tls = TlsContexts.identified(new PemPair(pair.certificate(), pair.key()));
    SampleServer server = open(Optional.of(token()), Optional.of(tls));
    assertThat(server.address()).startsWith("https://127.0.0.1:");

    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.address() + "/clock"))
            .header("Authorization", "Bearer " + TOKEN)
            .build();
    try (HttpClient trusting = HttpClient.newBuilder().sslContext(trust(certificates)).build()) {
      assertThat(trusting.send(request, BodyHandlers.ofString()).body()).isNotBlank();
    }
    try (HttpClient other = HttpClient.newHttpClient()) {
      assertThatThrownBy(() -> other.send(request, BodyHandlers.ofString()))
          .isInstanceOf(IOException.class);
    }
    assertThat(client(server).ask("GET", "/clock", SHOWN).rest())
        .as("without TLS")
        .doesNotContain("HTTP");
    assertSaysWhatIsWrong(certificates, pair);
  }

  private void assertSaysWhatIsWrong(Certificates certificates, Certificates.Pair pair)
      throws Exception {
    Certificates.Pair other = certificates.valid("other");
    refuses(pair.certificate(), other.key(), "other.key is not the key of");
    refuses(pair.certificate(), directory.resolve("nowhere"), "nowhere is not there");
    refuses(directory.resolve("nowhere"), pair.key(), "nowhere is not there");
    refuses(pair.key(), pair.key(), "no certificate");
    refuses(pair.certificate(), pair.certificate(), "no private key");
    Path old = directory.resolve("old.key");
    Files.writeString(old, "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n");
    refuses(pair.certificate(), old, "damaged");
  }

  private static void refuses(Path certificate, Path key, String words) {
    assertThatThrownBy(() -> TlsContexts.identified(new PemPair(certificate, key)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(words);
  }

  @Test
  void nobodyListensOffLoopbackWithoutAToken() {
    HostAddress everywhere = new HostAddress("0.0.0.0", 0);
    assertThatThrownBy(() -> new Listening(everywhere, Optional.empty(), Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private SampleServer open(Optional<BearerToken> token) throws IOException {
    return open(token, Optional.empty());
  }

  private SampleServer open(Optional<BearerToken> token, Optional<SSLContext> tls)
      throws IOException {
    SampleServer server = SampleServer.open(new Listening(ANY_PORT, token, tls), HEADER, clock);
    opened.add(server);
    return server;
  }

  private RawClient client(SampleServer server) throws IOException {
    RawClient client = new RawClient(server.address());
    opened.add(client);
    return client;
  }

  /** Returns a connected reader, after which there is this number of readers. */
  private RawClient reader(SampleServer server, int readers) throws Exception {
    RawClient client = client(server).ask("GET", "/samples", "");
    assertThat(client.status()).isEqualTo(200);
    assertThat(client.body().sample()).isEqualTo(HEADER);
    assertThat(server.readers()).isEqualTo(readers);
    return client;
  }

  private BearerToken token() throws IOException {
    Path file = Files.writeString(directory.resolve("token"), TOKEN);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    return BearerToken.read(file);
  }

  private static SSLContext trust(Certificates certificates) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(certificates.trust())) {
      store.load(in, Certificates.PASSWORD.toCharArray());
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("waited long enough").isLessThan(deadline);
      Thread.sleep(20);
    }
  }
}
