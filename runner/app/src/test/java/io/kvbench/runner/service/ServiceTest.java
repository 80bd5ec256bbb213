package io.kvbench.runner.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs through the real server, with the store in memory, as processes. */
class ServiceTest {
  private static final String SHORT =
      """
      {"system": "memory", "workload": "workloadf", "properties": {"recordcount": 100,
       "operationcount": 1000000000, "maxexecutiontime": 2, "target": "200", "hosts.every": "off",
       "exit.on": "never", "label": "\u00e4 = #1"}}
      """;
  private static final String LONG =
      SHORT.replace("\"maxexecutiontime\": 2", "\"maxexecutiontime\": 600");

  private static final String RATE = "{\"ratePerSecond\": 400}";
  private static final String SECRET = "kept-from-clients";
  private static final Duration LONGEST = Duration.ofMinutes(2);

  @TempDir private Path directory;

  private static long count(String text, String part) {
    return Pattern.compile(Pattern.quote(part)).matcher(text).results().count();
  }

  @Test
  void aRunIsPlannedStartedFollowedFetchedComparedAndDeleted() throws Exception {
    try (ServiceClient client = ServiceClient.open(directory)) {
      HttpResponse<String> plan = client.post("/v1/plans", SHORT);
      assertThat(plan.statusCode()).as(plan.body()).isEqualTo(200);
      assertThat(plan.body())
          .contains("\"name\":\"load\"", "\"name\":\"run\"", "\"target\":\"200\"");
      String first = client.start(SHORT);
      String second = client.start(SHORT);

      String events = client.follow(first);

      assertThat(count(events, "event: interval\n")).as(events).isGreaterThanOrEqualTo(2);
      assertThat(events)
          .contains("event: run\n", "\"state\":\"running\"", "\"state\":\"done\"", "\nid: 1\n")
          .contains("\"okPerSecond\":")
          .containsPattern("\"operation\":\"READ_MODIFY_WRITE\"[^\n]*\"composite\":true}")
          .doesNotContainPattern("\"operation\":\"UPDATE\"[^\n]*\"composite\"")
          .endsWith("event: end\ndata: {}\n\n");
      assertThat(client.follow(first, "Last-Event-ID", "1"))
          .as("a client that comes back")
          .contains("event: interval\nid: 2\n")
          .doesNotContain("\nid: 1\n");
      JsonNode run = client.run(first);
      assertThat(run.path("exitCode").asInt(-1)).isZero();
      assertThat(run.path("properties").path("label").asText()).isEqualTo("\u00e4 = #1");
      assertThat(run.path("files").toString())
          .contains("result.json", "plan.json", "intervals.csv", "report.html");
      HttpResponse<String> result = client.get(first + "/files/result.json");
      assertThat(ServiceClient.JSON.readTree(result.body()).path("status").asText())
          .isEqualTo("COMPLETE");
      HttpResponse<String> report = client.get(first + "/files/report.html");
      assertThat(report.headers().firstValue("Content-Security-Policy").orElseThrow())
          .contains("default-src 'none'", "sandbox allow-scripts", "frame-ancestors 'none'");
      assertThat(report.body()).startsWith("<!DOCTYPE html>");
      client.await(second, "done");
      compare(client, first, second);
      assertThat(client.delete(first).statusCode()).isEqualTo(204);
      assertThat(client.get(first).statusCode()).isEqualTo(404);
      assertThat(client.get("/v1/runs").body()).contains(id(second)).doesNotContain(id(first));
    }
    assertThat(Files.readString(directory.resolve("audit.log")))
        .contains("\"method\":\"POST\",\"path\":\"/v1/runs\",\"status\":201")
        .contains("\"method\":\"DELETE\"");
    try (Stream<Path> runs = Files.list(directory.resolve("runs"))) {
      assertThat(runs).hasSize(1);
    }
  }

  private static String id(String run) {
    return run.substring(run.lastIndexOf('/') + 1);
  }

  private static void compare(ServiceClient client, String first, String second) throws Exception {
    String runs = "/v1/comparison?run=" + id(first) + "&run=" + id(second);
    assertThat(client.get(runs).body()).contains(id(first), id(second));
    for (String format : List.of("csv", "markdown", "html")) {
      assertThat(client.get(runs + "&format=" + format).statusCode()).as(format).isEqualTo(200);
    }
    assertThat(client.get(runs + "&format=pdf").statusCode()).isEqualTo(400);
    assertThat(client.get("/v1/comparison?run=" + id(first)).statusCode()).isEqualTo(400);
  }

