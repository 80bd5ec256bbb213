package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.result.RunStatus;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program as a service, used as the older service for etcd in containers is. */
class ServiceIT {
  private static final String READ =
      "{\"endpoints\": \"10.0.0.251:2379\", \"clients\": 5, \"conns\": 5, \"total\": 1000, \"key\":"
          + " \"foo\", \"endRange\": \"foo3\", \"consistency\": \"l\"}";
  private static final String WRITE =
      "{\"endpoints\": \"10.0.0.251:2379\", \"clients\": 5, \"conns\": 5, \"total\": 1000,"
          + " \"keySize\": 4, \"valSize\": 64, \"targetLeader\": true, \"sequentialKeys\": true}";

  private static final String CHANGE = "{\"ratePerSecond\": 400, \"shares\": {\"READ\": 1}}";
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @TempDir private Path directory;

  private static HttpResponse<String> post(String address, String type, String body)
      throws Exception {
    return CLIENT.send(
        request(address).header("Content-Type", type).POST(BodyPublishers.ofString(body)).build(),
        BodyHandlers.ofString());
  }

  /** curl -d says that it sends a form. */
  private static HttpResponse<String> curl(String address, String body) throws Exception {
    return post(address, "application/x-www-form-urlencoded", body);
  }

  private static HttpResponse<String> json(String address, String body) throws Exception {
    return post(address, "application/json", body);
  }

  private static String get(String address) throws Exception {
    return CLIENT.send(request(address).build(), BodyHandlers.ofString()).body();
  }

  private static HttpRequest.Builder request(String address) {
    return HttpRequest.newBuilder(URI.create(address)).timeout(Duration.ofMinutes(3));
  }

  @Test
  void theCallsOfTheOlderServiceRunAgainstARealServer() throws Exception {
    try (OwnServer etcd = OwnServer.start("etcd");
        KvbenchProcess service =
            KvbenchProcess.start(
                directory,
                "serve",
                "--port",
                "0",
                "-p",
                "hosts.every=off",
                "-p",
                "exit.on=never")) {
      service.awaitOut("listening on http://127.0.0.1:");
      String address = service.out().replaceFirst("(?s).*listening on (\\S+).*", "$1");

      HttpResponse<String> written =
          curl(
              address + "/benchmark/write?format=csv",
              WRITE.replace("10.0.0.251:2379", etcd.endpoint()));
      HttpResponse<String> slip =
          curl(address + "/benchmark/read", WRITE.replace("10.0.0.251:2379", etcd.endpoint()));
      HttpResponse<String> read =
          curl(address + "/benchmark/read", READ.replace("10.0.0.251:2379", etcd.endpoint()));

      assertThat(written.statusCode()).as(written.body()).isEqualTo(200);
      List<String> lines = written.body().lines().toList();
      assertThat(lines).hasSize(2);
      assertThat(lines.getFirst()).startsWith("TestType,ClusterSize,RequestCount,ClientCount");
      assertThat(lines.getLast()).startsWith("write,1,1000,5,5,4,64,-,");
      assertThat(slip.statusCode()).isEqualTo(400);
      assertThat(slip.body()).contains("/benchmark/write");
      assertThat(read.statusCode()).as(read.body()).isEqualTo(200);
      assertThat(read.body())
          .contains("\"TestType\":\"range\"", "\"RequestCount\":1000", "\"ConnectionCount\":5");
      HttpResponse<String> key =
          curl(
              address + "/benchmark/read",
              READ.replace("10.0.0.251:2379", etcd.endpoint())
                  .replace("\"foo\", \"endRange\": \"foo3\"", "\"0001\""));
      assertThat(key.body()).as("a key that was written").containsPattern("\"50%\":[0-9.]+");
      assertThat(read.body()).as("no such key").doesNotContain("\"50%\"");
      runsThroughTheService(address);
      theLoadIsChanged(address, etcd.endpoint());
      service.signal("TERM");
      assertThat(service.exitCode()).as(service.said()).isZero();
      assertThat(Files.readString(directory.resolve("service/audit.log")))
          .contains("/benchmark/write", "/benchmark/read")
          .contains("\"note\":\"100 % READ, 0 % UPDATE by hand; rate 400/s by hand\"");
    }
  }

  /** The command line with the service has the same result and exit code as without. */
  private void runsThroughTheService(String address) throws Exception {
    try (KvbenchProcess run =
        KvbenchProcess.start(
            directory, "run", "--service", address, "-db", "memory", "-P", "smoke")) {
      assertThat(run.exitCode()).as(run.said()).isZero();
      assertThat(run.out()).contains("smoke").contains("on memory");
      assertThat(run.result().status()).isEqualTo(RunStatus.COMPLETE);
    }
    try (KvbenchProcess refused =
        KvbenchProcess.start(
            directory, "run", "--service", address, "-db", "memory", "-P", "smoke", "-p", "x=1")) {
      assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(refused.err()).contains("properties.x: unknown property");
    }
  }

  /** A run at 50 requests per second gets 400, all of them reads, after its first second. */
  private static void theLoadIsChanged(String address, String endpoint) throws Exception {
    HttpResponse<String> started =
        json(
            address + "/v1/runs",
            """
            {"system": "etcd", "workload": "workloada", "properties": {"recordcount": 100,
             "clients": 4, "operationcount": 0, "maxexecutiontime": 5, "target": 50,
             "endpoints": "ENDPOINT"}}
            """
                .replace("ENDPOINT", endpoint));
    String run = address + started.headers().firstValue("Location").orElseThrow();
    List<Double> reads = new ArrayList<>();
    try (Stream<String> events =
        CLIENT.send(request(run + "/events").build(), BodyHandlers.ofLines()).body()) {
      for (String line : (Iterable<String>) events::iterator) {
        if (line.contains("\"phase\":\"run\"") && line.contains("\"operation\":\"READ\"")) {
          if (reads.isEmpty()) {
            HttpResponse<String> changed = json(run + "/rate", CHANGE);
            assertThat(changed.statusCode()).as(changed.body()).isEqualTo(200);
          }
          reads.add(Double.valueOf(line.replaceFirst(".*\"okPerSecond\":([0-9.]+).*", "$1")));
        }
      }
    }
    assertThat(reads.getFirst()).as("about half of 50").isLessThan(100);
    assertThat(reads).as("of 400").anyMatch(rate -> rate > 300);
    assertThat(get(run + "/files/result.json")).contains("rate 400/s by hand", "load changed");
    assertThat(get(run)).contains("\"verdict\":\"SUSPECT\"");
    assertThat(json(run + "/rate", CHANGE).statusCode()).as("it is over").isEqualTo(409);
  }

  @Test
  void whatIsReachableFromOtherMachinesNeedsTlsAndCredentialsNeedEndpoints() {
    KvbenchCommand open = KvbenchCommand.run(List.of("serve", "--host", "0.0.0.0", "--port", "0"));
    assertThat(open.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(open.err()).contains("--cert and --key", "--token-file or --cacert");
    KvbenchCommand loose =
        KvbenchCommand.run(
            List.of("serve", "-p", "etcd.password=x", "--queue", "-1", "--allow", "etcd.password"));
    assertThat(loose.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(loose.err())
        .contains(
            "etcd.password: needs -p endpoints", "--queue", "--allow etcd.password: is a secret");
  }
}
