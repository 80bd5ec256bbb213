package io.kvbench.bindings.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.binding.Session;
import io.kvbench.core.binding.Watcher;
import io.kvbench.core.binding.WatcherRequest;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Operation.Ownership;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import io.kvbench.core.operation.Value;
import io.kvbench.core.operation.WatchTarget;
import io.kvbench.testkit.Answer;
import io.kvbench.testkit.RunningServers;
import io.kvbench.testkit.ServerProcesses;
import io.kvbench.testkit.WatchLog;
import io.kvbench.testkit.contract.SharedServers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Tests of watchers and locks of clients that are connected to different servers. */
@Timeout(300)
@ResourceLock(SharedServers.HARM)
class EnsembleIT {
  private static final Key KEY = Key.of("record");

  /** Longer than any election on a busy machine. */
  private static final Duration TIME_TO_LIVE = Duration.ofSeconds(60);

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private RunningServers ensemble;

  @BeforeEach
  void start() throws Exception {
    ensemble = ZooKeeperSubject.runningCluster();
  }

  @AfterEach
  void restart() throws Exception {
    ensemble.restart();
  }

  private static Binding open(List<String> endpoints, String root) throws Exception {
    return TestConfig.open(
        endpoints, 1, Map.of("zookeeper.sessiontimeout", "60s", "zookeeper.root", root));
  }

  @Test
  void watchersAndLocksOfDifferentServersAgree() throws Exception {
    List<String> endpoints = ensemble.endpoints();
    try (Binding one = open(endpoints.subList(0, 1), "/agreeing");
        Binding two = open(endpoints.subList(1, 2), "/agreeing");
        Binding three = open(endpoints.subList(2, 3), "/agreeing")) {
      WatchersAndLocks.assertWatchersSeeEveryWrite(List.of(one, two, three));
      WatchersAndLocks.assertOneOwnerAtATime("one-two", one, two, TIME_TO_LIVE);
      WatchersAndLocks.assertOneOwnerAtATime("three-one", three, one, TIME_TO_LIVE);
    }
  }

  @Test
  void watchersAndLocksOutliveTheLeader() throws Exception {
    try (Binding binding = open(ensemble.endpoints(), "/outliving");
        Session owner = binding.openSession(0);
        Session other = binding.openSession(1)) {
      assertOk(owner, new Operation.Insert(KEY, Value.of(new byte[1])));
      List<Watcher> watchers = new ArrayList<>();
      List<WatchLog> logs = new ArrayList<>();
      for (int stream = 0; stream < 6; stream++) {
        for (boolean once : new boolean[] {false, true}) {
          WatchLog log = new WatchLog();
          WatchTarget target = new WatchTarget.Single(KEY);
          watchers.add(binding.watch(new WatcherRequest(stream, target, once), log));
          logs.add(log);
        }
      }
      for (WatchLog log : logs) {
        log.awaitOpen();
      }
      Operation.Lock lock = WatchersAndLocks.lock(Key.of("lock"), Ownership.LOCK, TIME_TO_LIVE);
      Answer owned = WatchersAndLocks.submit(owner, lock);
      WatchersAndLocks.assertOk(owned);
      Answer waiting = WatchersAndLocks.submit(other, lock);

      String leader =
          binding.servers().stream()
              .filter(ServerState::leader)
              .findFirst()
              .orElseThrow()
              .endpoint();
      ((ServerProcesses) ensemble).member(leader).kill();

      assertOk(owner, new Operation.FencedUpdate(lock, KEY, Value.of(new byte[2])));
      Answer last = assertOk(owner, new Operation.WatchedUpdate(KEY, Value.of(new byte[3])));
      for (WatchLog log : logs) {
        log.awaitVersion(last.version());
        log.awaitOpen();
      }
      Answer next = assertOk(owner, new Operation.WatchedUpdate(KEY, Value.of(new byte[4])));
      for (WatchLog log : logs) {
        log.awaitVersion(next.version());
        assertThat(log.versions()).isSorted().doesNotHaveDuplicates();
      }
      assertThat(waiting.isThere()).as("a second owner").isFalse();
      WatchersAndLocks.assertOk(WatchersAndLocks.submit(owner, new Operation.Unlock(lock)));
      WatchersAndLocks.assertOk(waiting);
      assertThat(waiting.version()).as("the token").isGreaterThan(owned.version());
      watchers.forEach(Watcher::close);
    }
  }

  /** Retries until there is a leader again; a write whose answer was lost is written again. */
  private static Answer assertOk(Session session, Operation operation) throws Exception {
    long deadline = System.nanoTime() + 2 * LIMIT.toNanos();
    Answer answer = WatchersAndLocks.submit(session, operation);
    Status status = answer.status();
    while (status instanceof ErrorKind && System.nanoTime() - deadline < 0) {
      session.recover(LIMIT);
      answer = WatchersAndLocks.submit(session, operation);
      status = answer.status();
    }
    assertThat(status).as(answer::toString).isEqualTo(Outcome.OK);
    return answer;
  }
}
