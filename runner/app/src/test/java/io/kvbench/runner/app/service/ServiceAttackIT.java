package io.kvbench.runner.app.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.runner.app.KvbenchProcess;
import io.kvbench.runner.app.PortAttack;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the service against unauthenticated clients and malformed requests. */
@Tag("matrix")
class ServiceAttackIT {
  private static final String TOKEN = "0123456789abcdef0123";
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final long GROWTH_BYTES = 100L << 20;
  private static final int MUTATIONS = 1_000;

  /** Many, since those that wait for the time limit only wait; fewer than the service accepts. */
  private static final int THREADS = 128;

  private static final int REQUESTS = 20_000;
  private static final int REQUESTING = 16;

  /**
   * The allowed growth of the heap after a full collection: leaked runs and connections would
   * exceed it.
   */
  private static final long HEAP_GROWTH_BYTES = 4L << 20;

  private static final List<String> PATHS =
      List.of("/v1/runs", "/v1/plans", "/benchmark/read", "/benchmark/write", "/v1/runs/x/stop");

  /** Of a system that does not exist, so that no mutation is a run. */
  private static final String BODY =
      "{\"system\": \"nothing\", \"workload\": \"workloada\", \"properties\": {\"clients\": 5}}";

  /**
   * A request with the token, and its answer.
   *
   * @param header one more
   */
  private record Asked(String method, String path, String header, String body, int status) {
    HttpRequest to(URI address) {
      String[] more = header.split(": ", 2);
      return HttpRequest.newBuilder(address.resolve(path))
          .timeout(PATIENCE)
          .setHeader("Authorization", "Bearer " + TOKEN)
          .setHeader("Content-Type", "application/json")
          .setHeader(more[0], more[1])
          .method(method, BodyPublishers.ofString(body))
          .build();
    }
  }

  private static final String PLAIN = "Accept: */*";
  private static final List<Asked> ASKED =
      List.of(
          new Asked("GET", "/v1/runs", PLAIN, "", 200),
          new Asked("GET", "/v1/runs", "Authorization: Bearer 0123456789abcdef0124", "", 401),
          new Asked("POST", "/v1/plans", PLAIN, BODY.replace("nothing", "memory"), 200),
          new Asked("POST", "/v1/runs", PLAIN, BODY, 400),
          new Asked("POST", "/v1/runs", PLAIN, "[".repeat(10_000), 400),
          new Asked("POST", "/v1/runs", PLAIN, " ".repeat(70_000), 413),
          new Asked("POST", "/v1/runs", "Content-Type: text/plain", BODY, 415),
          new Asked("POST", "/v1/runs", "Origin: http://attacker.example", BODY, 403),
          new Asked("POST", "/benchmark/write", "Sec-Fetch-Site: cross-site", BODY, 403),
          new Asked("GET", "/v1/runs/..%2f..%2fservice.lock", PLAIN, "", 404),
          new Asked("GET", "/v1/runs/x/files/..%2frun.json", PLAIN, "", 404),
          new Asked("POST", "/v1/runs/x/rate", PLAIN, "{\"ratePerSecond\": 1}", 404),
          new Asked("DELETE", "/v1/runs", PLAIN, "", 405));

  @TempDir private Path directory;

  @Test
  void nonsenseIsRefusedAndLeavesTheMemoryFlat() throws Exception {
    Path token = directory.resolve("token");
    Files.writeString(token, TOKEN + "\n");
    Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
    try (KvbenchProcess service =
        KvbenchProcess.start(
            Path.of(System.getProperty("java.home"), "bin", "java"),
            directory,
            Map.of("JAVA_TOOL_OPTIONS", "-Xmx64m -Xss512k"),
            "serve",
            "--port",
            "0",
            "--token-file",
            token.toString())) {
      service.awaitOut("listening on http://127.0.0.1:");
      URI address = URI.create(service.out().replaceFirst("(?s).*listening on (\\S+).*", "$1"));
      PortAttack attack =
          new PortAttack(new InetSocketAddress(address.getHost(), address.getPort()));
      Random random = new Random(1);
      attack.garbage(random, 200);
      mutations(attack, random, MUTATIONS / 4);
      requests(address, REQUESTS / 10);
      serves(address);
      long before = PortAttack.residentBytes(service.handle());
      long heapBefore = heapBytes(service.handle());

      attack.garbage(random, 500);
      mutations(attack, random, MUTATIONS);
      requests(address, REQUESTS);
      attack.hold(() -> serves(address));

      serves(address);
      assertThat(PortAttack.residentBytes(service.handle())).isLessThan(before + GROWTH_BYTES);
      assertThat(heapBytes(service.handle())).isLessThan(heapBefore + HEAP_GROWTH_BYTES);
      assertThat(service.handle().isAlive()).isTrue();
      assertThat(service.err()).doesNotContain("Exception", "OutOfMemory");
    }
    try (Stream<Path> runs = Files.list(directory.resolve("service/runs"))) {
      assertThat(runs).as("nothing was let in").isEmpty();
    }
    assertThat(Files.readString(directory.resolve("service/audit.log")))
        .contains("\"omitted\":")
        .doesNotContain("internal error");
  }

