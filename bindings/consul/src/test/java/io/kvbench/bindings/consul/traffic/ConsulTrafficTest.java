package io.kvbench.bindings.consul.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Traffic;
import io.kvbench.testkit.RecordedTraffic;
import io.kvbench.testkit.RecordedTraffic.Turn;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the recording of Consul's clients. */
class ConsulTrafficTest {
  private static final Traffic TRAFFIC =
      (sink, connection) -> new ConsulTraffic(sink, connection, "kvbench/");

  @TempDir private Path directory;

  private static Turn request(String line, String body) {
    return Turn.sent(
        "%s HTTP/1.1\r\nHost: h\r\nX-Consul-Token: s3cret\r\nContent-Length: %d\r\n\r\n%s"
            .formatted(line, body.length(), body)
            .getBytes(StandardCharsets.UTF_8));
  }

  private static Turn answer(String status, String body) {
    return Turn.received(
        "HTTP/1.1 %s\r\nContent-Length: %d\r\n\r\n%s"
            .formatted(status, body.length(), body)
            .getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 100_000})
  void operationsHaveTheirKeysSizesAndAnswers(int piece) throws Exception {
    RecordedTraffic traffic =
        RecordedTraffic.of(
            TRAFFIC,
            directory,
            piece,
            List.of(
                request("PUT /v1/kv/kvbench/a%2Fb", "12345"),
                answer("200 OK", "true"),
                request("GET /v1/kv/kvbench/a%2Fb?raw&stale", ""),
                answer("200 OK", "12345"),
                request("GET /v1/kv/kvbench/a?consistent", ""),
                answer("200 OK", "[{\"Key\":\"kvbench/a\",\"Value\":\"MTIzNDU=\"}]"),
                request("GET /v1/kv/kvbench/missing?raw", ""),
                answer("404 Not Found", ""),
                request("PUT /v1/kv/kvbench/c?cas=0", "1"),
                answer("200 OK", "false"),
                request("PUT /v1/kv/kvbench/c?cas=17", "1"),
                answer("200 OK", "false"),
                request("DELETE /v1/kv/other", ""),
                answer("403 Forbidden", "Permission denied"),
                request("GET /v1/kv/kvbench/?keys", ""),
                answer("200 OK", "[]"),
                request("PUT /v1/kv/kvbench/big", "x"),
                Turn.received("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.UTF_8)),
                answer("413 Too Large", ""),
                request("PUT /v1/kv/kvbench/%C3%A9+", "x")));

    assertThat(traffic.failure()).isEmpty();
    assertThat(traffic.operations())
        .containsExactly(
            "UPDATE a/b 5 bytes: OK",
            "READ a/b stale: OK, 5 bytes",
            "READ a linearizable: OK, 5 bytes",
            "READ missing: NOT_FOUND",
            "INSERT c 1 bytes: ALREADY_EXISTS",
            "COMPARE_AND_SET c 1 bytes: CONFLICT",
            "DELETE other: UNAUTHORIZED",
            "RANGE : OK",
            "UPDATE big 1 bytes: TOO_LARGE",
            "UPDATE \u00E9+ 1 bytes: CONNECTION_LOST");
    assertThat(traffic.ignored()).isEmpty();
  }

  @Test
  void transactionsHaveTheirParts() throws Exception {
    String writes =
        "[{\"KV\":{\"Verb\":\"set\",\"Key\":\"kvbench/a\",\"Value\":\"MTIz\"}},"
            + "{\"KV\":{\"Verb\":\"check-index\",\"Key\":\"kvbench/g\",\"Index\":4}},"
            + "{\"KV\":{\"Verb\":\"delete\",\"Key\":\"kvbench/b\"}}]";
    String reads = "[{\"KV\":{\"Verb\":\"get\",\"Key\":\"kvbench/a\"}}]";
    String lock = "[{\"KV\":{\"Verb\":\"lock\",\"Key\":\"kvbench/a\",\"Session\":\"s3cret\"}}]";
    RecordedTraffic traffic =
        RecordedTraffic.of(
            TRAFFIC,
            directory,
            100,
            List.of(
                request("PUT /v1/txn", writes),
                answer("409 Conflict", "{}"),
                request("PUT /v1/txn?stale", reads),
                answer("200 OK", "{}"),
                request("PUT /v1/txn", lock),
                answer("200 OK", "{}")));

    assertThat(traffic.failure()).isEmpty();
    assertThat(traffic.operations())
        .containsExactly(
            "TRANSACTION UPDATE a 3 bytes, DELETE b: CONFLICT", "READ_TRANSACTION a stale: OK");
    assertThat(traffic.ignored()).isEqualTo(Map.of("PUT txn with lock", 1L));
  }

  @Test
  void whatHasNoPlaceIsCountedWithoutItsContents() throws Exception {
    RecordedTraffic traffic =
        RecordedTraffic.of(
            TRAFFIC,
            directory,
            100,
            List.of(
                request("GET /v1/kv/kvbench/a?index=5&wait=10s", ""),
                answer("200 OK", "[]"),
                request("PUT /v1/session/create", "{}"),
                answer("200 OK", "{}"),
                request("DELETE /v1/kv/kvbench/?recurse", ""),
                answer("200 OK", "true")));

    assertThat(traffic.operations()).isEmpty();
    assertThat(traffic.ignored())
        .isEqualTo(
            Map.of(
                "GET kv with index (blocking query)",
                1L,
                "PUT session/create",
                1L,
                "DELETE kv with recurse",
                1L));
  }

  @Test
  void namesThatClientsChooseAreNotKept() throws Exception {
    List<Turn> turns = new ArrayList<>();
    for (String line :
        List.of(
            "GET /v1/query/s3cret",
            "PUT /v1/acl/token/s3cret",
            "GET /ui/dc1/kv/s3cret",
            "S3CRET /v1/kv/kvbench/a",
            "GET /v1/kv?token=s3cret")) {
      turns.add(request(line, ""));
      turns.add(answer("200 OK", ""));
    }

    turns.add(request("PUT /v1/txn", "[{\"KV\":{\"Verb\":\"s3cret\"}}]"));
    turns.add(answer("200 OK", "{}"));

    RecordedTraffic traffic = RecordedTraffic.of(TRAFFIC, directory, 100, turns);

    assertThat(traffic.failure()).isEmpty();
    assertThat(traffic.operations()).isEmpty();
    assertThat(traffic.ignored().keySet())
        .containsExactlyInAnyOrder(
            "GET query",
            "PUT acl/token",
            "GET another path",
            "another method kv",
            "GET kv",
            "PUT txn with another part");
  }

  /** A negative size would end the recording of all connections. */
  @Test
  void aValueThatIsNoBase64HasASize() throws Exception {
    RecordedTraffic traffic =
        RecordedTraffic.of(
            TRAFFIC,
            directory,
            100,
            List.of(
                request(
                    "PUT /v1/txn",
                    "[{\"KV\":{\"Verb\":\"set\",\"Key\":\"kvbench/a\",\"Value\":\"==\"}}]"),
                answer("400 Bad Request", "")));

    assertThat(traffic.failure()).isEmpty();
    assertThat(traffic.operations()).hasSize(1);
    assertThat(traffic.operations().getFirst()).startsWith("TRANSACTION UPDATE a 0 bytes: ");
  }

  @Test
  void aRequestThatIsBrokenOffIsNoOperation() throws Exception {
    RecordedTraffic traffic =
        RecordedTraffic.of(
            TRAFFIC,
            directory,
            100,
            List.of(
                request("PUT /v1/kv/kvbench/a", "12345"),
                answer("200 OK", "true"),
                Turn.sent(
                    "PUT /v1/kv/kvbench/b HTTP/1.1\r\nContent-Length: 5\r\n\r\n123"
                        .getBytes(StandardCharsets.UTF_8))));

    assertThat(traffic.failure()).isEmpty();
    assertThat(traffic.operations()).containsExactly("UPDATE a 5 bytes: OK");
  }

  /** Such an answer states the length of a body that it does not have. */
  @Test
  void anAnswerToHeadHasNoBody() throws Exception {
    Turn length =
        Turn.received(
            "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n".getBytes(StandardCharsets.UTF_8));
    RecordedTraffic traffic =
        RecordedTraffic.of(
            TRAFFIC,
            directory,
            100,
            List.of(
                request("HEAD /v1/status/leader", ""),
                length,
                request("GET /v1/kv/kvbench/a?raw", ""),
                answer("200 OK", "12345")));

    assertThat(traffic.failure()).isEmpty();
    assertThat(traffic.operations()).containsExactly("READ a: OK, 5 bytes");
    assertThat(traffic.ignored()).isEqualTo(Map.of("HEAD status/leader", 1L));
  }

  @Test
  void otherProtocolsAreNotDecoded() throws Exception {
    assertThat(
            RecordedTraffic.of(
                    TRAFFIC,
                    directory,
                    100,
                    List.of(
                        Turn.sent("this is no request\r\n\r\n".getBytes(StandardCharsets.UTF_8))))
                .failure())
        .isPresent();
    assertThat(RecordedTraffic.of(TRAFFIC, directory, 100, List.of(answer("200 OK", ""))).failure())
        .contains("an answer to no request");
  }
}
