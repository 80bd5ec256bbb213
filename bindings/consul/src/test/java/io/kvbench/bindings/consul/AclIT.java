package io.kvbench.bindings.consul;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Value;
import io.kvbench.testkit.Answer;
import io.kvbench.testkit.OneShots;
import io.kvbench.testkit.RefusedOpening;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of a server that denies everything without a token. */
@Timeout(180)
class AclIT {
  private static final String MASTER = "b0000000-0000-4000-8000-00000000000b";
  private static final String READER = "a0000000-0000-4000-8000-00000000000a";
  private static final String STRANGER = "c0000000-0000-4000-8000-00000000000c";
  private static final Operation WRITE = new Operation.Insert(Key.of("k"), Value.of(new byte[10]));

  @TempDir private static Path directory;
  private static ConsulServer server;

  @BeforeAll
  static void start() throws Exception {
    server =
        ConsulServer.start(
            directory,
            """
            "acl": {
              "enabled": true, "default_policy": "deny",
              "tokens": {"initial_management": "%s"}
            },
            """
                .formatted(MASTER));
    put(
        "/v1/acl/policy",
        """
        {"Name": "reader", "Rules": "key_prefix \\"kvbench/\\" { policy = \\"read\\" }"}
        """);
    put(
        "/v1/acl/token",
        """
        {"SecretID": "%s", "Policies": [{"Name": "reader"}]}
        """
            .formatted(READER));
  }

  /** Retries until the server's access lists are ready. */
  private static void put(String path, String body) throws Exception {
    int status = 0;
    for (int tries = 0; tries < 100 && status != 200; tries++) {
      TimeUnit.MILLISECONDS.sleep(100);
      try (HttpClient client = HttpClient.newHttpClient()) {
        status =
            client
                .send(
                    HttpRequest.newBuilder(URI.create("http://" + server.endpoint() + path))
                        .header("X-Consul-Token", MASTER)
                        .PUT(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                    HttpResponse.BodyHandlers.discarding())
                .statusCode();
      }
    }
    assertThat(status).isEqualTo(200);
  }

  @AfterAll
  static void stop() throws Exception {
    if (server != null) {
      server.close();
    }
  }

  @Test
  void worksWithATokenFromAFile() throws Exception {
    Path file = Files.writeString(directory.resolve("token"), MASTER + "\n");
    Map<String, String> given = Map.of("consul.token.file", file.toString());
    try (Binding binding = TestConfig.open(server.endpoints(), 2, given)) {
      Answer answer = new Answer();
      binding.openSession(0).submit(WRITE, answer);
      assertThat(answer.status()).isEqualTo(Outcome.OK);
      assertThat(OneShots.perform(binding.openSession(1), Key.of("k"), false)).containsOnly("OK");
      ServerState state = binding.servers().getFirst();
      assertThat(state.problem()).isEmpty();
      assertThat(state.keys().orElseThrow()).isPositive();
      assertThat(state.leader()).isTrue();
    }
  }

  @Test
  void isToldThatATokenMayOnlyRead() throws Exception {
    Map<String, String> given = Map.of("consul.token", READER);
    try (Binding binding = TestConfig.open(server.endpoints(), 1, given)) {
      Answer answer = new Answer();
      Key key = Key.of("refused");
      Value value = Value.of(new byte[10]);
      for (Operation write :
          List.of(
              new Operation.Insert(key, value),
              new Operation.Transaction(List.of(new Operation.Insert(key, value))))) {
        answer = new Answer();
        binding.openSession(0).submit(write, answer);
        assertThat(answer.status()).isEqualTo(ErrorKind.UNAUTHORIZED);
        Answer read = new Answer();
        binding.openSession(0).submit(new Operation.Read(key, ReadConsistency.LINEARIZABLE), read);
        assertThat(read.status()).as("the effect of %s", write).isEqualTo(Outcome.NOT_FOUND);
      }
      assertThat(answer.message())
          .contains("403")
          .contains("Permission denied", "'key:write'")
          .doesNotContain("kvbench/k")
          .doesNotContain(READER);
      ServerState state = binding.servers().getFirst();
      assertThat(state.keys()).isPresent();
      assertThat(state.problem().orElseThrow()).contains("Permission denied");
    }
  }

  @Test
  void doesNotConnectWithoutATokenOrWithAStrangers() {
    for (Map<String, String> given :
        List.of(Map.<String, String>of(), Map.of("consul.token", STRANGER))) {
      RefusedOpening.assertRefused(
              limit -> TestConfig.open(server.endpoints(), 2, limit, given),
              server.endpoint(),
              "consul.token")
          .hasMessageNotContaining(STRANGER);
    }
  }
}
