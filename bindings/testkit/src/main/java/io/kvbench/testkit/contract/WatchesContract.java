package io.kvbench.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import io.kvbench.core.operation.Value;
import io.kvbench.testkit.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The contract of watches: a write that ends when its event has arrived, regardless of other
 * writes. Their rejection is tested with the other declarations.
 */
interface WatchesContract extends ContractBase {
  /** What needs each capability of this contract. */
  List<CapabilityExample> EXAMPLES =
      List.of(
          CapabilityExample.of(
              Capability.WATCH,
              Map.of("watchproportion", "1"),
              target -> new Operation.Watch(target.key(), target.value())));

  int WATCHES = 300;
  int RIVALS = 20;

  /** The min number of rounds, and the max if they did not overlap. */
  int ROUNDS = 5;

  int MOST_ROUNDS = 500;

  /**
   * A watch to test.
   *
   * @param present whether the key has a record
   * @param size of the value to write, in bytes
   */
  record WatchCase(boolean present, int size) {
    @Override
    public String toString() {
      return "a watch of %s record, %d bytes".formatted(present ? "a" : "no", size);
    }
  }

  default Stream<WatchCase> watches() {
    // Without watches one remains, to be rejected.
    return can(Capability.WATCH)
        ? sizes(false)
            .boxed()
            .flatMap(size -> Stream.of(true, false).map(there -> new WatchCase(there, size)))
        : Stream.of(new WatchCase(true, 1));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("watches")
  default void aWatchIsAnsweredAsAnUpdateIs(WatchCase watch) throws Exception {
    CheckedBinding opened = stage().shared();
    Key key = Keys.next();
    Value before = Values.of(100);
    Value value = Values.of(watch.size());
    if (watch.present()) {
      opened.insert(key, before);
    }

    Answer answer = opened.submit(0, new Operation.Watch(key, value));
    Status expected = expected(watch);

    assertThat(answer.status()).as(answer::toString).isEqualTo(expected);
    if (expected == Outcome.OK) {
      opened.assertFound(key, value);
    } else if (watch.present()) {
      opened.assertFound(key, before);
    } else {
      opened.assertAbsent(key);
    }
  }

  private Status expected(WatchCase watch) {
    if (!can(Capability.WATCH)) {
      return ErrorKind.INVALID;
    }
    if (limit(false).stream().anyMatch(limit -> watch.size() >= limit.refused())) {
      return ErrorKind.TOO_LARGE;
    }
    return watch.present() ? Outcome.OK : stage().facts().alone().updateOfAbsent();
  }

  @Test
  default void oneClientWatchesAgainAndAgain() throws Exception {
    CheckedBinding opened = stage().shared();
    if (!can(Capability.WATCH)) {
      Refused.assertInvalid(opened.submit(0, new Operation.Watch(Keys.next(), Values.of(1))));
      return;
    }
    Session session = opened.binding().openSession(0);
    Key key = Keys.next();
    Key other = Keys.next();
    opened.insert(key, Values.of(1));
    opened.insert(other, Values.of(1));
    for (int round = 1; round <= 50; round++) {
      // The same value again, too: the write counts.
      Value value = Values.of(round / 2);
      opened.submit(session, new Operation.Watch(round % 3 == 0 ? other : key, value)).assertOk();
    }
    opened.assertFound(key, Values.of(25));
    opened.assertFound(other, Values.of(24));
  }

  @Test
  default void manyWatchesAreUnderWayAtATime() throws Exception {
    try (CheckedBinding opened = stage().open(2)) {
      List<Key> keys = Stream.generate(Keys::next).limit(WATCHES).toList();
      for (Key key : keys) {
        opened.insert(key, Values.of(1));
      }
      List<Answer> answers = new ArrayList<>();
      for (int client = 0; client < WATCHES; client++) {
        Operation watch = new Operation.Watch(keys.get(client), Values.of(1 + client));
        answers.add(opened.submit(client, watch));
      }
      for (Answer answer : answers) {
        if (can(Capability.WATCH)) {
          answer.assertOk();
        } else {
          Refused.assertInvalid(answer);
        }
      }
      assertThat(opened.keys()).isEqualTo(WATCHES);
    }
  }

  /** No client takes another one's event for its own, and none waits for one that cannot come. */
  @Test
  default void aWatchThatMeetsOthersWritesIsAnsweredAsDeclared() throws Exception {
    CheckedBinding opened = stage().shared();
    Key key = Keys.next();
    opened.insert(key, Values.of(1));
    if (!can(Capability.WATCH)) {
      Refused.assertInvalid(opened.submit(0, new Operation.Watch(key, Values.of(2))));
      opened.assertFound(key, Values.of(1));
      return;
    }
    Outcome declared = stage().watchAmongOthers();
    boolean met = false;
    for (int round = 0; round < ROUNDS || (!met && round < MOST_ROUNDS); round++) {
      List<Status> statuses = rivals(opened, key, round);
      assertThat(statuses)
          .contains(Outcome.OK)
          .allMatch(status -> status == Outcome.OK || status == declared);
      met |= statuses.contains(declared);
      assertThat(opened.read(key).value()).hasSizeGreaterThanOrEqualTo(100);
    }
    assertThat(met).as("one of the rivals was answered %s", declared).isTrue();
  }

  private static List<Status> rivals(CheckedBinding opened, Key key, int round) throws Exception {
    List<Answer> answers = new ArrayList<>();
    for (int rival = 0; rival < RIVALS; rival++) {
      Value value = Values.of(100 + rival, round);
      answers.add(opened.submit(rival, new Operation.Watch(key, value)));
    }
    List<Status> statuses = new ArrayList<>();
    for (Answer answer : answers) {
      assertThat(answer.status()).as(answer::toString).isInstanceOf(Outcome.class);
      statuses.add(answer.status());
    }
    return statuses;
  }
}
