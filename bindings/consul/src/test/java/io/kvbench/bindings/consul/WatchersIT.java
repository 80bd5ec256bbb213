package io.kvbench.bindings.consul;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvbench.bindings.support.LoadClient;
import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.Session;
import io.kvbench.core.binding.WatchListener;
import io.kvbench.core.binding.Watcher;
import io.kvbench.core.binding.WatcherRequest;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import io.kvbench.core.operation.Value;
import io.kvbench.core.operation.WatchTarget;
import io.kvbench.testkit.Answer;
import io.kvbench.testkit.RunningServers;
import io.kvbench.testkit.contract.SharedServers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests of watchers that are specific to Consul. */
@Timeout(180)
class WatchersIT {
  private static final Map<String, String> IMPATIENT = Map.of("consul.requesttimeout", "2s");
  private static final WatchTarget ALL = new WatchTarget.All();

  private static final AtomicInteger PREFIXES = new AtomicInteger();

  @TempDir private static Path directory;
  private static ConsulServer server;

  private final String prefix = "watched" + PREFIXES.incrementAndGet() + "/";

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

  /** A listener that records its calls as text. */
  private static final class Told implements WatchListener {
    private final LinkedBlockingQueue<String> calls = new LinkedBlockingQueue<>();

    @Override
    public void opened() {
      calls.add("opened");
    }

    @Override
    public void changed(long version) {
      calls.add("changed " + version);
    }

    @Override
    public void rearming() {
      calls.add("rearming");
    }

    @Override
    public void interrupted() {
      calls.add("interrupted");
    }

    @Override
    public void failed(ErrorKind kind, String message) {
      calls.add("failed " + kind + " " + message);
    }

    String next() throws InterruptedException {
      return String.valueOf(calls.poll(60, TimeUnit.SECONDS));
    }

    void expect(String... expected) throws InterruptedException {
      for (String each : expected) {
        assertThat(next()).isEqualTo(each);
      }
    }
  }

  private Binding open(
      LoadClient client, List<String> endpoints, int connections, Map<String, String> given)
      throws Exception {
    Map<String, String> all = new HashMap<>(Map.of("consul.prefix", prefix));
    all.putAll(given);
    all.put("client", client.name());
    return TestConfig.open(endpoints, connections, all);
  }

  private static WatchTarget single(String key) {
    return new WatchTarget.Single(Key.of(key));
  }

  private static Watcher watch(Binding binding, WatchTarget target, Told told) throws Exception {
    return binding.watch(new WatcherRequest(0, target, false), told);
  }

  private static Operation update(String key) {
    return new Operation.WatchedUpdate(Key.of(key), Value.of(new byte[] {1}));
  }

  private static long write(Session session, Operation operation) throws Exception {
    Answer answer = new Answer();
    session.submit(operation, answer);
    assertThat(answer.status()).as(answer::toString).isEqualTo(Outcome.OK);
    return answer.version();
  }

