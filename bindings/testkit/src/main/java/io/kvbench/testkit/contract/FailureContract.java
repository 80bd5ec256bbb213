package io.kvbench.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Status;
import io.kvbench.testkit.Answer;
import io.kvbench.testkit.RunningServers;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.ResourceLocksProvider;

/** The contract of servers that die or hang, with operations in flight. */
interface FailureContract extends ContractBase {
  /** The time that a busy machine may add to any limit. */
  Duration SLACK = Duration.ofSeconds(20);

  ServerSubject serverSubject();

  /** Returns the running server that these tests harm, one test at a time. */
  RunningServers victim() throws Exception;

  /** A lock for each contract. */
  final class VictimLock implements ResourceLocksProvider {
    @Override
    public Set<Lock> provideForMethod(List<Class<?>> enclosing, Class<?> contract, Method method) {
      return Set.of(new Lock("victim of " + contract.getName()));
    }
  }

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  @ResourceLock(providers = VictimLock.class)
  default void aKilledServerEndsWhatIsUnderWayAndIsFoundAgain() throws Exception {
    RunningServers servers = victim();
    try (CheckedBinding opened = open(servers, Map.of())) {
      Key kept = Keys.next();
      // Restarted by an earlier test, it may still be reading its data.
      assertThat(untilAnswered(opened, opened.binding().openSession(0), read(kept)))
          .isEqualTo(Outcome.NOT_FOUND);
      opened.insert(kept, Values.of(100));
      List<Answer> answers = CompletionsContract.flood(opened, 2000);
      servers.kill();
      CompletionsContract.assertEnded(answers);

      Session session = opened.binding().openSession(0);
      Answer lost = opened.submit(session, read(kept));
      assertThat(lost.status()).as(lost::toString).isIn(CompletionsContract.LOST);
      assertRecoveringEnds(session);
      assertThat(opened.binding().servers())
          .hasSameSizeAs(servers.endpoints())
          .extracting(ServerState::problem)
          .allMatch(problem -> problem.isPresent());

      servers.restart();
      // A server may answer other reads before it has replayed all of its log.
      assertThat(untilAnswered(opened, session, opened.freshRead(kept))).isEqualTo(Outcome.OK);
      opened.assertFound(kept, Values.of(100));
      if (can(Capability.WATCH)) {
        Operation watch = new Operation.Watch(kept, Values.of(99));
        assertThat(untilAnswered(opened, session, watch)).isEqualTo(Outcome.OK);
        opened.assertFound(kept, Values.of(99));
      }
      // Every connection, not only that of the first client.
      assertThat(untilAnswered(opened, opened.binding().openSession(1), read(kept)))
          .isEqualTo(Outcome.OK);
    }
  }

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  @ResourceLock(providers = VictimLock.class)
  default void aFrozenServerIsGivenUpAndFoundAgain() throws Exception {
    RunningServers servers = victim();
    try (CheckedBinding opened = open(servers, serverSubject().impatient())) {
      Session session = opened.binding().openSession(0);
      assertThat(opened.submit(session, read(Keys.next())).status()).isEqualTo(Outcome.NOT_FOUND);
      servers.freeze();
      try {
        long sent = System.nanoTime();
        List<Answer> answers = CompletionsContract.flood(opened, 200);
        for (Answer answer : answers) {
          assertThat(answer.status())
              .as(answer::toString)
              .isIn(ErrorKind.TIMEOUT, ErrorKind.CONNECTION_LOST);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - sent))
            .isLessThan(serverSubject().patience().plus(SLACK));
        assertRecoveringEnds(session);
      } finally {
        servers.thaw();
      }
      assertThat(untilAnswered(opened, session, read(Keys.next()))).isEqualTo(Outcome.NOT_FOUND);
    }
  }

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  @ResourceLock(providers = VictimLock.class)
  default void closingDoesNotWaitForAFrozenServer() throws Exception {
    RunningServers servers = victim();
    CheckedBinding opened = open(servers, serverSubject().impatient());
    servers.freeze();
    try {
      List<Answer> answers = CompletionsContract.flood(opened, 200);
      opened.close();
      CompletionsContract.assertEnded(answers);
    } finally {
      servers.thaw();
    }
  }

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  @ResourceLock(providers = VictimLock.class)
  default void closingDoesNotWaitForADeadServer() throws Exception {
    RunningServers servers = victim();
    CheckedBinding opened = open(servers, Map.of());
    servers.kill();
    List<Answer> answers = CompletionsContract.flood(opened, 200);
    opened.close();
    CompletionsContract.assertEnded(answers);
  }

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  @ResourceLock(providers = VictimLock.class)
  default void aKilledServerEndsOneShotReadsAndIsFoundAgain() throws Exception {
    if (!can(Capability.ONE_SHOT_READ)) {
      return;
    }
    RunningServers servers = victim();
    try (CheckedBinding opened = open(servers, Map.of())) {
      Key key = Keys.next();
      opened.insert(key, Values.of(100));
      Session session = opened.binding().openSession(0);
      List<Operation> once = OneShotContract.oneShot(key, false);
      for (Operation operation : once.subList(0, 2)) {
        opened.submit(session, operation).assertOk();
      }
      servers.kill();
      assertThat(opened.status(session, once.get(2))).isEqualTo(ErrorKind.CONNECTION_LOST);
      opened.submit(session, once.getLast()).assertOk();
      Answer refused = opened.submit(session, once.getFirst());
      assertThat(refused.toStringWhenThere())
          .isEqualTo("CONNECTION_LOST: the server refuses connections");

      servers.restart();
      assertThat(untilAnswered(opened, session, opened.freshRead(key))).isEqualTo(Outcome.OK);
      // A kept session may have ended meanwhile; the next one is new.
      for (int tries = 0; tries < 2; tries++) {
        opened.submit(session, once.getFirst()).assertOk();
        opened.status(session, once.get(1));
        opened.status(session, once.getLast());
      }
      for (Operation operation : once) {
        opened.submit(session, operation).assertOk();
      }
    }
  }

  private CheckedBinding open(RunningServers servers, Map<String, String> settings)
      throws Exception {
    return stage().open(servers.endpoints(), 2, settings, RunningSubject.CONNECT_LIMIT);
  }

  /** Without a server, recovering takes its limit at most. */
  private static void assertRecoveringEnds(Session session) throws InterruptedException {
    Duration limit = Duration.ofMillis(500);
    long begun = System.nanoTime();
    session.recover(limit);
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(limit.plus(SLACK));
  }

  /** Recovers after every error and continues, as a client does. */
  static Status untilAnswered(CheckedBinding opened, Session session, Operation operation)
      throws Exception {
    long deadline = System.nanoTime() + RunningSubject.CONNECT_LIMIT.toNanos();
    Status status = opened.submit(session, operation).status();
    while (status instanceof ErrorKind && System.nanoTime() < deadline) {
      session.recover(Duration.ofSeconds(10));
      Thread.sleep(20);
      status = opened.submit(session, operation).status();
    }
    return status;
  }

  private Operation read(Key key) {
    return new Operation.Read(key, ReadConsistency.DEFAULT);
  }
}
