package io.kvbench.bindings.consul;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.bindings.support.LoadClient;
import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Operation.Ownership;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Status;
import io.kvbench.core.operation.Value;
import io.kvbench.testkit.Answer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests of locks and leases that are specific to Consul. */
@Timeout(180)
class LocksIT {
  private static final Duration TEN_SECONDS = Duration.ofSeconds(10);
  private static final Value VALUE = Value.of(new byte[10]);
  private static final Pattern ID = Pattern.compile("\"ID\":\"([^\"]+)\"");

  @TempDir private static Path directory;
  private static ConsulServer server;

  @BeforeAll
  static void start() throws Exception {
    server = ConsulServer.start(directory);
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  private static Binding open(LoadClient client, String prefix, String lockDelay) throws Exception {
    return TestConfig.open(
        server.endpoints(),
        1,
        Map.of(
            "client",
            client.name(),
            "consul.prefix",
            client + prefix,
            "consul.lock.delay",
            lockDelay));
  }

  private static Operation.Lock lock(String name) {
    return new Operation.Lock(Key.of(name), Ownership.LOCK, TEN_SECONDS, Duration.ofMinutes(5));
  }

  private static Answer submit(Session session, Operation operation) {
    Answer answer = new Answer();
    // One of the clients waits for the answer.
    Thread.ofVirtual().start(() -> session.submit(operation, answer));
    return answer;
  }

  /** Ends all sessions on the server. */
  private static void destroySessions() throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      for (String id : sessions()) {
        client.send(
            HttpRequest.newBuilder(
                    URI.create("http://" + server.endpoint() + "/v1/session/destroy/" + id))
                .PUT(HttpRequest.BodyPublishers.noBody())
                .build(),
            HttpResponse.BodyHandlers.discarding());
      }
    }
  }

  private static List<String> sessions() throws Exception {
    return ID.matcher(server.get("/v1/session/list"))
        .results()
        .map(result -> result.group(1))
        .toList();
  }

  @ParameterizedTest
  @EnumSource(LoadClient.class)
  void whoWaitsDoesNotKeepOthersOnItsConnectionWaiting(LoadClient client) throws Exception {
    try (Binding binding = open(client, "shared/", "0")) {
      Session owner = binding.openSession(0);
      assertThat(submit(owner, lock("l")).status()).isEqualTo(Outcome.OK);
      List<Answer> waiting = new ArrayList<>();
      for (int number = 1; number <= 10; number++) {
        waiting.add(submit(binding.openSession(number), lock("l")));
      }
      Operation read = new Operation.Read(Key.of("none"), ReadConsistency.DEFAULT);
      assertThat(submit(owner, read).status()).isEqualTo(Outcome.NOT_FOUND);
      assertThat(waiting).noneMatch(Answer::isThere);
      assertThat(submit(owner, new Operation.Unlock(lock("l"))).status()).isEqualTo(Outcome.OK);
    }
  }

  @ParameterizedTest
  @EnumSource(LoadClient.class)
  void locksAreNotCountedAmongRecords(LoadClient client) throws Exception {
    try (Binding binding = open(client, "counted/", "0")) {
      Session session = binding.openSession(0);
      assertThat(submit(session, lock("l")).status()).isEqualTo(Outcome.OK);
      assertThat(binding.servers().getFirst().keys()).hasValue(0);
    }
  }

  @ParameterizedTest
  @EnumSource(LoadClient.class)
  void aTimeToLiveThatConsulDoesNotHaveIsInvalid(LoadClient client) throws Exception {
    try (Binding binding = open(client, "times/", "0")) {
      Session session = binding.openSession(0);
      for (Duration wrong :
          List.of(TEN_SECONDS.minusMillis(1), Duration.ofHours(24).plusMillis(1))) {
        Answer lock =
            submit(session, new Operation.Lock(Key.of("l"), Ownership.LOCK, wrong, wrong));
        assertThat(lock.status()).isEqualTo(ErrorKind.INVALID);
        assertThat(lock.message()).contains("10s to 24h");
        assertThat(submit(session, new Operation.GrantLease(wrong)).status())
            .isEqualTo(ErrorKind.INVALID);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(LoadClient.class)
  void aSessionThatTheServerHasEndedOwnsNothingAndIsReplaced(LoadClient client) throws Exception {
    try (Binding binding = open(client, "ended/", "1s")) {
      Session session = binding.openSession(0);
      Answer first = submit(session, lock("l"));
      assertThat(first.status()).isEqualTo(Outcome.OK);
      destroySessions();
      Operation.FencedUpdate update = new Operation.FencedUpdate(lock("l"), Key.of("k"), VALUE);
      assertThat(submit(session, update).status()).isEqualTo(fenced(client, Outcome.CONFLICT));
      assertThat(submit(session, new Operation.Unlock(lock("l"))).status())
          .isEqualTo(Outcome.NOT_FOUND);
      long asked = System.nanoTime();
      Answer second = submit(session, lock("l"));
      assertThat(second.status()).isEqualTo(Outcome.OK);
      assertThat(second.version()).isGreaterThan(first.version());
      assertThat(Duration.ofNanos(System.nanoTime() - asked)).isLessThan(TEN_SECONDS);
      assertThat(submit(session, update).status()).isEqualTo(fenced(client, Outcome.OK));
    }
  }

  /** consul-client cannot send them. */
  private static Status fenced(LoadClient client, Outcome outcome) {
    return client == LoadClient.LIGHT ? outcome : ErrorKind.INVALID;
  }

  @ParameterizedTest
  @EnumSource(LoadClient.class)
  void aLeaseThatTheServerHasEndedIsNotFound(LoadClient client) throws Exception {
    try (Binding binding = open(client, "leases/", "0")) {
      Session session = binding.openSession(0);
      Answer granted = submit(session, new Operation.GrantLease(TEN_SECONDS));
      assertThat(granted.status()).isEqualTo(Outcome.OK);
      destroySessions();
      long lease = granted.version();
      assertThat(submit(session, new Operation.KeepLeaseAlive(lease)).status())
          .isEqualTo(Outcome.NOT_FOUND);
      assertThat(submit(session, new Operation.AttachToLease(lease, Key.of("k"), VALUE)).status())
          .isEqualTo(Outcome.NOT_FOUND);
    }
  }

  @ParameterizedTest
  @EnumSource(LoadClient.class)
  void aClosedSessionLeavesNoSessionsOnTheServer(LoadClient client) throws Exception {
    try (Binding binding = open(client, "closed/", "0")) {
      destroySessions();
      Session session = binding.openSession(0);
      assertThat(submit(session, lock("l")).status()).isEqualTo(Outcome.OK);
      assertThat(submit(session, new Operation.GrantLease(TEN_SECONDS)).status())
          .isEqualTo(Outcome.OK);
      assertThat(sessions()).hasSize(2);
      session.close();
      binding.awaitReleases(Duration.ofMinutes(1));
      assertThat(sessions()).isEmpty();
    }
  }
}
