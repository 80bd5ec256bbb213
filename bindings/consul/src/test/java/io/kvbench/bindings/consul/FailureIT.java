package io.kvbench.bindings.consul;

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
import io.kvbench.testkit.Answer;
import io.kvbench.testkit.RunningServers;
import io.kvbench.testkit.contract.RefusedOpening;
import io.kvbench.testkit.contract.SharedServers;
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
import org.junit.jupiter.api.parallel.ResourceLock;

@Timeout(240)
class FailureIT {
  private static final Map<String, String> IMPATIENT = Map.of("consul.requesttimeout", "2s");

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

  private static Operation read(String key) {
    return new Operation.Read(Key.of(key), ReadConsistency.DEFAULT);
  }

  private static Status submit(Session session, Operation operation) throws Exception {
    Answer answer = new Answer();
    session.submit(operation, answer);
    Status status = answer.status();
    assertThat(answer.calls()).isEqualTo(1);
    return status;
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

  /** Recovers after errors and retries, like a client, until there is an answer. */
  private static Status untilAnswered(Session session) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(90);
    Status status = submit(session, read("none"));
    while (status instanceof ErrorKind && System.nanoTime() < end) {
      session.recover(Duration.ofSeconds(10));
      TimeUnit.MILLISECONDS.sleep(50);
      status = submit(session, read("none"));
    }
    return status;
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

  @Test
  void saysThatAHostIsNotKnown() {
    RefusedOpening.assertRefused(
        limit -> TestConfig.open(List.of("nowhere.invalid:8500"), 1, limit, Map.of()),
        "nowhere.invalid:8500: no such host");
  }

  @Test
  void givesUpWhenInterrupted() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      AtomicReference<Throwable> thrown = new AtomicReference<>();
      Thread opener =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      TestConfig.open(List.of("127.0.0.1:" + silent.getLocalPort()), 1, Map.of());
                    } catch (Exception e) {
                      thrown.set(e);
                    }
                  });
      TimeUnit.MILLISECONDS.sleep(500);
      opener.interrupt();
      opener.join();
      assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
    }
  }

  @Test
  void completesEverythingOnceWhenTheServerIsKilledAndGoesOnWhenItIsBack() throws Exception {
    try (Binding binding = TestConfig.open(server.endpoints(), 8, Map.of())) {
      Session session = binding.openSession(0);
      List<Answer> answers = flood(binding, 2000);
      assertThat(answers.getFirst().status()).isEqualTo(Outcome.OK);
      server.kill();
      for (Answer answer : answers) {
        assertThat(answer.status()).isIn(Outcome.OK, Outcome.NOT_FOUND, ErrorKind.CONNECTION_LOST);
      }
      assertThat(answers.getLast().status()).isEqualTo(ErrorKind.CONNECTION_LOST);
      assertThat(submit(session, read("x"))).isEqualTo(ErrorKind.CONNECTION_LOST);
      session.recover(Duration.ofMillis(200));
      assertThat(binding.servers().getFirst().problem()).isPresent();

      server.start();
      assertThat(untilAnswered(session)).isEqualTo(Outcome.NOT_FOUND);
      assertThat(answers).allMatch(answer -> answer.calls() == 1);
    }
  }

  @Test
  void completesEverythingOnceWhenTheServerFreezes() throws Exception {
    try (Binding binding = TestConfig.open(server.endpoints(), 4, IMPATIENT)) {
      assertThat(submit(binding.openSession(0), read("x"))).isEqualTo(Outcome.NOT_FOUND);
      server.freeze();
      List<Answer> answers = flood(binding, 100);
      for (Answer answer : answers) {
        assertThat(answer.status()).isEqualTo(ErrorKind.TIMEOUT);
      }
      server.thaw();
      for (int client = 0; client < 4; client++) {
        assertThat(untilAnswered(binding.openSession(client))).isEqualTo(Outcome.NOT_FOUND);
      }
      assertThat(answers).allMatch(answer -> answer.calls() == 1);
    }
  }

  @Test
  void completesEverythingOnceWhenItIsClosed() throws Exception {
    Binding binding = TestConfig.open(server.endpoints(), 2, Map.of());
    List<Answer> answers = flood(binding, 2000);
    binding.close();
    assertThat(answers).allMatch(Answer::isThere);
    assertThat(submit(binding.openSession(0), read("x"))).isEqualTo(ErrorKind.CONNECTION_LOST);
    assertThat(answers).allMatch(answer -> answer.calls() == 1);
  }

  /** On a separate server, which takes a while to notice that connections are closed. */
  @Test
  void saysThatAServerIsFull(@TempDir Path files) throws Exception {
    try (ConsulServer full = ConsulServer.start(files)) {
      RefusedOpening.assertRefused(
          limit -> TestConfig.open(full.endpoints(), 520, limit, Map.of()),
          "http_max_conns_per_client");
    }
  }

  @Test
  @ResourceLock(SharedServers.HARM)
  void goesOnWithAnotherServerWhenTheLeaderIsKilled() throws Exception {
    RunningServers servers = ConsulSubject.mortalCluster();
    try (Binding binding = TestConfig.open(servers.endpoints(), 3, IMPATIENT)) {
      assertThat(binding.servers()).hasSize(3).filteredOn(state -> state.leader()).hasSize(1);
      long term = binding.servers().getFirst().term().orElseThrow();
      staleReadsAreAnsweredByFollowers(binding);
      ConsulSubject.killLeader(servers, binding);
      for (int client = 0; client < 3; client++) {
        assertThat(untilAnswered(binding.openSession(client))).isEqualTo(Outcome.NOT_FOUND);
      }
      assertThat(binding.servers()).filteredOn(state -> state.problem().isPresent()).hasSize(1);
      assertThat(binding.servers())
          .filteredOn(state -> state.problem().isEmpty())
          .allMatch(state -> state.term().orElseThrow() > term);
    } finally {
      servers.restart();
    }
  }

  /** Each connection has another server, so at least two of them read from followers. */
  private static void staleReadsAreAnsweredByFollowers(Binding binding) throws Exception {
    Key key = Key.of("stale");
    Operation write = new Operation.Insert(key, Value.of(new byte[10]));
    assertThat(submit(binding.openSession(0), write)).isEqualTo(Outcome.OK);
    for (int client = 0; client < 3; client++) {
      Session session = binding.openSession(client);
      assertThat(submit(session, new Operation.Read(key, ReadConsistency.LINEARIZABLE)))
          .isEqualTo(Outcome.OK);
      Operation stale = new Operation.Read(key, ReadConsistency.STALE);
      Status status = submit(session, stale);
      for (int tries = 0; tries < 200 && status == Outcome.NOT_FOUND; tries++) {
        TimeUnit.MILLISECONDS.sleep(50);
        status = submit(session, stale);
      }
      assertThat(status).isEqualTo(Outcome.OK);
    }
  }
}
