package io.kvbench.bindings.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.Session;
import io.kvbench.core.binding.Watcher;
import io.kvbench.core.binding.WatcherRequest;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Operation.Ownership;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Value;
import io.kvbench.core.operation.WatchTarget;
import io.kvbench.testkit.Answer;
import io.kvbench.testkit.WatchLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Checks of watchers of every kind, locks and elections, for clients on any servers. */
final class WatchersAndLocks {
  private static final Key KEY = Key.of("watched");
  private static final int WRITES = 6;

  /** A watcher and its log. */
  private record Open(Watcher watcher, WatchLog log) {}

  private WatchersAndLocks() {}

  static Operation.Lock lock(Key key, Ownership ownership, Duration timeToLive) {
    return new Operation.Lock(key, ownership, timeToLive, Duration.ofMinutes(2));
  }

  static Answer submit(Session session, Operation operation) {
    Answer answer = new Answer();
    session.submit(operation, answer);
    return answer;
  }

  static void assertOk(Answer answer) throws Exception {
    assertThat(answer.status()).as(answer::toString).isEqualTo(Outcome.OK);
  }

  /** Asserts that watchers through each binding see the writes through all of them, in turn. */
  static void assertWatchersSeeEveryWrite(List<Binding> bindings) throws Exception {
    List<Session> sessions = new ArrayList<>();
    for (Binding each : bindings) {
      sessions.add(each.openSession(0));
    }
    assertOk(submit(sessions.getFirst(), new Operation.Insert(KEY, Value.of(new byte[1]))));
    List<Open> watchers = new ArrayList<>();
    for (Binding each : bindings) {
      watchers.add(open(each, 0, new WatchTarget.Single(KEY), false));
      watchers.add(open(each, 1, new WatchTarget.All(), false));
      watchers.add(open(each, 2, new WatchTarget.Single(KEY), true));
    }
    for (Open each : watchers) {
      each.log().awaitOpen();
    }
    List<Long> written = new ArrayList<>();
    for (int write = 0; write < WRITES; write++) {
      Answer answer =
          submit(
              sessions.get(write % sessions.size()),
              new Operation.WatchedUpdate(KEY, Value.of(new byte[] {(byte) write})));
      assertOk(answer);
      written.add(answer.version());
      // A one-shot watch that is not set again yet would report two writes as one.
      for (Open each : watchers) {
        each.log().awaitVersion(answer.version());
        each.log().awaitOpen();
      }
    }
    for (Open each : watchers) {
      assertThat(each.log().versions()).isEqualTo(written);
      assertThat(each.log().kinds()).doesNotContain(WatchLog.Kind.INTERRUPTED);
      each.watcher().close();
    }
    sessions.forEach(Session::close);
  }

  private static Open open(Binding binding, int stream, WatchTarget target, boolean once)
      throws Exception {
    WatchLog log = new WatchLog();
    return new Open(binding.watch(new WatcherRequest(stream, target, once), log), log);
  }

  /** Asserts exclusion between two competing clients, perhaps on different servers. */
  static void assertOneOwnerAtATime(String name, Binding one, Binding other, Duration timeToLive)
      throws Exception {
    for (Ownership ownership : Ownership.values()) {
      Key record = Key.of(name + "-fenced-" + ownership);
      Operation.Lock lock = lock(Key.of(name), ownership, timeToLive);
      Operation update = new Operation.FencedUpdate(lock, record, Value.of(new byte[2]));
      try (Session first = one.openSession(0);
          Session second = other.openSession(1)) {
        assertOk(submit(first, new Operation.Insert(record, Value.of(new byte[1]))));
        Answer owned = submit(first, lock);
        assertOk(owned);
        Answer waiting = submit(second, lock);
        assertOk(submit(first, update));
        assertThat(waiting.isThere()).as("a second owner").isFalse();
        assertOk(submit(first, new Operation.Unlock(lock)));
        assertOk(waiting);
        assertThat(waiting.version()).as("the token").isGreaterThan(owned.version());
        assertOk(submit(second, update));
        assertThat(submit(first, update).status()).isEqualTo(Outcome.CONFLICT);
        assertOk(submit(second, new Operation.Unlock(lock)));
      }
    }
  }
}
