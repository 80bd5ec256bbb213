package io.kvbench.bindings.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Value;
import io.kvbench.testkit.Answer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class FailureIT {
  private static final Duration SOON = Duration.ofSeconds(2);

  @TempDir private Path directory;

  private static Answer submit(Session session, String key) throws Exception {
    Answer answer = new Answer();
    session.submit(new Operation.Read(Key.of(key), ReadConsistency.LINEARIZABLE), answer);
    answer.status();
    return answer;
  }

  @Test
  void saysThatNothingListens() throws Exception {
    String endpoint = "127.0.0.1:" + TestServer.freePort();
    assertThatThrownBy(() -> TestConfig.open(List.of(endpoint), 2, SOON, Map.of()))
        .isInstanceOf(BindingException.class)
        .hasMessageContaining(endpoint + " (refuses connections")
        .hasMessageContaining("endpoints=");
  }

  @Test
  void saysThatNobodyAnswers() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String endpoint = "127.0.0.1:" + silent.getLocalPort();
      assertThatThrownBy(() -> TestConfig.open(List.of(endpoint), 2, SOON, Map.of()))
          .isInstanceOf(BindingException.class)
          .hasMessageContaining(endpoint + " (does not answer");
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
    try (TestServer server = TestServer.start(directory, "etcd");
        Binding binding = TestConfig.open(server.endpoints(), 2, Map.of());
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

      server.start();
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
    try (TestServer server = TestServer.start(directory, "etcd");
        Binding binding = TestConfig.open(server.endpoints(), 2, settings);
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
    try (TestServer server = TestServer.start(directory, "etcd");
        Binding binding = TestConfig.open(server.endpoints(), 1, settings);
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
    try (TestServer server = TestServer.start(directory, "etcd")) {
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

  /** Of this binding, Netty, gRPC and what jetcd brings. */
  private static final Pattern NAMES =
      Pattern.compile("etcd-|ventLoopGroup|grpc-|ELG|[Ff]ailsafe|vert\\.?x");

  @Test
  void leavesNoThreadBehind() throws Exception {
    try (TestServer server = TestServer.start(directory, "etcd")) {
      Map<String, String> settings =
          Map.of(
              "etcd.compact.interval", "10ms",
              "etcd.compact.delta", "0",
              "etcd.checkhashkv", "true",
              "etcd.eventloops", "2");
      Binding binding = TestConfig.open(server.endpoints(), 3, settings);
      assertThat(binding.servers().getFirst().version()).isPresent();
      binding.close();
      binding.close();
    }
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (System.nanoTime() < until && !leftBehind().isEmpty()) {
      TimeUnit.MILLISECONDS.sleep(50);
    }
    assertThat(leftBehind()).isEmpty();
  }

  private static List<String> leftBehind() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> NAMES.matcher(name).find())
        .toList();
  }
}
