package io.kvbench.runner.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.host.listen.BearerToken;
import io.kvbench.testkit.http.ApiClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the requests that the service rejects. No run is started here. */
class AdmissionToServiceTest {
  @TempDir private Path directory;
  private ApiClient client;

  @BeforeEach
  void open() throws Exception {
    client = LoopbackServices.open(directory.resolve("service"));
  }

  @AfterEach
  void nothingWasStarted() throws Exception {
    client.close();
    try (Stream<Path> runs = Files.list(directory.resolve("service/runs"))) {
      assertThat(runs).isEmpty();
    }
  }

  private static String run(String properties) {
    return "{\"system\": \"memory\", \"workload\": \"workloada\", \"properties\": {"
        + properties
        + "}}";
  }

  @ParameterizedTest
  @CsvSource({
    "attacker.example, 403",
    "127.0.0.1.attacker.example, 403",
    "attacker.example:8080, 403",
    "localhost, 200",
    "127.0.0.1:1, 200",
    "[::1], 200"
  })
  void aNameThatOnlyLeadsHereIsRefused(String host, String status) throws Exception {
    String request = "GET /v1/runs HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
    assertThat(client.raw(request)).contains(" " + status + " ");
  }

  @ParameterizedTest
  @CsvSource({
    "Origin, http://attacker.example",
    "Origin, null",
    "Origin, http://127.0.0.1",
    "Sec-Fetch-Site, cross-site",
    "Sec-Fetch-Site, same-site"
  })
  void aPageOfAnotherOriginIsRefused(String header, String value) throws Exception {
    HttpResponse<String> answer =
        client.send(
            client
                .request("/benchmark/write", header, value)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString("{}")));
    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(client.get("/v1/runs", header, value).statusCode()).isEqualTo(403);
  }

  @Test
  void itsOwnPagesAndLinksToItAreAdmitted() throws Exception {
    String own = "http://127.0.0.1:" + client.address().getPort();
    assertThat(client.get("/v1/runs", "Origin", own, "Sec-Fetch-Site", "same-origin").statusCode())
        .isEqualTo(200);
    String[] link = {
      "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"
    };
    assertThat(client.get("/v1/runs", link).statusCode()).isEqualTo(200);
    assertThat(
            client
                .send(client.request("/v1/runs/x/stop", link).POST(BodyPublishers.noBody()))
                .statusCode())
        .isEqualTo(403);
  }

  @Test
  void withoutATokenThereIsNoOtherAnswer() throws Exception {
    Path file = directory.resolve("token");
    Files.writeString(file, "0123456789abcdef0123\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    Path other = directory.resolve("other");
    try (ApiClient guarded =
        LoopbackServices.open(other, Optional.of(BearerToken.read(file)), new Assignments())) {
      for (String path : new String[] {"/v1/runs", "/v1/openapi.json", "/nothing"}) {
        assertThat(guarded.get(path).statusCode()).as(path).isEqualTo(401);
        assertThat(guarded.get(path, "Authorization", "Bearer 0123456789abcdef0124").statusCode())
            .isEqualTo(401);
      }
      String shown = "Bearer 0123456789abcdef0123";
      assertThat(guarded.get("/v1/runs", "Authorization", shown).statusCode()).isEqualTo(200);
    }
    assertThat(Files.readString(other.resolve("audit.log")))
        .contains("\"status\":401")
        .doesNotContain("0123456789abcdef");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/runs/../../../etc/passwd",
        "/v1/runs/%2e%2e",
        "/v1/runs/20260101T000000Z-00000000/files/..%2f..%2frun.json",
        "/v1/runs/20260101T000000Z-00000000/files/result.json",
        "//etc/passwd",
        "/v1/runs/",
        "/v1/RUNS",
        "/page",
        "/page/",
        "/page/openapi.json",
        "/page/../openapi.json",
        "/page/Api.class",
        "/v1/runs/x%00/events"
      })
  void thereIsNothingElse(String path) throws Exception {
    assertThat(client.raw("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        .contains(" 404 ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "\"text\"",
        "{",
        "{} {}",
        "{\"system\": \"memory\", \"system\": \"memory\", \"workload\": \"workloada\"}",
        "{\"system\": 1, \"workload\": \"workloada\"}",
        "{\"system\": \"memory\"}",
        "{\"system\": \"memory\", \"workload\": \"../workloads/workloada\"}",
        "{\"system\": \"memory\", \"workload\": \"/etc/passwd\"}",
        "{\"system\": \"memory\", \"workload\": \"workloads/workloada\"}",
        "{\"system\": \"memory\", \"workload\": \"workloada\", \"results\": \"/tmp\"}",
        "{\"system\": \"nothing\", \"workload\": \"workloada\"}",
        "{\"system\": \"memory\", \"workload\": \"workloada\", \"properties\": {\"clients\": null}}",
        "{\"system\": \"memory\", \"workload\": \"workloada\", \"properties\": {\"clients\": [1]}}",
        "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
        "{\"a\": 1e400000}",
        "{\"a\": NaN}",
        "{'a': 1}"
      })
  void whatIsNoRequestIsRefusedWithASentence(String body) throws Exception {
    HttpResponse<String> answer = client.post("/v1/runs", body);
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).doesNotContain("Exception", "com.fasterxml", "at [Source");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cluster.dir",
        "cluster.topology",
        "fieldlengthhistogram",
        "cluster.etcd.flags",
        "cluster.docker.image",
        "etcd.password",
        "etcd.password.file",
        "etcd.cacert",
        "consul.token",
        "zookeeper.sasl.jaas",
        "fault",
        "fault.command.kill",
        "results.permissions",
        "cluster.keep",
        "hosts"
      })
  void filesCommandsAndSecretsAreNotForClients(String name) throws Exception {
    HttpResponse<String> answer = client.post("/v1/runs", run("\"" + name + "\": \"x\""));
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains("properties." + name, "cannot be set by clients");
    assertThat(client.get("/v1/catalog").body()).doesNotContain("\"name\":\"" + name + "\"");
  }

  @Test
  void allProblemsComeAtOnce() throws Exception {
    HttpResponse<String> answer =
        client.post(
            "/v1/plans", run("\"clients\": 0, \"valuesizee\": 1, \"readconsistency\": \"x\""));
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(ApiClient.json(answer).path("problems"))
        .extracting(problem -> problem.path("where").asText())
        .contains("properties.clients", "properties.valuesizee", "properties.readconsistency");
    assertThat(answer.body()).contains("did you mean valuesize?");
  }

  @Test
  void whatTheOperatorHasSetIsNotForClients() throws Exception {
    Assignments fixed = new Assignments().add("target", "100", Origin.of("-p target"));
    try (ApiClient other =
        LoopbackServices.open(directory.resolve("other"), Optional.empty(), fixed)) {
      assertThat(other.post("/v1/plans", run("\"target\": 5")).body())
          .contains("cannot be set by clients");
      HttpResponse<String> plan = other.post("/v1/plans", run("\"recordcount\": 10"));
      assertThat(plan.statusCode()).as(plan.body()).isEqualTo(200);
      assertThat(plan.body()).contains("100");
    }
  }

  @Test
  void ofAMixClientsCanSetWhatTheyCanSetOfTheRun() throws Exception {
    String mixes =
        "\"mix.a.threadcount\": 3, \"mix.a.readproportion\": 1, \"mix.b.updateproportion\": 1, ";
    HttpResponse<String> plan = client.post("/v1/plans", run(mixes + "\"mix.b.target\": 5"));
    assertThat(plan.statusCode()).as(plan.body()).isEqualTo(200);
    assertThat(plan.body()).contains("side by side, a: 3 clients", "\"mix.a.clients\":\"3\"");
    assertThat(client.post("/v1/plans", run(mixes + "\"mix.b.target.trace\": \"x\"")).body())
        .contains("properties.mix.b.target.trace", "cannot be set by clients");
    assertThat(client.post("/v1/plans", run(mixes + "\"mix.b.endpoints\": \"x\"")).body())
        .contains("properties.mix.b.endpoints", "unknown property");
    Assignments fixed = new Assignments().add("target", "100", Origin.of("-p target"));
    try (ApiClient other =
        LoopbackServices.open(directory.resolve("other"), Optional.empty(), fixed)) {
      assertThat(other.post("/v1/plans", run(mixes + "\"mix.b.target\": 5")).body())
          .contains("properties.mix.b.target", "cannot be set by clients");
    }
  }

  @Test
  void numbersWithAFractionOfZeroAreWhole() throws Exception {
    HttpResponse<String> plan =
        client.post("/v1/plans", run("\"maxexecutiontime\": 60.0, \"target\": 250.0"));
    assertThat(plan.statusCode()).as(plan.body()).isEqualTo(200);
    assertThat(plan.body()).contains("\"maxexecutiontime\":\"60\"", "\"target\":\"250\"");
    assertThat(client.post("/v1/plans", run("\"target\": 1e999999999")).statusCode())
        .isEqualTo(400);
  }

  @Test
  void aRunIsNotComparedWithItself() throws Exception {
    HttpResponse<String> answer = client.get("/v1/comparison?run=x&run=x");
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains("name each run once");
  }

  @Test
  void bodiesAreJsonOfBoundedSize() throws Exception {
    String large = run("\"label\": \"" + "x".repeat(70_000) + "\"");
    assertThat(client.post("/v1/runs", large).statusCode()).isEqualTo(413);
    for (String type : new String[] {"text/plain", "application/x-www-form-urlencoded"}) {
      assertThat(
              client
                  .send(
                      client
                          .request("/v1/runs", "Content-Type", type)
                          .POST(BodyPublishers.ofString(run(""))))
                  .statusCode())
          .isEqualTo(415);
    }
  }

  @Test
  void otherMethodsAreNamed() throws Exception {
    HttpResponse<String> answer =
        client.send(client.request("/v1/runs").PUT(BodyPublishers.ofString("{}")));
    assertThat(answer.statusCode()).isEqualTo(405);
    assertThat(answer.headers().firstValue("Allow").orElseThrow()).contains("GET", "POST");
    assertThat(client.get("/v1/runs", "Last-Event-ID", "-1").statusCode()).isEqualTo(400);
    assertThat(client.get("/v1/runs?limit=1000").statusCode()).isEqualTo(200);
    for (String limit : new String[] {"0", "-1", "1001", "x", ""}) {
      assertThat(client.get("/v1/runs?limit=" + limit).statusCode()).as(limit).isEqualTo(400);
    }
  }

  /** The page asks for one whenever a field changes, and many would replace what is in the log. */
  @Test
  void plansAreNotAudited() throws Exception {
    assertThat(client.post("/v1/plans", run("")).statusCode()).isEqualTo(200);
    assertThat(client.post("/v1/plans", "{}").statusCode()).isEqualTo(400);
    client.close();
    assertThat(Files.readString(directory.resolve("service/audit.log")))
        .contains("\"path\":\"/v1/plans\",\"status\":400")
        .doesNotContain("\"status\":200");
  }

  @Test
  void aFloodOfRefusedRequestsIsCountedAndNotWritten() throws Exception {
    for (int number = 0; number < 300; number++) {
      client.get("/nothing" + number);
    }
    client.close();
    String log = Files.readString(directory.resolve("service/audit.log"));
    assertThat(log.lines().count()).isLessThan(300);
    assertThat(log).contains("\"path\":\"/nothing0\"");
  }
}
