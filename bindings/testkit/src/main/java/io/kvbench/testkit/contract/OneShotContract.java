package io.kvbench.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Value;
import io.kvbench.testkit.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of one-shot reads. Systems without them must reject them. */
interface OneShotContract extends ContractBase {
  /** What needs each capability of this contract. */
  List<CapabilityExample> EXAMPLES =
      List.of(
          new CapabilityExample(
              Capability.ONE_SHOT_READ,
              Map.of("oneshotreadproportion", "1"),
              target -> oneShot(target.key(), false)),
          new CapabilityExample(
              Capability.ONE_SHOT_SESSION,
              Map.of("oneshotreadproportion", "1", "oneshot.session", "true"),
              target -> oneShot(target.key(), true)));

  int CLIENTS = 20;
  int ROUNDS = 10;

  /** Returns the operations of one such read. */
  static List<Operation> oneShot(Key key, boolean newSession) {
    return oneShot(key, newSession, ReadConsistency.DEFAULT);
  }

  private static List<Operation> oneShot(Key key, boolean newSession, ReadConsistency consistency) {
    return List.of(
        new Operation.Connect(),
        new Operation.Handshake(newSession),
        new Operation.ReadOnce(key, consistency),
        new Operation.Disconnect());
  }

  private boolean canOnce(boolean newSession) {
    return can(newSession ? Capability.ONE_SHOT_SESSION : Capability.ONE_SHOT_READ);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  default void aConnectionServesARead(boolean newSession) throws Exception {
    CheckedBinding opened = stage().shared();
    Session session = opened.binding().openSession(0);
    Key key = Keys.next();
    if (!canOnce(newSession)) {
      Refused.assertInvalid(opened.submit(session, new Operation.Handshake(newSession)));
      return;
    }
    Value value = Values.of(1000);
    opened.insert(key, value);
    for (int round = 0; round < 3; round++) {
      List<Answer> answers = perform(opened, session, oneShot(key, newSession));
      assertThat(Value.of(answers.get(2).value())).isEqualTo(value);
      assertThat(answers).extracting(Answer::toStringWhenThere).containsOnly("OK");
    }
    assertThat(perform(opened, session, oneShot(Keys.next(), newSession)))
        .extracting(Answer::toStringWhenThere)
        .containsExactly("OK", "OK", "NOT_FOUND", "OK");
  }

  @ParameterizedTest
  @EnumSource(ReadConsistency.class)
  default void aConnectionServesReadsOfEveryConsistency(ReadConsistency consistency)
      throws Exception {
    Capability needed =
        switch (consistency) {
          case DEFAULT -> Capability.READ_DEFAULT;
          case LINEARIZABLE -> Capability.READ_LINEARIZABLE;
          case STALE -> Capability.READ_STALE;
        };
    CheckedBinding opened = stage().shared();
    Key key = Keys.next();
    Session session = opened.binding().openSession(0);
    Operation.ReadOnce read = new Operation.ReadOnce(key, consistency);
    if (!can(Capability.ONE_SHOT_READ) || !can(needed)) {
      Refused.assertInvalid(opened.submit(session, read));
      return;
    }
    opened.insert(key, Values.of(100));
    assertThat(opened.read(key).status()).isEqualTo(Outcome.OK);
    assertThat(perform(opened, session, oneShot(key, false, consistency)))
        .extracting(Answer::toStringWhenThere)
        .containsOnly("OK");
  }

  private static List<Answer> perform(
      CheckedBinding opened, Session session, List<Operation> operations) throws Exception {
    List<Answer> answers = new ArrayList<>();
    for (Operation operation : operations) {
      Answer answer = opened.submit(session, operation);
      answer.status();
      answers.add(answer);
    }
    return answers;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  default void manyConnectionsServeAReadEach(boolean newSession) throws Exception {
    if (!canOnce(newSession)) {
      return;
    }
    CheckedBinding opened = stage().shared();
    List<Key> keys = new ArrayList<>();
    List<Session> sessions = new ArrayList<>();
    for (int client = 0; client < CLIENTS; client++) {
      keys.add(Keys.next());
      opened.insert(keys.get(client), Values.of(100 + client));
      sessions.add(opened.binding().openSession(client));
    }
    for (int round = 0; round < ROUNDS; round++) {
      for (int step = 0; step < 4; step++) {
        List<Answer> answers = new ArrayList<>();
        for (int client = 0; client < CLIENTS; client++) {
          Operation next = oneShot(keys.get(client), newSession).get(step);
          answers.add(opened.submit(sessions.get(client), next));
        }
        assertThat(answers).extracting(Answer::toStringWhenThere).containsOnly("OK");
        for (int client = 0; step == 2 && client < CLIENTS; client++) {
          assertThat(answers.get(client).value()).hasSize(100 + client);
        }
      }
    }
    sessions.forEach(Session::close);
  }

  @Test
  default void withoutAConnectionNothingIsReadOrClosed() throws Exception {
    if (!can(Capability.ONE_SHOT_READ)) {
      return;
    }
    CheckedBinding opened = stage().shared();
    Session session = opened.binding().openSession(0);
    Operation read = new Operation.ReadOnce(Keys.next(), ReadConsistency.DEFAULT);
    opened.submit(session, new Operation.Disconnect()).assertOk();
    assertThat(opened.status(session, new Operation.Handshake(false)))
        .isEqualTo(ErrorKind.CONNECTION_LOST);
    assertThat(opened.status(session, read)).isEqualTo(ErrorKind.CONNECTION_LOST);

    opened.submit(session, new Operation.Connect()).assertOk();
    assertThat(opened.status(session, read)).isEqualTo(ErrorKind.CONNECTION_LOST);
    opened.submit(session, new Operation.Handshake(false)).assertOk();
    opened.submit(session, new Operation.Disconnect()).assertOk();
    assertThat(opened.status(session, read)).isEqualTo(ErrorKind.CONNECTION_LOST);
    opened.submit(session, new Operation.Disconnect()).assertOk();
  }

  /** A client that stops in the middle leaves its connection open. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  default void whatIsLeftOpenIsClosed(boolean newSession) throws Exception {
    if (!canOnce(newSession)) {
      return;
    }
    try (CheckedBinding opened = stage().open(1)) {
      Session session = opened.binding().openSession(0);
      List<Operation> some = oneShot(Keys.next(), newSession);
      for (int steps = 1; steps < some.size(); steps++) {
        perform(opened, session, some.subList(0, steps));
        assertThat(perform(opened, session, some))
            .extracting(Answer::toStringWhenThere)
            .containsExactly("OK", "OK", "NOT_FOUND", "OK");
      }
      for (int steps = 1; steps < some.size(); steps++) {
        Session closed = opened.binding().openSession(steps);
        perform(opened, closed, some.subList(0, steps));
        closed.close();
      }
      perform(opened, opened.binding().openSession(1), some.subList(0, 2));
    }
  }
}
