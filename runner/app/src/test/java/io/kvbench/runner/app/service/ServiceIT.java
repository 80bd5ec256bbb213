package io.kvbench.runner.app.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.results.format.RunStatus;
import io.kvbench.runner.app.KvbenchCommand;
import io.kvbench.runner.app.KvbenchProcess;
import io.kvbench.runner.app.KvbenchThread;
import io.kvbench.runner.app.OwnServer;
import io.kvbench.runner.app.RunningKvbench;
import io.kvbench.runner.app.terminal.ExitCode;
import java.io.IOException;
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
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program as a service, used as the older service for etcd in containers is. */
class ServiceIT {
  /** The two calls of the older service's documentation, the second with the slip in its path. */
  private static final String READ =
      """
      curl -d '{"endpoints": "10.0.0.251:2379", "clients": 5, "conns": 5, "total": 1000, "key": "foo", "endRange": "foo3", "consistency": "l"}'  http://localhost:8080/benchmark/read
      """;

  private static final String WRITE =
      """
      curl -d '{"endpoints": "10.0.0.251:2379", "clients": 5, "conns": 5, "total": 1000, "keySize": 4, "valSize": 64, "targetLeader": true, "sequentialKeys": true}'  http://localhost:8080/benchmark/read
      """;

  /** A list of scenarios as its script has one: writes, and then reads. */
  private static final List<String> SCENARIOS =
      List.of(
          WRITE.replace("/read", "/write?format=csv"),
          WRITE
              .replace("/read", "/write?format=csv")
              .replace("\"clients\": 5, \"conns\": 5", "\"clients\": 10, \"conns\": 2")
              .replace("\"keySize\": 4, \"valSize\": 64", "\"keySize\": 8, \"valSize\": 256")
              .replace("\"targetLeader\": true", "\"targetLeader\": false"),
          READ.replace("/read", "/read?format=csv").replace("\"l\"", "\"s\""));

  private static final String COLUMNS =
      "TestType,ClusterSize,RequestCount,ClientCount,ConnectionCount,KeySize,ValueSize,Consistency,"
          + "Total,Slowest,Fastest,Average,Stddev,Requests/sec,10%,25%,50%,75%,90%,95%";
  private static final String FIGURES = "(,\\d+\\.\\d{4}){12}";

  private static final String CHANGE = "{\"ratePerSecond\": 200, \"shares\": {\"READ\": 1}}";
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @TempDir private Path directory;

  private String[] serve(String place, String... options) {
    List<String> arguments = new ArrayList<>(List.of("serve", "--port", "0"));
    arguments.addAll(List.of("--directory", directory.resolve(place).toString()));
    arguments.addAll(List.of("-p", "hosts.every=off", "-p", "exit.on=never"));
    arguments.addAll(List.of(options));
    return arguments.toArray(String[]::new);
  }

  private static String address(RunningKvbench service) throws InterruptedException {
    service.awaitOut("listening on http");
    return service.out().replaceFirst("(?s).*listening on (\\S+).*", "$1");
  }

