package io.kvbench.bindings.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.bindings.zookeeper.options.ZooKeeperClientOptions;
import io.kvbench.bindings.zookeeper.status.ZooKeeperServerQuery;
import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Value;
import io.kvbench.testkit.Answer;
import io.kvbench.testkit.RunningServers;
import io.kvbench.testkit.ServerProcesses;
import io.kvbench.testkit.contract.SharedServers;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Tests of the state that every server of an ensemble reports. */
@Timeout(300)
class ServersIT {
  private static final long PATIENCE_NANOS = 90_000_000_000L;

  @TempDir private Path directory;

  private static void insert(Binding binding, int count) throws Exception {
    try (Session session = binding.openSession(0)) {
      for (int number = 0; number < count; number++) {
        Answer answer = new Answer();
        session.submit(new Operation.Insert(Key.of("k" + number), Value.of(new byte[10])), answer);
        assertThat(answer.status()).isEqualTo(Outcome.OK);
      }
    }
  }

  private static List<ServerState> leaders(List<ServerState> states) {
    return states.stream().filter(ServerState::leader).toList();
  }

  private static boolean isSettled(List<ServerState> states, String dead) {
    return leaders(states).stream().anyMatch(leader -> !leader.endpoint().equals(dead))
        && states.stream()
            .allMatch(state -> state.endpoint().equals(dead) || state.problem().isEmpty());
  }

  private static List<ServerState> awaitNewLeader(Binding binding, String dead) throws Exception {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    List<ServerState> states = binding.servers();
    while (!isSettled(states, dead)) {
      assertThat(System.nanoTime() - deadline).as("no new leader: " + states).isNegative();
      Thread.sleep(200);
      states = binding.servers();
    }
    return states;
  }

  @Test
  @ResourceLock(SharedServers.HARM)
  void eachSpeaksForItselfAlsoWhenOneIsGone() throws Exception {
    RunningServers ensemble = ZooKeeperSubject.runningCluster();
    try (Binding binding =
        TestConfig.open(ensemble.endpoints(), 1, Map.of("zookeeper.root", "/speaking"))) {
      insert(binding, 7);
      try (Session session = binding.openSession(0)) {
        assertThat(session.server().map(server -> server.replaceAll(".*:", "")))
            .get()
            .isIn(ensemble.endpoints().stream().map(each -> each.replaceAll(".*:", "")).toList());
      }
      List<ServerState> states = binding.servers();

      assertThat(states)
          .extracting(ServerState::endpoint)
          .containsExactlyElementsOf(ensemble.endpoints());
      assertThat(states)
          .allSatisfy(
              state -> {
                assertThat(state.problem()).isEmpty();
                assertThat(state.keys()).hasValue(7);
                assertThat(state.version()).hasValue("3.9.5");
                assertThat(state.term()).isEqualTo(states.getFirst().term());
                assertThat(state.details().get("zxid")).startsWith("0x");
              });
      assertThat(states)
          .extracting(state -> state.details().get("mode"))
          .containsExactlyInAnyOrder("leader", "follower", "follower");
      assertThat(states)
          .extracting(state -> state.details().get(ServerState.IDENTITY))
          .doesNotContainNull()
          .doesNotHaveDuplicates();
      assertThat(leaders(states)).hasSize(1);
      long term = states.getFirst().term().orElseThrow();
      assertThat(term).isPositive();

      String dead = leaders(states).getFirst().endpoint();
      ((ServerProcesses) ensemble).member(dead).kill();
      List<ServerState> after = awaitNewLeader(binding, dead);

      assertThat(after).hasSize(3);
      for (ServerState state : after) {
        if (state.endpoint().equals(dead)) {
          assertThat(state).isEqualTo(ServerState.silent(dead, state.problem().orElseThrow()));
          assertThat(state.problem().orElseThrow()).contains("refuses connections");
        } else {
          assertThat(state.keys()).hasValue(7);
          assertThat(state.term().orElseThrow()).isGreaterThan(term);
        }
      }
    } finally {
      ensemble.restart();
    }
  }

  @Test
  void twoNamesOfAServerHaveOneIdentity() throws Exception {
    try (TestServer server = new TestServer(directory, false)) {
      String endpoint = server.endpoints().getFirst();
      String alias = "localhost" + endpoint.substring(endpoint.lastIndexOf(':'));
      try (Binding binding = TestConfig.open(List.of(endpoint, alias), 1, Map.of())) {
        assertThat(binding.servers())
            .extracting(state -> state.details().getOrDefault(ServerState.IDENTITY, "none"))
            .hasSize(2)
            .allMatch(identity -> identity.matches("\\d+, started [0-9a-f]{10}"))
            .satisfies(both -> assertThat(both.getFirst()).isEqualTo(both.getLast()));
      }
    }
  }

  @Test
  void aSilentServerHoldsNothingUpForLong() throws Exception {
    try (TestServer server = new TestServer(directory, false);
        ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Binding binding = TestConfig.open(server.endpoints(), 1, Map.of())) {
      insert(binding, 3);
      int sessions = server.sessions();
      String mute = "127.0.0.1:" + silent.getLocalPort();
      List<String> both = List.of(mute, server.endpoints().getFirst());

      List<ServerState> states =
          ZooKeeperServerQuery.all(
              ZooKeeperClientOptions.of(TestConfig.of(both, 1, Duration.ofSeconds(10), Map.of())));

      assertThat(states).extracting(ServerState::endpoint).containsExactlyElementsOf(both);
      assertThat(states.getFirst().problem().orElseThrow()).contains("does not answer");
      assertThat(states.getLast().keys()).hasValue(3);
      assertThat(states.getLast().term()).isEmpty();
      assertThat(states.getLast().problem()).isEqualTo(Optional.empty());
      assertThat(server.sessions()).as("sessions left open").isEqualTo(sessions);
    }
  }
}