  /** Sends requests of every kind, each of which gets its own answer however many there are. */
  private static void requests(URI address, int times) throws Exception {
    try (HttpClient http = HttpClient.newHttpClient();
        ExecutorService threads = Executors.newFixedThreadPool(REQUESTING)) {
      List<Future<?>> sent = new ArrayList<>();
      for (int thread = 0; thread < REQUESTING; thread++) {
        sent.add(
            threads.submit(
                () -> {
                  for (int time = 0; time < times / REQUESTING; time++) {
                    // Three of four are cheap, since it is their number that would fill a heap.
                    Asked asked = ASKED.get(time % 4 == 0 ? time / 4 % ASKED.size() : 0);
                    HttpResponse<Void> answer =
                        http.send(asked.to(address), BodyHandlers.discarding());
                    assertThat(answer.statusCode()).as(asked::toString).isEqualTo(asked.status());
                  }
                  return null;
                }));
      }
      for (Future<?> each : sent) {
        each.get();
      }
    }
  }

  /** Returns the bytes of the objects that the JVM that serves has after a full collection. */
  private static long heapBytes(ProcessHandle service) throws Exception {
    ProcessHandle serving =
        Stream.concat(Stream.of(service), service.descendants())
            .max(Comparator.comparingLong(PortAttack::residentBytes))
            .orElseThrow();
    Process jcmd =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                Long.toString(serving.pid()),
                "GC.class_histogram")
            .redirectErrorStream(true)
            .start();
    String said = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return said.lines()
        .filter(line -> line.startsWith("Total "))
        .mapToLong(line -> Long.parseLong(line.replaceFirst("Total +\\d+ +(\\d+).*", "$1")))
        .findFirst()
        .orElseThrow(() -> new AssertionError(said));
  }

  /** Sends them from many connections at once: those without an end wait for the time limit. */
  private static void mutations(PortAttack attack, Random random, int times) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Integer>> refused = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        Random own = new Random(random.nextLong());
        refused.add(threads.submit(() -> mutated(attack, own, times / THREADS)));
      }
      int sum = 0;
      for (Future<Integer> each : refused) {
        sum += each.get();
      }
      assertThat(sum).as("answers to requests that are still requests").isGreaterThan(times / 4);
    }
  }

  /** Sends requests in which some bytes are others, half of them with the token. */
  private static int mutated(PortAttack attack, Random random, int times) throws IOException {
    int refused = 0;
    for (int time = 0; time < times; time++) {
      byte[] request = request(random, time % 2 == 0);
      for (int change = random.nextInt(6); change > 0; change--) {
        request[random.nextInt(request.length)] = (byte) random.nextInt(256);
      }
      try {
        String answer = attack.said(request);
        assertThat(answer).doesNotContain(" 200 OK", " 201 Created");
        refused += answer.startsWith("HTTP/1.1 4") ? 1 : 0;
      } catch (IOException e) {
        // It has hung up.
      }
    }
    return refused;
  }

  private static byte[] request(Random random, boolean admitted) throws IOException {
    byte[] body = BODY.getBytes(StandardCharsets.US_ASCII);
    for (int change = random.nextInt(4); change > 0; change--) {
      body[random.nextInt(body.length)] = (byte) random.nextInt(256);
    }
    String head =
        "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n%sContent-Length: %d\r\nConnection: close\r\n\r\n"
            .formatted(
                PATHS.get(random.nextInt(PATHS.size())),
                admitted ? "Authorization: Bearer " + TOKEN + "\r\n" : "",
                body.length);
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    request.write(head.getBytes(StandardCharsets.US_ASCII));
    request.write(body);
    return request.toByteArray();
  }

  /** A client with the token is served, after some attempts while all places are taken. */
  private static void serves(URI address) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    List<String> failures = new ArrayList<>();
    while (true) {
      try (HttpClient http = HttpClient.newHttpClient()) {
        HttpRequest list =
            HttpRequest.newBuilder(address.resolve("/v1/runs"))
                .timeout(Duration.ofSeconds(10))
                .header("Authorization", "Bearer " + TOKEN)
                .build();
        HttpResponse<String> answer = http.send(list, BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("{\"runs\":[]}");
        return;
      } catch (IOException e) {
        failures.add(e.toString());
        assertThat(System.nanoTime()).as(failures::toString).isLessThan(deadline);
      }
    }
  }
}
