package io.kvbench.runner.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.runner.run.PlanFactory.PlanExtension;
import io.kvbench.testkit.http.ApiClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimpleBenchmarkTest {
  private static final String COMMON =
      "\"endpoints\": \"10.0.0.251:2379\", \"clients\": 5, \"conns\": 5, \"total\": 1000";
  private static final Planning PLANNING = LoopbackServices.planning();

  private static Map<String, String> properties(SimpleBenchmark benchmark, String fields)
      throws ServiceRefusal {
    byte[] body = ("{" + COMMON + ", " + fields + "}").getBytes(StandardCharsets.UTF_8);
    RunRequest request = benchmark.request("etcd", body, PLANNING::isOpen);
    assertThat(PLANNING.plan(request).plan().system().name()).isEqualTo("etcd");
    return request.properties();
  }

  @Test
  void aReadIsOfTheRangeThatItNames() throws Exception {
    assertThat(
            properties(
                SimpleBenchmark.READ,
                "\"key\": \"foo\", \"endRange\": \"foo3\", \"consistency\": \"l\""))
        .containsAllEntriesOf(
            Map.of(
                "endpoints", "10.0.0.251:2379",
                "clients", "5",
                "connections", "5",
                "operationcount", "1000",
                "range.start", "foo",
                "range.end", "foo3",
                "readconsistency", "linearizable",
                "dotransactions", "true"));
    assertThat(properties(SimpleBenchmark.READ, "\"key\": \"foo\", \"consistency\": \"s\""))
        .containsEntry("range.end", "foo\0")
        .containsEntry("readconsistency", "stale");
  }

  @Test
  void aWriteIsOfTheSizesThatItNames() throws Exception {
    String fields = "\"keySize\": 4, \"valSize\": 64, \"targetLeader\": true, ";
    assertThat(properties(SimpleBenchmark.WRITE, fields + "\"sequentialKeys\": true"))
        .containsAllEntriesOf(
            Map.of(
                "keysize", "4",
                "valuesize", "64",
                "insertproportion", "1",
                "etcd.targetleader", "true"));
    assertThat(properties(SimpleBenchmark.WRITE, fields + "\"sequentialKeys\": false"))
        .containsEntry("updateproportion", "1")
        .containsEntry("recordcount", "1000")
        .containsEntry("requestdistribution", "uniform");
    assertThat(
            properties(
                SimpleBenchmark.WRITE, "\"keySize\": 2, \"valSize\": 1, \"sequentialKeys\": true"))
        .as("more requests than keys")
        .containsEntry("recordcount", "100")
        .containsEntry("requestdistribution", "sequential");
  }

  @Test
  void theOperatorsEndpointsNeedNoneInTheBody() throws Exception {
    Planning planning =
        LoopbackServices.planning(
            PlanExtension.NONE,
            new Assignments().add("endpoints", "10.0.0.1:2379", Origin.of("-p")));
    String body = "{\"clients\": 5, \"total\": 1000, \"key\": \"foo\"}";

    RunRequest request =
        SimpleBenchmark.READ.request(
            "etcd", body.getBytes(StandardCharsets.UTF_8), planning::isOpen);

    assertThat(request.properties()).doesNotContainKey("endpoints");
    assertThat(planning.plan(request).json().path("properties").path("endpoints").asText())
        .isEqualTo("10.0.0.1:2379");
    assertThat(refusal(body).problems())
        .extracting(problem -> problem.where())
        .contains("endpoints");
  }

  /** The second example of the older service sends a write to the path of reads. */
  @Test
  void theBodyOfAnotherBenchmarkNamesTheRightPath(@TempDir Path directory) throws Exception {
    try (ApiClient client = LoopbackServices.open(directory)) {
      String body =
          "{"
              + COMMON
              + ", \"keySize\": 4, \"valSize\": 64, \"targetLeader\": true,"
              + " \"sequentialKeys\": true}";
      HttpResponse<String> answer =
          client.send(
              client
                  .request("/benchmark/read", "Content-Type", "application/x-www-form-urlencoded")
                  .POST(BodyPublishers.ofString(body)));
      assertThat(answer.statusCode()).isEqualTo(400);
      assertThat(answer.body()).contains("send this body to /benchmark/write");
    }
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "{}, endpoints",
        "{\"clients\": 0}, clients",
        "{\"clients\": 1.5}, clients",
        "{\"total\": \"1000\"}, total",
        "{\"conns\": -1}, conns",
        "{\"endpoints\": 1}, endpoints",
        "{\"consistency\": \"x\"}, consistency",
        "{\"thing\": 1}, thing"
      })
  void aBodyThatIsWrongIsNamed(String body, String field) {
    assertThat(refusal(body).problems()).extracting(problem -> problem.where()).contains(field);
  }

  private static ServiceRefusal refusal(String body) {
    try {
      SimpleBenchmark.READ.request("etcd", body.getBytes(StandardCharsets.UTF_8), PLANNING::isOpen);
      throw new AssertionError("not refused: " + body);
    } catch (ServiceRefusal e) {
      return e;
    }
  }
}
