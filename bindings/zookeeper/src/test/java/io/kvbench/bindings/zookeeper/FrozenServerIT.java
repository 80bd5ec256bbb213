package io.kvbench.bindings.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Status;
import io.kvbench.core.operation.Value;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that keeps its connections open and says nothing, as if its machine hung. */
@Timeout(180)
class FrozenServerIT {
  private static final Duration SESSION_TIMEOUT = Duration.ofSeconds(3);

  /** After this much silence the client library gives a connection up. */
  private static final Duration SILENCE = SESSION_TIMEOUT.multipliedBy(2).dividedBy(3);

  /** The library's clock counts whole milliseconds. */
  private static final Duration CLOCK = Duration.ofMillis(10);

  private static final int CONNECTIONS = 2;
  private static final int CLIENTS = 200;

  @TempDir private static Path directory;
  private static ForkedServer server;

  @BeforeAll
  static void start() throws Exception {
    server = new ForkedServer(directory);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"netty", "nio"})
  void endsWhatIsUnderWayAndGoesOnAfterwards(String transport) throws Exception {
    Map<String, String> settings =
        Map.of(
            "zookeeper.transport",
            transport,
            "zookeeper.root",
            "/frozen-" + transport,
            "zookeeper.sessiontimeout",
            SESSION_TIMEOUT.toMillis() + "ms");
    try (Binding binding = TestConfig.open(server.endpoints(), CONNECTIONS, settings);
        Session session = binding.openSession(0)) {
      List<Answer> answers;
      long heard = lastHeard(binding);
      server.freeze();
      try {
        answers = endsEverything(binding);
        assertThat(Duration.ofNanos(System.nanoTime() - heard)).isGreaterThan(SILENCE.minus(CLOCK));
        staysBroken(session);
      } finally {
        server.thaw();
      }
      for (int client = 0; client < CONNECTIONS; client++) {
        assertThat(untilAnswered(binding.openSession(client))).isEqualTo(Outcome.NOT_FOUND);
      }
      assertThat(answers).allMatch(answer -> answer.calls() == 1);
    }
  }

  /** Has every connection answered; returns a time that is not after the first of the answers. */
  private static long lastHeard(Binding binding) throws Exception {
    for (int client = 0; client < CONNECTIONS; client++) {
      assertThat(untilAnswered(binding.openSession(client))).isEqualTo(Outcome.NOT_FOUND);
    }
    long before = System.nanoTime();
    for (int client = 0; client < CONNECTIONS; client++) {
      assertThat(submit(binding.openSession(client)).status()).isEqualTo(Outcome.NOT_FOUND);
    }
    return before;
  }

  private static List<Answer> endsEverything(Binding binding) throws Exception {
    List<Answer> answers = new ArrayList<>();
    for (int client = 0; client < CLIENTS; client++) {
      Answer answer = new Answer();
      binding.openSession(client).submit(operation(client), answer);
      answers.add(answer);
    }
    for (Answer answer : answers) {
      assertThat(answer.status()).isEqualTo(ErrorKind.CONNECTION_LOST);
      assertThat(answer.message()).startsWith("CONNECTIONLOSS: ");
    }
    return answers;
  }

  private static Operation operation(int client) {
    Key key = Key.of("k" + client);
    return client % 2 == 0
        ? new Operation.Insert(key, Value.of(new byte[1000]))
        : new Operation.Read(key, ReadConsistency.LINEARIZABLE);
  }

  /** Nothing is of use while the server is frozen, and recovering takes all the time it has. */
  private static void staysBroken(Session session) throws Exception {
    Duration limit = Duration.ofMillis(500);
    long begun = System.nanoTime();
    session.recover(limit);
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThanOrEqualTo(limit);
    Answer answer = submit(session);
    assertThat(answer.status()).isIn(ErrorKind.CONNECTION_LOST, ErrorKind.SESSION_EXPIRED);
    assertThat(answer.calls()).isEqualTo(1);
  }

  /** Does as a client does: recovers after every error, since a session may turn out expired. */
  private static Status untilAnswered(Session session) throws Exception {
    Status status = submit(session).status();
    for (int tries = 0; tries < 20 && status instanceof ErrorKind; tries++) {
      session.recover(Duration.ofSeconds(30));
      status = submit(session).status();
    }
    return status;
  }

  private static Answer submit(Session session) throws Exception {
    Answer answer = new Answer();
    session.submit(new Operation.Read(Key.of("none"), ReadConsistency.LINEARIZABLE), answer);
    answer.status();
    return answer;
  }
}
