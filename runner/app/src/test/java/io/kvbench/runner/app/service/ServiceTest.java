package io.kvbench.runner.app.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.host.listen.HostAddress;
import io.kvbench.host.listen.Listening;
import io.kvbench.runner.app.Main;
import io.kvbench.runner.app.options.CommandLinePlanner;
import io.kvbench.runner.process.RunCommands;
import io.kvbench.runner.service.Service;
import io.kvbench.testkit.http.ApiClient;
import io.kvbench.testkit.http.OpenApi;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of runs through the real server, on the store in memory, as processes. */
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

  private static final OpenApi OPEN_API = OpenApi.read(Service.class.getResource("openapi.json"));
  private static final CommandLinePlanner PLANNING = new CommandLinePlanner();

  /** Runs are processes, as in the product. */
  private static final RunCommands COMMANDS =
      new RunCommands(
          List.of(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "-XX:TieredStopAtLevel=1",
              "-cp",
              System.getProperty("java.class.path"),
              Main.class.getName(),
              "run",
              "--with-parent"),
          List.of());

  @TempDir private Path directory;

  private static long count(String text, String part) {
    return Pattern.compile(Pattern.quote(part)).matcher(text).results().count();
  }

  @Test
  void aRunIsPlannedStartedFollowedFetchedComparedAndDeleted() throws Exception {
    try (ApiClient client = open(16)) {
      HttpResponse<String> plan = client.post("/v1/plans", SHORT);
      assertThat(plan.statusCode()).as(plan.body()).isEqualTo(200);
      assertThat(plan.body())
          .contains("\"name\":\"load\"", "\"name\":\"run\"", "\"target\":\"200\"");
      String first = start(client, SHORT);
      String second = start(client, SHORT);

      String events = follow(client, first);

      assertThat(count(events, "event: interval\n")).as(events).isGreaterThanOrEqualTo(2);
      assertThat(events)
          .contains("event: run\n", "\"state\":\"running\"", "\"state\":\"done\"", "\nid: 1\n")
          .contains("\"okPerSecond\":")
          .containsPattern("event: stage\ndata: \\{\"stage\":\"[a-z]")
          .containsPattern("\"operation\":\"READ_MODIFY_WRITE\"[^\n]*\"composite\":true}")
          .doesNotContainPattern("\"operation\":\"UPDATE\"[^\n]*\"composite\"")
          .endsWith("event: end\ndata: {}\n\n");
      assertThat(follow(client, first, "Last-Event-ID", "1"))
          .as("a client that comes back")
          .contains("event: interval\nid: 2\n")
          .doesNotContain("\nid: 1\n");
      JsonNode run = client.json(first);
      assertThat(run.path("exitCode").asInt(-1)).isZero();
      assertThat(run.path("properties").path("label").asText()).isEqualTo("\u00e4 = #1");
      assertThat(run.path("files").toString())
          .contains("result.json", "plan.json", "intervals.csv", "report.html");
      HttpResponse<String> result = client.get(first + "/files/result.json");
      assertThat(ApiClient.json(result).path("status").asText()).isEqualTo("COMPLETE");
      HttpResponse<String> report = client.get(first + "/files/report.html");
      assertThat(report.headers().firstValue("Content-Security-Policy").orElseThrow())
          .contains("default-src 'none'", "sandbox allow-scripts", "frame-ancestors 'none'");
      assertThat(report.body()).startsWith("<!DOCTYPE html>");
      await(client, second, "done");
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

  private static void compare(ApiClient client, String first, String second) throws Exception {
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
    try (ApiClient client = open(2)) {
      running = start(client, LONG);
      await(client, running, "running");
      String dropped = start(client, LONG);
      kept = start(client, SHORT);
      assertThat(client.json(dropped).path("state").asText()).isEqualTo("queued");
      assertThat(client.post(dropped + "/rate", RATE).statusCode()).as("it waits").isEqualTo(409);
      HttpResponse<String> full = client.post("/v1/runs", SHORT);
      assertThat(full.statusCode()).isEqualTo(503);
      assertThat(full.headers().firstValue("Retry-After")).isPresent();
      assertThat(client.delete(running).statusCode()).as("while it runs").isEqualTo(409);
      assertThat(client.send(client.request(dropped + "/stop").POST(none())).statusCode())
          .isEqualTo(202);
      assertThat(client.json(dropped).path("state").asText()).isEqualTo("stopped");
      awaitIntervals(client, running);
    }
    try (ApiClient client = open(2)) {
      assertThat(client.json(running).path("state").asText()).isEqualTo("interrupted");
      awaitFile(client, running, "result.json");
      JsonNode partial = client.json(running + "/files/result.json");
      assertThat(partial.path("status").asText()).isEqualTo("PARTIAL");
      await(client, kept, "done");
    }
  }

  @Test
  void aRunIsStoppedWithWhatItHasMeasuredAndKeepsTheOperatorsSecrets() throws Exception {
    Assignments fixed = new Assignments().add("etcd.password", SECRET, Origin.of("-p"));
    try (ApiClient client = open(2, fixed)) {
      String run = start(client, LONG);
      awaitIntervals(client, run);
      changesOfTheLoadAreChecked(client, run);
      assertThat(client.get(run + "/files/plan.json").body()).contains("etcd.password");
      client.send(client.request(run + "/stop").POST(none()));
      await(client, run, "stopped");
      assertThat(client.json(run).path("files").toString()).contains("result.json");
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

  private static void changesOfTheLoadAreChecked(ApiClient client, String run) throws Exception {
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
    try (ApiClient client = open(1, fixed)) {
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
    try (ApiClient client = open(2)) {
      assertThat(client.get("/v1/runs").statusCode()).isEqualTo(200);
      assertThatThrownBy(() -> open(2)).hasMessageContaining("in use by another service");
    }
  }

  private static BodyPublisher none() {
    return BodyPublishers.noBody();
  }

  private static void awaitIntervals(ApiClient client, String run) throws Exception {
    awaitFile(client, run, "intervals.csv");
    long deadline = System.nanoTime() + LONGEST.toNanos();
    while (client.get(run + "/files/intervals.csv").body().lines().count() < 3) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      Thread.sleep(100);
    }
  }

  private static void awaitFile(ApiClient client, String run, String name) throws Exception {
    long deadline = System.nanoTime() + LONGEST.toNanos();
    while (!client.json(run).path("files").toString().contains(name)) {
      assertThat(System.nanoTime()).as("waiting for " + name).isLessThan(deadline);
      Thread.sleep(100);
    }
  }

  /** Starts a run and returns its path. */
  private static String start(ApiClient client, String body) throws Exception {
    HttpResponse<String> answer = client.post("/v1/runs", body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    return answer.headers().firstValue("Location").orElseThrow();
  }

  /** Follows a run to the end of its events, and returns all of them. */
  private static String follow(ApiClient client, String run, String... headers) throws Exception {
    return client.get(run + "/events", headers).body();
  }

  private static void await(ApiClient client, String run, String state) throws Exception {
    long deadline = System.nanoTime() + LONGEST.toNanos();
    while (!client.json(run).path("state").asText().equals(state)) {
      assertThat(System.nanoTime()).as("waiting for " + state).isLessThan(deadline);
      Thread.sleep(50);
    }
  }

  private ApiClient open(int queue) throws Exception {
    return open(queue, new Assignments());
  }

  private ApiClient open(int queue, Assignments fixed) throws Exception {
    Service.Options options =
        new Service.Options(
            new Listening(new HostAddress("127.0.0.1", 0), Optional.empty(), Optional.empty()),
            directory,
            queue,
            Duration.ofMinutes(5),
            "etcd",
            Set.of(),
            fixed);
    Service service =
        Service.open(
            options, PLANNING.bindings(), PLANNING.planning(), COMMANDS, NanoClock.system());
    return new ApiClient(URI.create(service.address()), OPEN_API, service::close);
  }
}