  /** Runs a call in a shell, with other addresses and nothing else changed. */
  private String curl(String call, String address, OwnServer etcd) throws Exception {
    String command =
        call.replace("10.0.0.251:2379", etcd.endpoint()).replace("http://localhost:8080", address);
    assertThat(command).contains(etcd.endpoint(), address);
    Process shell =
        new ProcessBuilder("sh", "-c", command)
            .redirectError(directory.resolve("curl.txt").toFile())
            .start();
    shell.getOutputStream().close();
    String answer = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(shell.waitFor())
        .as(() -> command + read(directory.resolve("curl.txt")) + answer)
        .isZero();
    return answer;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static HttpResponse<String> json(String address, String body) throws Exception {
    return CLIENT.send(
        request(address)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
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
        KvbenchProcess service = KvbenchProcess.start(directory, serve("service"))) {
      String address = address(service);

      assertThat(curl(READ, address, etcd))
          .contains("\"TestType\":\"read\"", "\"RequestCount\":1000", "\"ConnectionCount\":5")
          .contains("\"Consistency\":\"l\"")
          .containsPattern("\"Requests/sec\":[1-9].*\"50%\":0\\.[0-9]+");
      assertThat(curl(WRITE, address, etcd)).contains("send this body to /benchmark/write");
      scenariosEndInTheirCsv(address, etcd);
      theLoadIsChanged(address);
      service.signal("TERM");
      assertThat(service.exitCode()).as(service.said()).isZero();
      assertThat(Files.readString(directory.resolve("service/audit.log")))
          .contains("/benchmark/write", "/benchmark/read")
          .contains("\"note\":\"100 % READ, 0 % UPDATE by hand; rate 200/s by hand\"");
    }
  }

  /** The rows of all answers, below the header of the first one, are the older service's file. */
  private void scenariosEndInTheirCsv(String address, OwnServer etcd) throws Exception {
    List<String> rows = new ArrayList<>();
    for (String scenario : SCENARIOS) {
      List<String> lines = curl(scenario, address, etcd).lines().toList();
      assertThat(lines).hasSize(2).startsWith(COLUMNS);
      rows.add(lines.getLast());
    }
    assertThat(rows)
        .satisfiesExactly(
            row -> assertThat(row).matches("write,1,1000,5,5,4,64,-" + FIGURES),
            row -> assertThat(row).matches("write,1,1000,10,2,8,256,-" + FIGURES),
            row -> assertThat(row).matches("read,1,1000,5,5,-,-,s" + FIGURES));
  }

  /** The command line as a client of a service; its workload takes a few seconds. */
  private KvbenchCommand remote(String address, String... options) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "run",
                "--service",
                address,
                "-db",
                "memory",
                "-P",
                "workloads/smoke",
                "--results",
                directory.resolve("fetched").toString()));
    arguments.addAll(List.of(options));
    return KvbenchCommand.run(arguments);
  }

  /**
   * A run at 20 requests per second gets 200, all of them reads, after its first second. A store
   * without servers answers 200 on a busy machine, too.
   */
  private static void theLoadIsChanged(String address) throws Exception {
    HttpResponse<String> started =
        json(
            address + "/v1/runs",
            """
            {"system": "memory", "workload": "workloada", "properties": {"recordcount": 100,
             "clients": 50, "operationcount": 0, "maxexecutiontime": 4, "target": 20}}
            """);
    assertThat(started.statusCode()).as(started.body()).isEqualTo(201);
    String run = address + started.headers().firstValue("Location").orElseThrow();
    List<Double> reads = new ArrayList<>();
    try (Stream<String> events =
        CLIENT.send(request(run + "/events").build(), BodyHandlers.ofLines()).body()) {
      Iterator<String> lines =
          events
              .filter(line -> line.contains("\"phase\":\"run\""))
              .filter(line -> line.contains("\"operation\":\"READ\""))
              .iterator();
      while (lines.hasNext()) {
        String line = lines.next();
        if (reads.isEmpty()) {
          HttpResponse<String> changed = json(run + "/rate", CHANGE);
          assertThat(changed.statusCode()).as(changed.body()).isEqualTo(200);
        }
        reads.add(Double.valueOf(line.replaceFirst(".*\"okPerSecond\":([0-9.]+).*", "$1")));
      }
    }
    assertThat(reads.getFirst()).as("about half of 20").isLessThan(40);
    assertThat(reads).as("of 200").anyMatch(rate -> rate > 100);
    assertThat(get(run + "/files/result.json")).contains("rate 200/s by hand", "load changed");
    assertThat(get(run)).contains("\"verdict\":\"SUSPECT\"");
    assertThat(json(run + "/rate", CHANGE).statusCode()).as("it is over").isEqualTo(409);
  }

  @Test
  void overTlsClientsNeedTheTokenOrACertificate() throws Exception {
    Path certificates = directory.resolve("certs");
    KvbenchCommand made =
        KvbenchCommand.run(List.of("certs", certificates.toString(), "--host", "db1,127.0.0.1"));
    assertThat(made.exitCode()).as(made.said()).isZero();
    String certificate = certificates.resolve("db1/host.crt").toString();
    String key = certificates.resolve("db1/host.key").toString();
    String authority = certificates.resolve("ca.crt").toString();
    String token = token("token", "0123456789abcdef0123");
    try (KvbenchThread service =
        KvbenchThread.start(
            directory,
            serve("first", "--cert", certificate, "--key", key, "--token-file", token))) {
      String address = address(service);
      assertThat(address).startsWith("https://127.0.0.1:");
      KvbenchCommand admitted =
          remote(
              address, "--service-cacert", authority, "--service-token-file", token, "-p", "x=1");
      assertThat(admitted.exitCode()).as(admitted.said()).isEqualTo(ExitCode.USAGE);
      assertThat(admitted.err()).contains("properties.x: unknown property");
      String wrong = token("wrong", "0123456789abcdef0124");
      assertRefused(
          remote(address, "--service-cacert", authority, "--service-token-file", wrong),
          "not admitted");
      assertRefused(remote(address, "--service-cacert", authority), "not admitted");
      assertRefused(remote(address, "--service-token-file", token), "cannot be reached");
    }
    try (KvbenchThread service =
        KvbenchThread.start(
            directory,
            serve("second", "--cert", certificate, "--key", key, "--cacert", authority))) {
      String address = address(service);
      KvbenchCommand run = remote(address, "--service-certs", certificates.toString());
      assertThat(run.out()).contains("smoke").contains("on memory");
      assertThat(run.result().status()).isEqualTo(RunStatus.COMPLETE);
      assertRefused(remote(address, "--service-cacert", authority), "cannot be reached");
    }
  }

  private String token(String name, String text) throws IOException {
    Path file = directory.resolve(name);
    Files.writeString(file, text + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    return file.toString();
  }

  private static void assertRefused(KvbenchCommand run, String why) {
    assertThat(run.exitCode()).as(run.said()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(run.err()).contains(why);
  }

  @Test
  void whatIsReachableFromOtherMachinesNeedsTlsAndCredentialsNeedEndpoints() {
    KvbenchCommand open = KvbenchCommand.run(List.of("serve", "--host", "0.0.0.0", "--port", "0"));
    assertThat(open.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(open.err()).contains("--cert and --key", "--token-file or --cacert");
    KvbenchCommand place = KvbenchCommand.run(List.of("serve", "--port", "65536"));
    assertThat(place.err()).contains("--port: must be from 0 to 65535");
    KvbenchCommand host = KvbenchCommand.run(List.of("serve", "--host", "a b"));
    assertThat(host.err()).contains("--host: invalid value a b:8080").doesNotContain("--listen");
    KvbenchCommand loose =
        KvbenchCommand.run(
            List.of("serve", "-p", "etcd.password=x", "--queue", "-1", "--allow", "etcd.password"));
    assertThat(loose.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(loose.err())
        .contains(
            "etcd.password: needs -p endpoints", "--queue", "--allow etcd.password: is a secret");
    KvbenchCommand keys = remote("http://127.0.0.1:1", "--keys");
    assertThat(keys.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(keys.err()).contains("--keys", "/v1/runs/{id}/rate");
  }

  @Test
  void aTokenIsNotSentUnencryptedToOtherMachines() throws Exception {
    String token = token("token", "0123456789abcdef0123");
    KvbenchCommand readable = remote("http://192.0.2.1:1", "--service-token-file", token);
    assertThat(readable.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(readable.err()).contains("--service: would send the token unencrypted");
    assertRefused(remote("http://127.0.0.1:1", "--service-token-file", token), "cannot be reached");
    for (String address :
        List.of("http:8080", "http:///v1", "ftp://127.0.0.1:1", "http://127.0.0.1:99999", "x_y")) {
      KvbenchCommand wrong = remote(address);
      assertThat(wrong.exitCode()).as(address).isEqualTo(ExitCode.USAGE);
      assertThat(wrong.err()).as(address).contains("expected http://HOST:PORT");
    }
  }
}
