package io.kvbench.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Status;
import io.kvbench.testkit.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of thousands of concurrent operations, including the end of the binding. */
interface CompletionsContract extends ContractBase {
  int CLIENTS = 3000;

  /** The possible ends of an operation whose connection is closed, by either side. */
  Set<ErrorKind> LOST =
      EnumSet.of(
          ErrorKind.CONNECTION_LOST,
          ErrorKind.SESSION_EXPIRED,
          ErrorKind.UNAVAILABLE,
          ErrorKind.TIMEOUT);

  @Test
  default void thousandsOfOperationsAreUnderWayAtATime() throws Exception {
    try (CheckedBinding opened = stage().open(4)) {
      List<Key> keys = new ArrayList<>();
      List<Answer> inserts = new ArrayList<>();
      for (int client = 0; client < CLIENTS; client++) {
        keys.add(Keys.next());
        inserts.add(
            opened.submit(client, new Operation.Insert(keys.getLast(), Values.of(client % 500))));
      }
      for (Answer answer : inserts) {
        answer.assertOk();
      }
      List<Answer> reads = new ArrayList<>();
      for (int client = 0; client < CLIENTS; client++) {
        reads.add(opened.submit(client, read(keys.get(client))));
      }
      for (int client = 0; client < CLIENTS; client++) {
        assertThat(reads.get(client).status()).isEqualTo(Outcome.OK);
        assertThat(reads.get(client).value()).isEqualTo(Values.of(client % 500).toByteArray());
      }
      assertThat(opened.keys()).isEqualTo(CLIENTS);
    }
  }

  @Test
  default void sessionsAreUsedFromManyThreads() throws Exception {
    CheckedBinding opened = stage().shared();
    List<Throwable> thrown = new CopyOnWriteArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (int client = 0; client < 40; client++) {
      Session session = opened.binding().openSession(client);
      Thread.Builder kind = client % 2 == 0 ? Thread.ofVirtual() : Thread.ofPlatform();
      threads.add(kind.start(() -> insertAndRead(opened, session, thrown)));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(thrown).isEmpty();
  }

  private static void insertAndRead(
      CheckedBinding opened, Session session, List<Throwable> thrown) {
    try {
      for (int index = 0; index < 25; index++) {
        Key key = Keys.next();
        opened.submit(session, new Operation.Insert(key, Values.of(index))).assertOk();
        Answer read = opened.submit(session, read(key));
        assertThat(read.status()).isEqualTo(Outcome.OK);
        assertThat(read.value()).isEqualTo(Values.of(index).toByteArray());
      }
    } catch (InterruptedException | RuntimeException | AssertionError e) {
      thrown.add(e);
    }
  }

  @Test
  default void theNextOperationMayComeFromWithinACompletion() throws Exception {
    try (CheckedBinding opened = stage().open(1)) {
      Session session = opened.binding().openSession(0);
      ResubmittingCompletion chain = new ResubmittingCompletion(session, read(Keys.next()), 200);
      chain.begin();
      assertThat(chain.last().status()).isEqualTo(Outcome.NOT_FOUND);
      assertThat(chain.last().calls()).isEqualTo(1);
    }
  }

  @Test
  default void closingASessionLeavesTheOthersTheirConnection() throws Exception {
    CheckedBinding opened = stage().shared();
    opened.binding().openSession(0).close();
    assertThat(opened.status(read(Keys.next()))).isEqualTo(Outcome.NOT_FOUND);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 5, 50})
  default void closingEndsWhatIsUnderWay(int delayMillis) throws Exception {
    CheckedBinding opened = stage().open(3);
    List<Answer> answers = flood(opened, 2000);
    Thread.sleep(delayMillis);

    // Closing checks that every answer has arrived when it returns, once.
    opened.close();

    assertEnded(answers);
  }

  /** Inserts, reads of missing records and, if there are any, watches of what is being inserted. */
  static List<Answer> flood(CheckedBinding opened, int count) throws Exception {
    List<Answer> answers = new ArrayList<>();
    Key inserted = Keys.next();
    for (int client = 0; client < count; client++) {
      if (client % 2 == 0) {
        inserted = Keys.next();
        answers.add(opened.submit(client, new Operation.Insert(inserted, Values.of(1000))));
      } else if (client % 4 == 1 && opened.can(Capability.WATCH)) {
        answers.add(opened.submit(client, new Operation.Watch(inserted, Values.of(900))));
      } else {
        answers.add(opened.submit(client, read(Keys.next())));
      }
    }
    return answers;
  }

  /** Each was answered, or lost with its connection. */
  static void assertEnded(List<Answer> answers) throws InterruptedException {
    for (Answer answer : answers) {
      Status status = answer.status();
      if (status instanceof ErrorKind kind) {
        assertThat(LOST).as(answer::toString).contains(kind);
        assertThat(answer.message()).isNotBlank().doesNotContain("\n");
      }
    }
  }

  @Test
  default void afterClosingThereIsNoConnection() throws Exception {
    CheckedBinding opened = stage().open(2);
    Session before = opened.binding().openSession(0);
    opened.close();

    Answer answer = opened.submit(before, read(Keys.next()));
    Answer another = opened.submit(1, new Operation.Insert(Keys.next(), Values.of(1)));

    assertThat(answer.status()).isIn(LOST);
    assertThat(another.status()).isIn(LOST);
    before.recover(Duration.ofMillis(100));
    assertThatNoException().isThrownBy(opened::close);
  }

  @Test
  default void anInterruptionDoesNotKeepClosingFromItsWork() throws Exception {
    CheckedBinding opened = stage().open(2);
    List<Answer> answers = flood(opened, 200);

    Thread.currentThread().interrupt();
    try {
      opened.close();
    } finally {
      assertThat(Thread.interrupted()).as("the interruption stays visible").isTrue();
    }

    assertEnded(answers);
  }

  private static Operation read(Key key) {
    return new Operation.Read(key, ReadConsistency.DEFAULT);
  }
}
