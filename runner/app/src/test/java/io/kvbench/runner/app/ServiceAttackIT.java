package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
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

/** What strangers, and clients that send nonsense, can do to a service. */
@Tag("matrix")
class ServiceAttackIT {
  private static final String TOKEN = "0123456789abcdef0123";
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final long GROWTH_BYTES = 100L << 20;
  private static final int REQUESTS = 4_000;
  private static final int THREADS = 32;
  private static final List<String> PATHS =
      List.of("/v1/runs", "/v1/plans", "/benchmark/read", "/benchmark/write", "/v1/runs/x/stop");

  /** Of a system that does not exist, so that no mutation is a run. */
  private static final String BODY =
      "{\"system\": \"nothing\", \"workload\": \"workloada\", \"properties\": {\"clients\": 5}}";

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
      mutations(attack, random, 500);
      serves(address);
      long before = PortAttack.residentBytes(service.handle());

      attack.garbage(random, 1_000);
      mutations(attack, random, REQUESTS);
      attack.hold(() -> serves(address));

      serves(address);
      assertThat(PortAttack.residentBytes(service.handle())).isLessThan(before + GROWTH_BYTES);
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