  @ParameterizedTest
  @EnumSource(LoadClient.class)
  void aRecordIsReportedFromItsFirstWriteOn(LoadClient client) throws Exception {
    try (Binding binding = open(client, server.endpoints(), 1, Map.of())) {
      Session session = binding.openSession(0);
      Told told = new Told();
      Watcher watcher = watch(binding, single("k"), told);
      assertThat(watcher.coalesces()).isTrue();
      told.expect("opened");

      write(session, update("k2"));
      told.expect("changed " + write(session, update("k")), "rearming", "opened");
      told.expect("changed " + write(session, update("k")), "rearming", "opened");
      write(session, new Operation.Delete(Key.of("k")));
      told.expect("changed " + write(session, update("k")), "rearming", "opened");

      watcher.close();
      write(session, update("k"));
      TimeUnit.MILLISECONDS.sleep(300);
      assertThat(told.calls).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(LoadClient.class)
  void allRecordsAreReportedInTheOrderOfTheirWrites(LoadClient client) throws Exception {
    try (Binding binding = open(client, server.endpoints(), 1, Map.of());
        Binding other =
            open(client, server.endpoints(), 1, Map.of("consul.prefix", "other-" + prefix))) {
      Session session = binding.openSession(0);
      write(session, update("before"));
      Told told = new Told();
      try (Watcher watcher = watch(binding, ALL, told)) {
        told.expect("opened");
        write(other.openSession(0), update("a"));
        List<String> expected = new ArrayList<>();
        for (String key : List.of("c", "a", "b")) {
          expected.add("changed " + write(session, update(key)));
        }
        List<String> changes = new ArrayList<>();
        while (changes.size() < 3) {
          String call = told.next();
          if (call.startsWith("changed")) {
            changes.add(call);
          }
        }
        assertThat(changes).isEqualTo(expected);
        assertThat(watcher.coalesces()).isTrue();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(LoadClient.class)
  void goesOnWhenTheServerIsBack(LoadClient client) throws Exception {
    try (Binding binding = open(client, server.endpoints(), 1, IMPATIENT)) {
      Session session = binding.openSession(0);
      Told told = new Told();
      try (Watcher watcher = watch(binding, single("k"), told)) {
        told.expect("opened");
        server.kill();
        told.expect("interrupted");
        server.start();
        server.awaitLeader();
        told.expect("opened");
        expectAtLast(told, writeWhenPossible(session));
        told.expect("rearming", "opened");
        assertThat(watcher.coalesces()).isTrue();
      }
    }
  }

  /**
   * A failed write may have been applied before or after it, and is a change, too; of two writes in
   * close succession the later one is reported.
   */
  private static void expectAtLast(Told told, long version) throws Exception {
    String call = told.next();
    while (!call.startsWith("changed") || Long.parseLong(call.substring(8)) < version) {
      assertThat(call).matches("opened|interrupted|rearming|changed \\d+");
      call = told.next();
    }
  }

  private static long writeWhenPossible(Session session) throws Exception {
    while (true) {
      Answer answer = new Answer();
      session.submit(update("k"), answer);
      Status status = answer.status();
      if (status == Outcome.OK) {
        return answer.version();
      }
      session.recover(Duration.ofSeconds(1)); // as the engine does
      TimeUnit.MILLISECONDS.sleep(100);
    }
  }

  @ParameterizedTest
  @EnumSource(LoadClient.class)
  @ResourceLock(SharedServers.HARM)
  void goesOnWithAnotherServerWhenTheLeaderIsKilled(LoadClient client) throws Exception {
    RunningServers servers = ConsulSubject.mortalCluster();
    try (Binding binding = open(client, servers.endpoints(), 3, IMPATIENT)) {
      List<Told> all = new ArrayList<>();
      for (int stream = 0; stream < 3; stream++) {
        Told told = new Told();
        binding.watch(new WatcherRequest(stream, single("k"), false), told);
        told.expect("opened");
        all.add(told);
      }
      ConsulSubject.killLeader(servers, binding);
      for (Told told : all) {
        told.expect("interrupted");
      }
      long version = writeWhenPossible(binding.openSession(1));
      for (Told told : all) {
        expectAtLast(told, version);
      }
    } finally {
      servers.restart();
    }
  }

  /** On a separate server, which takes a while to notice that connections are closed. */
  @Test
  void saysThatAServerHasNoMoreConnections(@TempDir Path files) throws Exception {
    try (ConsulServer full = ConsulServer.start(files);
        Binding binding = TestConfig.open(full.endpoints(), 1, Map.of())) {
      List<Told> all = new ArrayList<>();
      for (int index = 0; index < 520; index++) {
        Told told = new Told();
        watch(binding, single("k"), told);
        all.add(told);
      }
      List<String> first = new ArrayList<>();
      for (Told told : all) {
        first.add(told.next());
      }
      assertThat(first)
          .contains("opened")
          .anyMatch(call -> call.startsWith("failed"))
          .allMatch(call -> call.equals("opened") || call.contains("http_max_conns_per_client"));
    }
  }

  @ParameterizedTest
  @EnumSource(LoadClient.class)
  void refusesWhatItCannotWatch(LoadClient client) throws Exception {
    try (Binding binding = open(client, server.endpoints(), 1, Map.of())) {
      assertThatThrownBy(() -> watch(binding, single("\n"), new Told()))
          .isInstanceOf(BindingException.class);
      assertThatThrownBy(() -> binding.watch(new WatcherRequest(0, ALL, true), new Told()))
          .isInstanceOf(BindingException.class)
          .hasMessageContaining("watch.once");
    }
  }

  @ParameterizedTest
  @EnumSource(LoadClient.class)
  void theEndOfTheBindingIsTheEndOfItsWatchers(LoadClient client) throws Exception {
    Binding binding = open(client, server.endpoints(), 1, Map.of());
    Told told = new Told();
    watch(binding, single("k"), told);
    told.expect("opened");
    binding.close();
    assertThat(told.next()).startsWith("failed CONNECTION_LOST");
    assertThat(told.calls).isEmpty();
  }
}
