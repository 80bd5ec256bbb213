package io.kvbench.bindings.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.testkit.Answer;
import io.kvbench.testkit.contract.RefusedOpening;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class FailureIT {
  private static final Map<String, String> SHORT = Map.of("zookeeper.sessiontimeout", "4s");

  @TempDir private Path directory;

  private static Operation read(String key) {
    return new Operation.Read(Key.of(key), ReadConsistency.LINEARIZABLE);
  }

  private static Answer submit(Session session, Operation operation) throws Exception {
    Answer answer = new Answer();
    session.submit(operation, answer);
    answer.status();
    return answer;
  }

  @Test
  void saysThatNothingListens() throws Exception {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    RefusedOpening.assertRefused(
        limit -> TestConfig.open(List.of("127.0.0.1:" + port), 2, limit, Map.of()),
        "127.0.0.1:" + port + " (refuses connections",
        "endpoints=");
  }

  @Test
  void saysThatNobodyAnswers() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String endpoint = "127.0.0.1:" + silent.getLocalPort();
      RefusedOpening.assertRefused(
          limit -> TestConfig.open(List.of(endpoint), 2, limit, Map.of()),
          endpoint + " (does not answer");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"netty", "nio"})
  void beginsOneNewSessionForAnExpiredOne(String transport) throws Exception {
    try (TestServer server = new TestServer(directory, false);
        Binding binding =
            TestConfig.open(server.endpoints(), 1, Map.of("zookeeper.transport", transport))) {
      assertThat(server.expireSessions()).isEqualTo(1);
      awaitFailure(binding);
      CountDownLatch recovered = new CountDownLatch(50);
      for (int client = 0; client < 50; client++) {
        Session session = binding.openSession(client);
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    session.recover(Duration.ofSeconds(60));
                    if (submit(session, read("none")).status() == Outcome.NOT_FOUND) {
                      recovered.countDown();
                    }
                  } catch (Exception e) {
                    throw new AssertionError(e);
                  }
                });
      }
      assertThat(recovered.await(60, TimeUnit.SECONDS)).isTrue();
      assertThat(server.sessions()).isEqualTo(1);
    }
  }

  /** Sends until an error shows that the connection is lost. */
  private static void awaitFailure(Binding binding) throws Exception {
    Session session = binding.openSession(0);
    Answer answer = submit(session, read("none"));
    for (int tries = 0; tries < 50 && answer.status() == Outcome.NOT_FOUND; tries++) {
      TimeUnit.MILLISECONDS.sleep(20);
      answer = submit(session, read("none"));
    }
    assertThat(answer.status())
        .isIn(ErrorKind.CONNECTION_LOST, ErrorKind.SESSION_EXPIRED, Outcome.NOT_FOUND);
  }

  @Test
  void noticesASessionThatIsOverWhileTheServerWasAway() throws Exception {
    try (TestServer server = new TestServer(directory, false);
        Binding binding = TestConfig.open(server.endpoints(), 1, SHORT);
        Session session = binding.openSession(0)) {
      server.end();
      assertThat(submit(session, read("x")).status()).isInstanceOf(ErrorKind.class);
      TimeUnit.SECONDS.sleep(6);
      server.start();
      session.recover(Duration.ofSeconds(60));
      assertThat(submit(session, read("none")).status()).isEqualTo(Outcome.NOT_FOUND);
    }
  }
}
