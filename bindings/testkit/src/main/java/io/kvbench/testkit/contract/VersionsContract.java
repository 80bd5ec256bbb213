package io.kvbench.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import io.kvbench.core.operation.Value;
import io.kvbench.testkit.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The contract of compare-and-set: versions, and which writer wins. Systems without it must reject
 * it. A version is used by the session that read it.
 */
interface VersionsContract extends ContractBase {
  /** What needs each capability of this contract. */
  List<CapabilityExample> EXAMPLES =
      List.of(
          CapabilityExample.of(
              Capability.COMPARE_AND_SET,
              Map.of("compareandsetproportion", "1"),
              target ->
                  new Operation.CompareAndSet(target.key(), target.version(), target.value())));

  int RIVALS = 20;

  @Test
  default void aCompareAndSetFailsOnceSomebodyElseHasWritten() throws Exception {
    CheckedBinding opened = stage().shared();
    Session session = opened.binding().openSession(0);
    Key key = Keys.next();
    opened.insert(key, Values.of(1));
    long first = opened.read(session, key).version();
    if (!can(Capability.COMPARE_AND_SET)) {
      Refused.assertInvalid(opened.submit(session, set(key, first, 2)));
      opened.assertFound(key, Values.of(1));
      return;
    }
    opened.submit(0, new Operation.Update(key, Values.of(2))).assertOk();

    assertThat(opened.status(session, set(key, first, 3))).isEqualTo(Outcome.CONFLICT);
    opened.assertFound(key, Values.of(2));
    long second = opened.read(session, key).version();
    assertThat(second).isNotEqualTo(first);
    opened.submit(session, set(key, second, 4)).assertOk();
    assertThat(opened.status(session, set(key, second, 5))).isEqualTo(Outcome.CONFLICT);
    opened.assertFound(key, Values.of(4));
  }

  @Test
  default void aRecordThatWasMadeAnewIsAnotherOneAsDeclared() throws Exception {
    CheckedBinding opened = stage().shared();
    Session session = opened.binding().openSession(0);
    Key key = Keys.next();
    opened.insert(key, Values.of(1));
    long version = opened.read(session, key).version();
    if (!can(Capability.DELETE)) {
      Refused.assertInvalid(opened.submit(0, new Operation.Delete(key)));
      opened.assertFound(key, Values.of(1));
      return;
    }
    opened.submit(0, new Operation.Delete(key)).assertOk();
    opened.insert(key, Values.of(2));
    if (!can(Capability.COMPARE_AND_SET)) {
      Refused.assertInvalid(opened.submit(session, set(key, version, 3)));
      return;
    }
    assertThat(opened.status(session, set(key, version, 3)))
        .isEqualTo(
            stage().facts().versions().recreationConflicts() ? Outcome.CONFLICT : Outcome.OK);
  }

  @Test
  default void aWriteOfTheSameValueIsAWriteAsDeclared() throws Exception {
    CheckedBinding opened = stage().shared();
    Session session = opened.binding().openSession(0);
    Key key = Keys.next();
    opened.insert(key, Values.of(1));
    long version = opened.read(session, key).version();
    opened.submit(0, new Operation.Update(key, Values.of(1))).assertOk();
    if (!can(Capability.COMPARE_AND_SET)) {
      Refused.assertInvalid(opened.submit(session, set(key, version, 2)));
      return;
    }
    assertThat(opened.status(session, set(key, version, 2)))
        .isEqualTo(stage().facts().versions().rewriteConflicts() ? Outcome.CONFLICT : Outcome.OK);
  }

  @Test
  default void oneOfManyRivalsWins() throws Exception {
    CheckedBinding opened = stage().shared();
    if (!can(Capability.COMPARE_AND_SET)) {
      Refused.assertInvalid(opened.submit(0, set(Keys.next(), 0, 1)));
      return;
    }
    Key key = Keys.next();
    opened.insert(key, Value.of(new byte[0]));
    for (int round = 1; round <= 5; round++) {
      List<Session> rivals = new ArrayList<>();
      List<Long> versions = new ArrayList<>();
      for (int rival = 0; rival < RIVALS; rival++) {
        rivals.add(opened.binding().openSession(rival));
        versions.add(opened.read(rivals.getLast(), key).version());
      }
      List<Answer> answers = new ArrayList<>();
      for (int rival = 0; rival < RIVALS; rival++) {
        Operation change = set(key, versions.get(rival), round * 100 + rival);
        answers.add(opened.submit(rivals.get(rival), change));
      }
      List<Status> statuses = new ArrayList<>();
      for (Answer answer : answers) {
        statuses.add(answer.status());
      }
      assertThat(statuses).containsOnlyOnce(Outcome.OK).containsOnly(Outcome.OK, Outcome.CONFLICT);
      opened.assertFound(key, Values.of(round * 100 + statuses.indexOf(Outcome.OK)));
    }
  }

  private static Operation set(Key key, long version, int size) {
    return new Operation.CompareAndSet(key, version, Values.of(size));
  }
}
