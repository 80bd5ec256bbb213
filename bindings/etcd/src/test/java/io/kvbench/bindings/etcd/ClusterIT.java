package io.kvbench.bindings.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import io.kvbench.core.operation.Value;
import io.kvbench.testkit.Answer;
import io.kvbench.testkit.ServerProcesses;
import io.kvbench.testkit.contract.RefusedOpening;
import io.kvbench.testkit.contract.SharedServers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Tests of three servers, one of which leads and one of which may be killed. */
@Timeout(240)
@ResourceLock(SharedServers.HARM)
class ClusterIT {
  private static final Map<String, String> LEADER = Map.of("etcd.targetleader", "true");

  private static final AtomicInteger PREFIXES = new AtomicInteger();

  private final String prefix = "cluster" + PREFIXES.incrementAndGet() + "/";
  private ServerProcesses servers;

  @BeforeEach
  void start() throws Exception {
    servers = (ServerProcesses) SharedServers.cluster(new EtcdSubject(new RealEtcd("etcd")));
  }

  @AfterEach
  void restart() throws Exception {
    servers.restart();
  }

  private Binding open(Map<String, String> more) throws Exception {
    Map<String, String> settings = new HashMap<>(Map.of("etcd.prefix", prefix));
    settings.putAll(more);
    return TestConfig.open(servers.endpoints(), 3, settings);
  }

  private static Status put(Session session, String key) throws Exception {
    Answer answer = new Answer();
    session.submit(new Operation.Insert(Key.of(key), Value.of(new byte[100])), answer);
    return answer.status();
  }

  /** Retries like a client until a write succeeds; returns the errors before. */
  private static List<Status> putUntilItSucceeds(Session session) throws Exception {
    List<Status> errors = new ArrayList<>();
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    while (System.nanoTime() < until) {
      Status status = put(session, "again");
      if (status == Outcome.OK) {
        return errors;
      }
      errors.add(status);
      if (status instanceof ErrorKind kind && kind.breaksSession()) {
        session.recover(Duration.ofSeconds(10));
      }
    }
    throw new AssertionError("no success, only " + errors);
  }

  private static ServerState leader(List<ServerState> states) {
    return states.stream().filter(ServerState::leader).findFirst().orElseThrow();
  }

  @Test
  void asksEveryServer() throws Exception {
    try (Binding binding = open(Map.of("etcd.checkhashkv", "true"))) {
      Set<String> used = new HashSet<>();
      for (int client = 0; client < 30; client++) {
        Session session = binding.openSession(client);
        assertThat(put(session, "k" + client)).isEqualTo(Outcome.OK);
        used.add(session.server().orElseThrow());
      }
      assertThat(used).containsExactlyInAnyOrderElementsOf(servers.endpoints());
      List<ServerState> states = binding.servers();
      assertThat(states).extracting(ServerState::endpoint).isEqualTo(servers.endpoints());
      assertThat(states).filteredOn(ServerState::leader).hasSize(1);
      assertThat(states).allMatch(state -> state.keys().getAsLong() == 30);
      assertThat(states).allMatch(state -> state.problem().isEmpty());
      assertThat(states.stream().map(state -> state.details().get("hashkv")).distinct())
          .hasSize(1)
          .doesNotContainNull();
      assertThat(states.stream().map(ServerState::term).distinct()).hasSize(1);
      assertThat(states)
          .extracting(state -> state.details().get(ServerState.IDENTITY))
          .doesNotContainNull()
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void goesOnAtAnotherServer() throws Exception {
    try (Binding binding = open(Map.of());
        Session session = binding.openSession(0)) {
      put(session, "before");
      long term = binding.servers().getFirst().term().orElseThrow();
      servers.members().getFirst().kill();
      putUntilItSucceeds(session);
      List<ServerState> states = binding.servers();
      assertThat(states.getFirst().problem().orElseThrow()).contains("refuses connections");
      assertThat(leader(states).term().orElseThrow()).isGreaterThanOrEqualTo(term);
      assertThat(leader(states).keys()).hasValue(2);
    }
  }

  @Test
  void followsTheLeader() throws Exception {
    try (Binding binding = open(LEADER);
        Session session = binding.openSession(1)) {
      assertThat(put(session, "before")).isEqualTo(Outcome.OK);
      assertThat(session.server()).as("the leader's part is to serve all").isEmpty();
      ServerState old = leader(binding.servers());
      servers.member(old.endpoint()).kill();
      assertThat(put(session, "lost")).isEqualTo(ErrorKind.CONNECTION_LOST);
      putUntilItSucceeds(session);
      ServerState now = leader(binding.servers());
      assertThat(now.endpoint()).isNotEqualTo(old.endpoint());
      assertThat(now.term().orElseThrow()).isGreaterThan(old.term().orElseThrow());
    }
  }

  @Test
  void connectsToNobodyButTheLeader() throws Exception {
    try (Binding binding = open(LEADER)) {
      ServerState leader = leader(binding.servers());
      // A connection to it would be lost.
      String follower =
          servers.endpoints().stream()
              .filter(each -> !each.equals(leader.endpoint()))
              .findFirst()
              .orElseThrow();
      servers.member(follower).kill();
      for (int client = 0; client < 9; client++) {
        assertThat(put(binding.openSession(client), "k")).isEqualTo(Outcome.OK);
      }
    }
    String follower = follower();
    RefusedOpening.assertRefused(
        limit -> TestConfig.open(List.of(follower), 1, limit, LEADER), "etcd.targetleader");
  }

  private String follower() throws Exception {
    try (Binding binding = open(Map.of())) {
      return binding.servers().stream()
          .filter(state -> state.version().isPresent() && !state.leader())
          .map(ServerState::endpoint)
          .findFirst()
          .orElseThrow();
    }
  }

  @Test
  void saysThatThereIsNoQuorum() throws Exception {
    open(Map.of()).close();
    servers.members().get(0).kill();
    servers.members().get(1).kill();
    String left = servers.endpoints().getLast();
    RefusedOpening.assertRefused(
        limit -> TestConfig.open(List.of(left), 1, limit, Map.of()), left, "quorum");
  }
}
