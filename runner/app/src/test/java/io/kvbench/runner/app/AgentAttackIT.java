package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.certificate.CertificateAuthority;
import io.kvbench.core.certificate.CertificateRequest;
import io.kvbench.core.certificate.CertificateUse;
import io.kvbench.core.certificate.PemPair;
import io.kvbench.core.certificate.Tls;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real agent under attack: nothing gets in, memory stays flat, and it keeps serving. */
final class AgentAttackIT {
  private static final int CONNECTIONS = 10_000;

  /** As many sources as a process may have open files for, with some to spare. */
  private static final int AT_ONCE = 5_000;

  /** What an agent with a heap of 64 MB may grow by, mostly threads and buffers of connections. */
  private static final long GROWTH_BYTES = 64L << 20;

  private static final String LEASE = "00112233445566778899aabbccddeeff";
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private Path directory;

  private AgentProcesses agents;
  private KvbenchProcess agent;
  private SSLContext controller;

  @BeforeEach
  void start() throws Exception {
    agents = new AgentProcesses(directory);
    agent =
        agents.start(Map.of("JAVA_TOOL_OPTIONS", "-Xmx64m -Xss512k"), "--allow", "etcd,zookeeper");
    controller =
        Tls.mutual(
            PemPair.named(directory.resolve("certs"), "controller"),
            agents.authority().certificate());
  }

  @AfterEach
  void nothingWasLetIn() throws IOException {
    try (AgentProcesses ending = agents) {
      assertThat(ending.content(1)).as("files of servers").isEmpty();
      assertThat(agent.out().lines()).as("it has done nothing").hasSize(1);
      assertThat(agent.err()).doesNotContain("Exception", "OutOfMemory");
      assertThat(agent.handle().isAlive()).isTrue();
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
            Tls.trusting(ca),
            Tls.mutual(stranger, ca),
            Tls.mutual(expired, ca),
            Tls.mutual(host, ca))) {
      assertRefused(refused);
    }
    assertThat(status(Tls.mutual(peer, ca), "status", "{\"lease\":\"" + LEASE + "\"}"))
        .as("a certificate for servers too")
        .isEqualTo(403);
    assertThat(said("GET /clock HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII)))
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
    byte[] garbage = new byte[100_000];
    garbage(random, garbage, 200);
    serves();
    long before = residentBytes();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<?> tooLarge = threads.submit(this::sendTooMuch);
      garbage(random, garbage, 2_000);
      tooLarge.get();
      long attempts = hold(threads);
      assertThat(attempts).isEqualTo(CONNECTIONS);
    }
    serves();
    assertThat(residentBytes()).isLessThan(before + GROWTH_BYTES);
  }

  /** Whatever is no TLS, in pieces of any length. */
  private void garbage(Random random, byte[] garbage, int times) throws IOException {
    for (int time = 0; time < times; time++) {
      random.nextBytes(garbage);
      if (time % 2 == 0) {
        // The beginning of a handshake whose rest makes no sense.
        System.arraycopy(new byte[] {22, 3, 1, 2, 0, 1, 0, 1, (byte) 252, 3, 3}, 0, garbage, 0, 11);
      }
      try (Socket socket = connect()) {
        socket.getOutputStream().write(garbage, 0, random.nextInt(garbage.length));
      } catch (IOException e) {
        // It has hung up.
      }
    }
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

  /**
   * Opens connections that say nothing, or begin a handshake byte by byte, and holds them open.
   *
   * @return how many there were
   */
  private long hold(ExecutorService threads) throws Exception {
    List<Socket> open = new ArrayList<>();
    long attempts = 0;
    try {
      while (attempts < CONNECTIONS) {
        Semaphore connecting = new Semaphore(64);
        List<Future<Socket>> wave = new ArrayList<>();
        for (int each = 0; each < AT_ONCE; each++) {
          boolean speaks = each % 2 == 0;
          wave.add(threads.submit(() -> slow(connecting, speaks)));
        }
        for (Future<Socket> each : wave) {
          open.add(each.get());
          attempts++;
        }
        serves();
        for (Socket socket : open) {
          socket.close();
        }
        open.clear();
      }
      return attempts;
    } finally {
      for (Socket socket : open) {
        socket.close();
      }
    }
  }

  private Socket slow(Semaphore connecting, boolean speaks) throws InterruptedException {
    connecting.acquire();
    Socket socket = new Socket();
    try {
      socket.connect(address(), 30_000);
      if (speaks) {
        socket.getOutputStream().write(new byte[] {22, 3, 1});
      }
    } catch (IOException e) {
      // It takes no more at the moment, and says so.
    } finally {
      connecting.release();
    }
    return socket;
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket();
    socket.connect(address(), 30_000);
    socket.setSoTimeout(30_000);
    return socket;
  }

  private String said(byte[] bytes) throws IOException {
    try (Socket socket = connect();
        OutputStream out = socket.getOutputStream();
        InputStream in = socket.getInputStream()) {
      out.write(bytes);
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  /** An honest controller is served, after some attempts while all places are taken. */
  private void serves() throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    List<String> failures = new ArrayList<>();
    while (true) {
      try (HttpClient http = client(controller)) {
        HttpResponse<String> clock = http.send(get("/clock"), BodyHandlers.ofString());
        assertThat(clock.statusCode()).isEqualTo(200);
        assertThat(clock.body().strip()).matches("\\d+");
        return;
      } catch (IOException e) {
        failures.add(e.toString());
        assertThat(System.nanoTime()).as(failures::toString).isLessThan(deadline);
      }
    }
  }

  private int status(SSLContext shown, String request, String document) throws Exception {
    try (HttpClient http = client(shown)) {
      return http.send(post("/agent/" + request, document), BodyHandlers.discarding()).statusCode();
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

  private InetSocketAddress address() {
    String[] parts = agents.place(1).split(":", -1);
    return new InetSocketAddress(parts[0], Integer.parseInt(parts[1]));
  }

  private static HttpClient client(SSLContext context) {
    return HttpClient.newBuilder()
        .sslContext(context)
        .version(HttpClient.Version.HTTP_1_1)
        .connectTimeout(Duration.ofSeconds(10))
        .build();
  }

  /** Of the JVM that serves, if the one that was started has started another. */
  private long residentBytes() {
    return Stream.concat(Stream.of(agent.handle()), agent.handle().descendants())
        .mapToLong(process -> residentBytes(process.pid()))
        .max()
        .orElseThrow();
  }

  private static long residentBytes(long pid) {
    try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(pid), "status"))) {
      return lines
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
          .max()
          .orElse(0);
    } catch (IOException e) {
      return 0;
    }
  }
}
