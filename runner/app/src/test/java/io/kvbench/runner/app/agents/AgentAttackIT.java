package io.kvbench.runner.app.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.certificate.CertificateAuthority;
import io.kvbench.core.certificate.CertificateRequest;
import io.kvbench.core.certificate.CertificateUse;
import io.kvbench.core.certificate.PemPair;
import io.kvbench.core.certificate.TlsContexts;
import io.kvbench.runner.app.KvbenchProcess;
import io.kvbench.runner.app.PortAttack;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A real agent under attack: nothing gets in, memory stays flat, and it keeps serving. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class AgentAttackIT {
  /**
   * The allowed growth of an agent with a heap of 64 MB, mostly threads and buffers of connections.
   */
  private static final long GROWTH_BYTES = 64L << 20;

  private static final String LEASE = "00112233445566778899aabbccddeeff";
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private static Path directory;

  private AgentProcesses agents;
  private KvbenchProcess agent;
  private SSLContext controller;
  private PortAttack attack;

  @BeforeAll
  void start() throws Exception {
    agents = new AgentProcesses(directory);
    agent =
        agents.start(Map.of("JAVA_TOOL_OPTIONS", "-Xmx64m -Xss512k"), "--allow", "etcd,zookeeper");
    controller =
        TlsContexts.mutual(
            PemPair.named(directory.resolve("certs"), "controller"),
            agents.authority().certificate());
    String[] place = agents.place(1).split(":", -1);
    attack = new PortAttack(new InetSocketAddress(place[0], Integer.parseInt(place[1])));
  }

  @AfterEach
  void nothingWasLetIn() throws IOException {
    assertThat(agents.content(1)).as("files of servers").isEmpty();
    assertThat(agent.out().lines()).as("it has done nothing").hasSize(1);
    assertThat(agent.err()).doesNotContain("Exception", "OutOfMemory");
    assertThat(agent.handle().isAlive()).isTrue();
  }

  @AfterAll
  void stop() {
    if (agents != null) {
      agents.close();
    }
  }

  @Test
  void onlyAControllersCertificateIsLetIn() throws Exception {
    Path ca = agents.authority().certificate();
    CertificateAuthority other = CertificateAuthority.create(directory.resolve("other"));
    PemPair stranger =
        other.issue(CertificateRequest.of("controller", CertificateUse.CONTROLLER, List.of()));
    PemPair expired =
        issue(new CertificateRequest("old", CertificateUse.CONTROLLER, List.of(), 9, 2));
    PemPair host = PemPair.named(directory.resolve("certs"), "db1");
    PemPair peer = issue(CertificateRequest.of("peer", CertificateUse.PEER, List.of("localhost")));
    assertThat(status(controller, "status", "{\"lease\":\"" + LEASE + "\"}")).isEqualTo(409);
    for (SSLContext refused :
        List.of(
            TlsContexts.trusting(ca),
            TlsContexts.mutual(stranger, ca),
            TlsContexts.mutual(expired, ca),
            TlsContexts.mutual(host, ca))) {
      assertRefused(refused);
    }
    assertThat(status(TlsContexts.mutual(peer, ca), "status", "{\"lease\":\"" + LEASE + "\"}"))
        .as("a certificate for servers too")
        .isEqualTo(403);
    assertThat(
            attack.said(
                "GET /clock HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII)))
        .as("plain HTTP to a port with TLS")
        .doesNotContain("200");
    serves();
  }

  private PemPair issue(CertificateRequest request) throws Exception {
    return agents.authority().issue(request);
  }

  /** With TLS 1.3 a client learns only when it reads that its certificate was refused. */
  private void assertRefused(SSLContext stranger) throws InterruptedException {
    for (String path : List.of("/clock", "/samples", "/agent/prepare")) {
      try (HttpClient http = client(stranger)) {
        HttpResponse<byte[]> response = http.send(get(path), BodyHandlers.ofByteArray());
        throw new AssertionError(path + " was answered with " + response.statusCode());
      } catch (IOException e) {
        assertThat(e).isNotNull();
      }
    }
  }

  @Test
  void nothingIsDoneThatIsNotOnTheList() throws Exception {
    String recipe = "{\"system\":\"zookeeper\",\"settings\":{%s}}";
    String prepare = "{\"recipe\":%s,\"host\":\"%s\",\"nodes\":1,\"clientPorts\":[]}";
    String plain = recipe.formatted("");
    assertThat(status(controller, "exec", "{\"command\":\"id\"}")).isEqualTo(404);
    assertThat(status(controller, "../agent/exec", "{}")).isEqualTo(404);
    for (String document :
        List.of(
            "",
            "null",
            "[]",
            "{",
            "{\"lease\":1}",
            "[".repeat(60_000),
            prepare.formatted(plain, "127.0.0.2") + "{}",
            prepare.formatted(plain, "0.0.0.0"),
            prepare.formatted(plain, "127.0.0.2; id"),
            prepare.formatted(plain, "db1"),
            prepare.formatted(plain, "127.0.0.2").replace("\"nodes\":1", "\"nodes\":1000000"),
            prepare.formatted(plain, "127.0.0.2").replace("\"nodes\":1", "\"nodes\":1,\"nodes\":1"),
            prepare.formatted(plain, "127.0.0.2").replace("[]", "[0]"),
            prepare.formatted(plain, "127.0.0.2").replace("[]", "[null]"),
            prepare.formatted(plain, "127.0.0.2").replace("}", ",\"program\":\"/bin/sh\"}"),
            prepare.formatted(plain.replace("zookeeper", "../zookeeper"), "127.0.0.2"),
            prepare.formatted(plain.replace("zookeeper", "nosuch"), "127.0.0.2"),
            prepare.formatted(recipe.formatted("\"cluster.bin\":\"/bin/sh\""), "127.0.0.2"),
            prepare.formatted(recipe.formatted("\"cluster.dir\":\"/etc\""), "127.0.0.2"),
            prepare.formatted(
                recipe.formatted("\"cluster.zookeeper.tickTime\":\"x\""), "127.0.0.2"),
            prepare.formatted(
                recipe.formatted("\"cluster.zookeeper.heap\":\"1g\\ndataDir=/\""), "127.0.0.2"),
            prepare.formatted(recipe.formatted("\"cluster.zookeeper.heap\":null"), "127.0.0.2"))) {
      assertThat(status(controller, "prepare", document)).as(document).isEqualTo(400);
    }
    assertThat(
            status(
                controller,
                "prepare",
                prepare.formatted(
                    recipe.formatted("\"cluster.zookeeper.flags\":\"-XX:OnError=id\""),
                    "127.0.0.2")))
        .as("flags of the user's own")
        .isEqualTo(403);
    assertThat(
            status(
                controller,
                "prepare",
                prepare.formatted(plain.replace("zookeeper", "consul"), "127.0.0.2")))
        .as("a system that is not allowed")
        .isEqualTo(403);
    assertThat(status(controller, "prepare", prepare.formatted(plain, "192.0.2.1")))
        .as("the address of another host")
        .isEqualTo(422);
    for (String lease : List.of(LEASE, "../../etc/passwd", "")) {
      for (String request : List.of("status", "stop", "keep")) {
        assertThat(status(controller, request, "{\"lease\":\"" + lease + "\"}"))
            .as("%s with lease '%s'", request, lease)
            .isIn(400, 409);
      }
      assertThat(status(controller, "log", "{\"lease\":\"" + lease + "\",\"node\":1,\"from\":0}"))
          .isIn(400, 409);
    }
    aBrowserCannotAsk();
    serves();
  }

  private void aBrowserCannotAsk() throws Exception {
    try (HttpClient http = client(controller)) {
      HttpRequest plain =
          HttpRequest.newBuilder(uri("/agent/status"))
              .header("Content-Type", "text/plain")
              .POST(BodyPublishers.ofString("{\"lease\":\"" + LEASE + "\"}"))
              .build();
      assertThat(http.send(plain, BodyHandlers.discarding()).statusCode()).isEqualTo(415);
      HttpRequest put =
          HttpRequest.newBuilder(uri("/agent/status")).PUT(BodyPublishers.noBody()).build();
      assertThat(http.send(put, BodyHandlers.discarding()).statusCode()).isEqualTo(405);
    }
  }

  /** Most of it without a certificate, since that is what strangers can do. */
  @Test
  @Tag("matrix")
  void floodsLeaveItsMemoryFlatAndControllersServed() throws Exception {
    Random random = new Random(1);
    attack.garbage(random, 200);
    serves();
    long before = PortAttack.residentBytes(agent.handle());
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<?> tooLarge = threads.submit(this::sendTooMuch);
      attack.garbage(random, 2_000);
      tooLarge.get();
    }
    attack.hold(this::serves);
    serves();
    assertThat(PortAttack.residentBytes(agent.handle())).isLessThan(before + GROWTH_BYTES);
  }

  private Void sendTooMuch() throws Exception {
    for (int time = 0; time < 50; time++) {
      try (HttpClient http = client(controller)) {
        HttpRequest large = post("/agent/status", "{\"lease\":\"" + "0".repeat(4 << 20) + "\"}");
        assertThat(http.send(large, BodyHandlers.discarding()).statusCode()).isIn(413, 503);
      } catch (IOException e) {
        // It has hung up before everything was sent.
      }
      try (HttpClient http = client(controller)) {
        HttpRequest.Builder headers = HttpRequest.newBuilder(uri("/clock"));
        IntStream.range(0, 100).forEach(each -> headers.header("X-" + each, "x".repeat(1_000)));
        assertThat(http.send(headers.build(), BodyHandlers.discarding()).statusCode())
            .isGreaterThanOrEqualTo(400);
      } catch (IOException e) {
        // It has hung up before everything was sent.
      }
    }
    return null;
  }

  private void serves() throws InterruptedException {
    HttpResponse<String> clock = answer(controller, get("/clock"));
    assertThat(clock.statusCode()).isEqualTo(200);
    assertThat(clock.body().strip()).matches("\\d+");
  }

  private int status(SSLContext shown, String request, String document)
      throws InterruptedException {
    return answer(shown, post("/agent/" + request, document)).statusCode();
  }

  /** Sends a request again while all places are taken, or the agent has no time for it. */
  private static HttpResponse<String> answer(SSLContext shown, HttpRequest request)
      throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    List<String> failures = new ArrayList<>();
    while (true) {
      try (HttpClient http = client(shown)) {
        return http.send(request, BodyHandlers.ofString());
      } catch (IOException e) {
        failures.add(e.toString());
        assertThat(System.nanoTime()).as(failures::toString).isLessThan(deadline);
      }
    }
  }

  private HttpRequest post(String path, String document) {
    return HttpRequest.newBuilder(uri(path))
        .timeout(PATIENCE)
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString(document))
        .build();
  }

  private HttpRequest get(String path) {
    return HttpRequest.newBuilder(uri(path)).timeout(Duration.ofSeconds(10)).build();
  }

  private URI uri(String path) {
    return URI.create("https://" + agents.place(1) + path);
  }

  private static HttpClient client(SSLContext context) {
    return HttpClient.newBuilder().sslContext(context).version(HttpClient.Version.HTTP_1_1).build();
  }
}