  @Test
  void oneRunsAtATimeAndTheQueueIsBoundedAndSurvivesTheService() throws Exception {
    String running;
    String kept;
    try (ServiceClient client = open(2)) {
      running = client.start(LONG);
      client.await(running, "running");
      String dropped = client.start(LONG);
      kept = client.start(SHORT);
      assertThat(client.run(dropped).path("state").asText()).isEqualTo("queued");
      assertThat(client.post(dropped + "/rate", RATE).statusCode()).as("it waits").isEqualTo(409);
      HttpResponse<String> full = client.post("/v1/runs", SHORT);
      assertThat(full.statusCode()).isEqualTo(503);
      assertThat(full.headers().firstValue("Retry-After")).isPresent();
      assertThat(client.delete(running).statusCode()).as("while it runs").isEqualTo(409);
      assertThat(client.send(client.request(dropped + "/stop").POST(none())).statusCode())
          .isEqualTo(202);
      assertThat(client.run(dropped).path("state").asText()).isEqualTo("stopped");
      awaitIntervals(client, running);
    }
    try (ServiceClient client = open(2)) {
      assertThat(client.run(running).path("state").asText()).isEqualTo("interrupted");
      awaitFile(client, running, "result.json");
      JsonNode partial = client.run(running + "/files/result.json");
      assertThat(partial.path("status").asText()).isEqualTo("PARTIAL");
      client.await(kept, "done");
    }
  }

  @Test
  void aRunIsStoppedWithWhatItHasMeasuredAndKeepsTheOperatorsSecrets() throws Exception {
    Assignments fixed = new Assignments().add("etcd.password", SECRET, Origin.of("-p"));
    try (ServiceClient client = ServiceClient.open(directory, 2, Optional.empty(), fixed)) {
      String run = client.start(LONG);
      awaitIntervals(client, run);
      changesOfTheLoadAreChecked(client, run);
      assertThat(client.get(run + "/files/plan.json").body()).contains("etcd.password");
      client.send(client.request(run + "/stop").POST(none()));
      client.await(run, "stopped");
      assertThat(client.run(run).path("files").toString()).contains("result.json");
      assertThat(client.send(client.request(run + "/stop").POST(none())).statusCode())
          .as("it is over")
          .isEqualTo(409);
    }
    try (Stream<Path> files = Files.walk(directory)) {
      assertThat(files.filter(Files::isRegularFile))
          .hasSizeGreaterThan(8)
          .allSatisfy(
              file ->
                  assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                      .doesNotContain(SECRET));
    }
  }

  private static void changesOfTheLoadAreChecked(ServiceClient client, String run)
      throws Exception {
    HttpResponse<String> wrong =
        client.post(
            run + "/rate",
            """
            {"ratePerSecond": -1, "clients": 0, "shares": {"RAED": 1, "READ": "x"}, "mix": "a b",
             "rate": 5}
            """);
    assertThat(wrong.statusCode()).isEqualTo(400);
    assertThat(wrong.body())
        .contains("6 errors", "did you mean READ?", "\"where\":\"rate\"")
        .contains("must be a number from 0 to 1000000000");
    for (String nothing : List.of("{}", "{\"shares\": {}}", "{\"shares\": {\"READ\": 0}}", "[1]")) {
      assertThat(client.post(run + "/rate", nothing).statusCode()).as(nothing).isEqualTo(400);
    }
    HttpResponse<String> tooMany = client.post(run + "/rate", "{\"clients\": 999}");
    assertThat(tooMany.statusCode()).isEqualTo(409);
    assertThat(tooMany.body()).contains("clients can send, not 999");
    assertThat(client.post(run + "/rate", "{\"ratePerSecond\": 5, \"mix\": \"a\"}").body())
        .contains("no mix 'a'; there is one, without a name");
    assertThat(client.post("/v1/runs/nothing/rate", RATE).statusCode()).isEqualTo(404);
    assertThat(client.post(run + "/rate", RATE).statusCode()).isEqualTo(200);
  }

  @Test
  void aBenchmarkThatFailsHasNoFigures() throws Exception {
    Assignments fixed = new Assignments().add("connect.timeout", "1s", Origin.of("-p"));
    try (ServiceClient client = ServiceClient.open(directory, 1, Optional.empty(), fixed)) {
      String body =
          """
          {"endpoints": "127.0.0.1:1", "clients": 1, "total": 1, "key": "a"}
          """;
      HttpResponse<String> answer = client.post("/benchmark/read?format=csv", body);
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(500);
      assertThat(answer.body()).contains(" is failed: ", "127.0.0.1:1");
    }
  }

  @Test
  void aDirectoryHasOneService() throws Exception {
    try (ServiceClient client = open(2)) {
      assertThat(client.get("/v1/runs").statusCode()).isEqualTo(200);
      assertThatThrownBy(() -> open(2)).hasMessageContaining("in use by another service");
    }
  }

  private static BodyPublisher none() {
    return BodyPublishers.noBody();
  }

  private static void awaitIntervals(ServiceClient client, String run) throws Exception {
    awaitFile(client, run, "intervals.csv");
    long deadline = System.nanoTime() + LONGEST.toNanos();
    while (client.get(run + "/files/intervals.csv").body().lines().count() < 3) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      Thread.sleep(100);
    }
  }

  private static void awaitFile(ServiceClient client, String run, String name) throws Exception {
    long deadline = System.nanoTime() + LONGEST.toNanos();
    while (!client.run(run).path("files").toString().contains(name)) {
      assertThat(System.nanoTime()).as("waiting for " + name).isLessThan(deadline);
      Thread.sleep(100);
    }
  }

  private ServiceClient open(int queue) throws Exception {
    return ServiceClient.open(directory, queue, Optional.empty(), new Assignments());
  }
}
