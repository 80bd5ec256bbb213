package io.kvbench.bindings.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Value;
import io.kvbench.testkit.Answer;
import io.kvbench.testkit.RunningServers;
import io.kvbench.testkit.ServerProcess;
import io.kvbench.testkit.contract.RefusedOpening;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class FailureIT {
  @TempDir private static Path directory;
  private static RunningServers server;

  @BeforeAll
  static void start() throws Exception {
    server = new RealEtcd("etcd").single(directory);
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  private static Answer submit(Session session, String key) throws Exception {
    Answer answer = new Answer();
    session.submit(new Operation.Read(Key.of(key), ReadConsistency.LINEARIZABLE), answer);
    answer.status();
    return answer;
  }

  @Test
  void saysThatNothingListens() throws Exception {
    String endpoint = "127.0.0.1:" + ServerProcess.freePorts(1).getFirst();
    RefusedOpening.assertRefused(
        limit -> TestConfig.open(List.of(endpoint), 2, limit, Map.of()),
        endpoint + " (refuses connections",
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

  @Test
  void givesUpWhenInterrupted() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      AtomicReference<Throwable> thrown = new AtomicReference<>();
      List<String> endpoints = List.of("127.0.0.1:" + silent.getLocalPort());
      Thread opener =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      TestConfig.open(endpoints, 1, Map.of());
                    } catch (Exception e) {
                      thrown.set(e);
                    }
                  });
      TimeUnit.MILLISECONDS.sleep(300);
      opener.interrupt();
      opener.join();
      assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
    }
  }

  private static List<Answer> flood(Binding binding, int count) throws Exception {
    List<Answer> answers = new ArrayList<>();
    Value value = Value.of(new byte[1000]);
    for (int index = 0; index < count; index++) {
      Answer answer = new Answer();
      Key key = Key.of("flood" + index);
      binding
          .openSession(index)
          .submit(
              index % 2 == 0
                  ? new Operation.Insert(key, value)
                  : new Operation.Read(key, ReadConsistency.LINEARIZABLE),
              answer);
      answers.add(answer);
    }
    return answers;
  }

  @Test
  void completesEverythingOnceWhenTheServerEnds() throws Exception {
    try (Binding binding = TestConfig.open(server.endpoints(), 2, Map.of());
        Session session = binding.openSession(1)) {
      List<Answer> answers = flood(binding, 2000);
      server.kill();
      for (Answer answer : answers) {
        assertThat(answer.status()).isIn(Outcome.OK, Outcome.NOT_FOUND, ErrorKind.CONNECTION_LOST);
      }
      Answer lost = submit(session, "x");
      assertThat(lost.status()).isEqualTo(ErrorKind.CONNECTION_LOST);
      session.recover(Duration.ofMillis(200));
      assertThat(binding.servers().getFirst().problem()).isPresent();

      server.restart();
      session.recover(Duration.ofSeconds(60));
      // It may still be electing itself.
      Answer found = submit(session, "none");
      for (int tries = 0; tries < 100 && found.status() != Outcome.NOT_FOUND; tries++) {
        TimeUnit.MILLISECONDS.sleep(100);
        found = submit(session, "none");
      }
      assertThat(found.status()).isEqualTo(Outcome.NOT_FOUND);
      assertThat(answers).allMatch(answer -> answer.calls() == 1);
    }
  }

  @Test
  void endsOperationsThatTakeTooLong() throws Exception {
    Map<String, String> settings = Map.of("etcd.requesttimeout", "1s");
    try (Binding binding = TestConfig.open(server.endpoints(), 2, settings);
        Session session = binding.openSession(0)) {
      server.freeze();
      Answer late;
      try {
        late = submit(session, "x");
      } finally {
        server.thaw();
      }
      assertThat(late.status()).isEqualTo(ErrorKind.TIMEOUT);
      assertThat(late.message()).contains("etcd.requesttimeout");
      assertThat(submit(session, "x").status()).isEqualTo(Outcome.NOT_FOUND);
      assertThat(late.calls()).isEqualTo(1);
    }
  }

  @Test
  void noticesThatAServerIsSilent() throws Exception {
    Map<String, String> settings =
        Map.of("etcd.requesttimeout", "0s", "etcd.keepalive.timeout", "1s");
    try (Binding binding = TestConfig.open(server.endpoints(), 1, settings);
        Session session = binding.openSession(0)) {
      server.freeze();
      Answer lost;
      try {
        lost = submit(session, "x");
      } finally {
        server.thaw();
      }
      assertThat(lost.status()).isEqualTo(ErrorKind.CONNECTION_LOST);
      session.recover(Duration.ofSeconds(60));
      assertThat(submit(session, "x").status()).isEqualTo(Outcome.NOT_FOUND);
    }
  }

  @Test
  void completesWhatIsUnderWayWhenItIsClosed() throws Exception {
    Binding binding = TestConfig.open(server.endpoints(), 3, Map.of());
    Session session = binding.openSession(0);
    server.freeze();
    List<Answer> answers = flood(binding, 1000);
    try {
      binding.close();
      assertThat(answers).allMatch(Answer::isThere);
    } finally {
      server.thaw();
    }
    for (Answer answer : answers) {
      assertThat(answer.status()).isEqualTo(ErrorKind.CONNECTION_LOST);
      assertThat(answer.calls()).isEqualTo(1);
    }
    assertThat(submit(session, "late").status()).isEqualTo(ErrorKind.CONNECTION_LOST);
    session.recover(Duration.ofSeconds(60));
  }
}
