package io.kvbench.runner.metrics;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.certificate.TlsContexts;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problem;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.testkit.Certificates;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsEndpointTest {
  private static final String TOKEN = "0123456789abcdef0123";
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @TempDir Path directory;
  private final LiveMetrics metrics =
      new LiveMetrics("memory", "smoke", () -> 0, NanoClock.system());

  private static Settings settings(Map<String, String> given, Problems problems) {
    Assignments assignments = new Assignments();
    given.forEach((name, value) -> assignments.add(name, value, Origin.of("-p")));
    return Settings.resolve(assignments, MetricsSettings.all(), problems);
  }

  private MetricsEndpoint open(Map<String, String> given) throws IOException {
    return MetricsEndpoint.open(settings(given, new Problems()), metrics);
  }

  private static HttpResponse<String> get(String url, String... headers) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return CLIENT.send(request.build(), BodyHandlers.ofString());
  }

  @Test
  void servesTheMetricsAndNothingElse() throws Exception {
    metrics.nodes().inPhase(true);
    metrics.nodes().sampled("local", Samples.sample(0, Samples.process("n", 0, 1)));
    try (MetricsEndpoint endpoint = open(Map.of("metrics.port", "0"))) {
      assertThat(endpoint.url()).matches("http://127\\.0\\.0\\.1:\\d+/metrics");
      HttpResponse<String> answer = get(endpoint.url());
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.headers().firstValue("Content-Type"))
          .contains("text/plain; version=0.0.4; charset=utf-8");
      assertThat(answer.body()).contains("kvbench_node_resident_bytes{");
      assertThat(get(endpoint.url() + "/../secret").statusCode()).isEqualTo(404);
      HttpRequest post =
          HttpRequest.newBuilder(URI.create(endpoint.url())).POST(BodyPublishers.noBody()).build();
      assertThat(CLIENT.send(post, BodyHandlers.ofString()).statusCode()).isEqualTo(405);
    }
  }

  @Test
  void aNameThatOnlyLeadsHereIsRefusedAndIdleConnectionsKeepNobodyOut() throws Exception {
    try (MetricsEndpoint endpoint = open(Map.of("metrics.port", "0"))) {
      List<Socket> idle = new ArrayList<>();
      URI uri = URI.create(endpoint.url());
      for (int i = 0; i < 70; i++) {
        idle.add(new Socket(uri.getHost(), uri.getPort()));
        idle.getLast().getOutputStream().write('G');
      }
      assertThat(status(uri, "localhost:9464")).contains(" 200 ");
      assertThat(status(uri, "evil.example")).contains(" 403 ");
      for (Socket each : idle) {
        each.close();
      }
    }
  }

  /** A name of this machine for loopback, as many systems have one. */
  @Test
  void theNameThatItListensOnIsItsOwn() throws Exception {
    Map<String, String> given = Map.of("metrics.port", "0", "metrics.host", "127.1");
    Problems problems = new Problems();
    MetricsSettings.check(settings(given, problems), problems);
    assertThat(problems.list()).isEmpty();
    try (MetricsEndpoint endpoint = open(given)) {
      // 127.1 is no host to java.net.URI.
      URI uri = URI.create(endpoint.url().replace("127.1", "127.0.0.1"));
      assertThat(status(uri, "127.1:9464")).contains(" 200 ");
    }
  }

  private static String status(URI uri, String host) throws IOException {
    try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
      socket.setSoTimeout(60_000);
      String request = "GET /metrics HTTP/1.1\r\nHost: " + host + "\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
          .readLine();
    }
  }

  @Test
  void requestsWithTooLongOrTooManyHeadersAreRefused() throws Exception {
    String megabyte = "a".repeat(1 << 20);
    String headers =
        IntStream.range(0, 1_000).mapToObj("X-%d: 1\r\n"::formatted).collect(joining());
    try (MetricsEndpoint endpoint = open(Map.of("metrics.port", "0"))) {
      URI uri = URI.create(endpoint.url());
      String host = "Host: 127.0.0.1:" + uri.getPort() + "\r\n";
      for (String request :
          List.of(
              "GET /metrics HTTP/1.1\r\n" + host + "X-Long: " + megabyte + "\r\n\r\n",
              "GET /metrics HTTP/1.1\r\n" + host + headers + "\r\n",
              "GET /metrics?" + megabyte + " HTTP/1.1\r\n" + host + "\r\n",
              megabyte + "\r\n\r\n")) {
        assertThat(raw(uri.getPort(), request)).doesNotContain(" 200 ", "kvbench_");
      }
      assertThat(get(endpoint.url()).statusCode()).isEqualTo(200);
    }
  }

  /** Returns the answer, empty where the connection was closed without one. */
  private static String raw(int port, String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    } catch (SocketException e) {
      return "";
    }
  }

  @Test
  void nobodyListensAfterwards() throws Exception {
    MetricsEndpoint endpoint = open(Map.of("metrics.port", "0"));
    String url = endpoint.url();
    endpoint.close();

    assertThatThrownBy(() -> get(url)).isInstanceOf(ConnectException.class);
  }

  @Test
  void whereThereIsATokenItHasToBeShown() throws Exception {
    Path file = secret("token", TOKEN + "\n");
    Map<String, String> given = Map.of("metrics.port", "0", "metrics.token.file", file.toString());
    try (MetricsEndpoint endpoint = open(given)) {
      HttpResponse<String> refused = get(endpoint.url());
      assertThat(refused.statusCode()).isEqualTo(401);
      assertThat(refused.headers().firstValue("WWW-Authenticate")).contains("Bearer");
      assertThat(get(endpoint.url(), "Authorization", "Bearer wrong").statusCode()).isEqualTo(401);
      assertThat(get(endpoint.url(), "Authorization", TOKEN).statusCode()).isEqualTo(401);
      assertThat(get(endpoint.url(), "Authorization", "Bearer " + TOKEN).statusCode())
          .isEqualTo(200);
    }
  }

  @Test
  void aPortThatIsTakenIsSaidSo() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());

      assertThatThrownBy(() -> open(Map.of("metrics.port", port)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("metrics.port=" + port)
          .hasMessageContaining("another port");
    }
  }

  @Test
  void otherMachinesNeedATokenAndTls() throws Exception {
    Certificates.Pair own = new Certificates(directory).valid("host");
    String token = secret("token", TOKEN).toString();

    assertThat(offLoopback())
        .singleElement()
        .asString()
        .contains("metrics.host=0.0.0.0", "metrics.token.file", "metrics.cert", "ssh -L");
    assertThat(offLoopback("metrics.token.file", token))
        .singleElement()
        .asString()
        .contains("metrics.key", "metrics.plaintext=true")
        .doesNotContain("metrics.token.file");
    assertThat(offLoopback("metrics.token.file", token, "metrics.plaintext", "true")).isEmpty();
    assertThat(
            offLoopback(
                "metrics.token.file", token,
                "metrics.cert", own.certificate().toString(),
                "metrics.key", own.key().toString()))
        .isEmpty();
  }

  /** Returns what is wrong with an address that other machines reach and these settings. */
  private static List<Problem> offLoopback(String... namesAndValues) {
    Map<String, String> given =
        new HashMap<>(Map.of("metrics.port", "0", "metrics.host", "0.0.0.0"));
    for (int i = 0; i < namesAndValues.length; i += 2) {
      given.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    Problems problems = new Problems();
    MetricsSettings.check(settings(given, problems), problems);
    return problems.list();
  }

  @Test
  void aCertificateMakesItHttps() throws Exception {
    Certificates certificates = new Certificates(directory);
    Certificates.Pair own = certificates.valid("host");
    Map<String, String> given =
        Map.of(
            "metrics.port", "0",
            "metrics.cert", own.certificate().toString(),
            "metrics.key", own.key().toString());
    try (MetricsEndpoint endpoint = open(given);
        HttpClient client =
            HttpClient.newBuilder()
                .sslContext(TlsContexts.trusting(certificates.authority()))
                .build()) {
      assertThat(endpoint.url()).startsWith("https://127.0.0.1:");
      HttpRequest request = HttpRequest.newBuilder(URI.create(endpoint.url())).build();
      assertThat(client.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void certificatesAreCheckedBeforeTheRun() throws Exception {
    Certificates.Pair own = new Certificates(directory).valid("host");
    String certificate = own.certificate().toString();

    assertThat(offLoopback("metrics.cert", certificate).toString())
        .contains("metrics.cert and metrics.key must be used together");
    assertThat(
            offLoopback(
                    "metrics.cert",
                    certificate,
                    "metrics.key",
                    directory.resolve("none.key").toString())
                .toString())
        .contains("metrics.cert: ", "none.key");
    assertThat(
            offLoopback(
                    "metrics.cert",
                    certificate,
                    "metrics.key",
                    own.key().toString(),
                    "metrics.plaintext",
                    "true")
                .toString())
        .contains("mutually exclusive");
  }

  @Test
  void whatIsWrongIsSaidBeforeTheRun() throws Exception {
    Path small = secret("short", "hushhush");
    Path open = Files.writeString(directory.resolve("open"), TOKEN);
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));
    Problems problems = new Problems();
    MetricsSettings.check(
        settings(Map.of("metrics.port", "0", "metrics.token.file", small.toString()), problems),
        problems);
    MetricsSettings.check(
        settings(
            Map.of("metrics.port", "0", "metrics.token.file", directory.resolve("no").toString()),
            problems),
        problems);
    MetricsSettings.check(
        settings(Map.of("metrics.port", "0", "metrics.token.file", open.toString()), problems),
        problems);
    MetricsSettings.check(settings(Map.of("metrics.host", "127.0.0.1"), problems), problems);

    assertThat(problems.list().toString())
        .contains(
            "not 16 to 1024 characters",
            "is not there",
            "chmod o-rw",
            "no effect without metrics.port")
        .doesNotContain("hushhush");
  }

  private Path secret(String name, String text) throws IOException {
    Path file = Files.writeString(directory.resolve(name), text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }
}
